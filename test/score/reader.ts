import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Document } from '../../bridge/operations/documents.ts'

export interface Question {
  path: string
  password?: string
  pages?: string
  format?: 'text' | 'markdown'
}

export interface Answer {
  /** The document, or the code with which the call failed; `HANG` when it had to be killed. */
  document?: Document
  fault?: string
  ms: number
}

/**
 * Reads documents one after another in a thread of its own, which is killed when a file takes longer than `limitMs`
 * and started afresh for the next, as the lanes of the service do.
 */
export class Reader {
  readonly #limitMs: number
  #worker: Worker | undefined

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  async read(question: Question): Promise<Answer> {
    const worker = (this.#worker ??= new Worker(new URL('./reader-thread.js', import.meta.url)))
    const began = performance.now()
    const timer = new AbortController()
    const timeout = setTimeout(() => timer.abort(), this.#limitMs)
    try {
      worker.postMessage(question)
      const [answer]: Omit<Answer, 'ms'>[] = await once(worker, 'message', { signal: timer.signal })
      return { ...answer, ms: performance.now() - began }
    } catch (error) {
      await this.close()
      return {
        fault: timer.signal.aborted ? 'HANG' : `CRASH ${String(error)}`,
        ms: performance.now() - began,
      }
    } finally {
      clearTimeout(timeout)
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }
}
