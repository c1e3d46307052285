import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import { Page } from './page.ts'

const Message = z.object({
  id: z.number().optional(),
  sessionId: z.string().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})

type Params = Record<string, unknown>

/** How long the browser may take to answer, in milliseconds; far longer than it does. */
const silenceMs = 60_000

/**
 * Debian's chromium without a window, driven over the pipe of the Chrome DevTools Protocol (messages end with a
 * zero byte; the browser reads descriptor 3 and writes descriptor 4).
 */
export class Chromium {
  readonly #child: ChildProcess
  readonly #input: Writable
  readonly #profile: string
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  readonly #listeners = new Map<string, (method: string, params: unknown) => void>()
  #lastId = 0
  #rest = ''

  private constructor(child: ChildProcess, profile: string) {
    this.#child = child
    this.#profile = profile
    const [, , , input, output] = child.stdio
    this.#input = input as Writable
    const stream = output as Readable
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => this.#receive(text))
    child.once('exit', (status) => {
      for (const { reject } of this.#waiting.values())
        reject(new Error(`chromium ended with status ${status}`))
      this.#waiting.clear()
    })
  }

  /** Starts a browser with a profile of its own, which `close` removes. */
  static async launch(): Promise<Chromium> {
    const profile = mkdtempSync(join(tmpdir(), 'talaria-chromium-'))
    const child = spawn(
      'chromium',
      [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--no-first-run',
        '--remote-debugging-pipe',
        `--user-data-dir=${profile}`,
        'about:blank',
      ],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    )
    await new Promise((resolve, reject) => {
      child.once('spawn', resolve)
      child.once('error', reject)
    })
    return new Chromium(child, profile)
  }

  #receive(text: string): void {
    const messages = (this.#rest + text).split('\0')
    this.#rest = messages.pop() ?? ''
    for (const message of messages) {
      const { id, sessionId, method, params, result, error } = Message.parse(JSON.parse(message))
      if (method !== undefined && sessionId !== undefined) this.#listeners.get(sessionId)?.(method, params)
      if (id === undefined) continue
      const call = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (error === undefined) call?.resolve(result)
      else call?.reject(new Error(error.message))
    }
  }

  /** Calls a method of the protocol. Rejects with the browser's own words, or when it says nothing. */
  async send(method: string, params: Params = {}, sessionId?: string): Promise<unknown> {
    this.#lastId += 1
    const id = this.#lastId
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject })
        timer = setTimeout(() => reject(new Error(`chromium does not answer ${method}`)), silenceMs)
        this.#input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
      })
    } finally {
      clearTimeout(timer)
      this.#waiting.delete(id)
    }
  }

  /** Opens an empty page. */
  async page(): Promise<Page> {
    const created = z.object({ targetId: z.string() })
    const { targetId } = created.parse(await this.send('Target.createTarget', { url: 'about:blank' }))
    const attached = z.object({ sessionId: z.string() })
    const answer = await this.send('Target.attachToTarget', { targetId, flatten: true })
    const { sessionId } = attached.parse(answer)
    const page = new Page((method, params) => this.send(method, params, sessionId))
    this.#listeners.set(sessionId, (method, params) => page.hear(method, params))
    await page.send('Page.enable')
    await page.send('Runtime.enable')
    await page.send('Log.enable')
    return page
  }

  /** Ends the browser and removes its profile. */
  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.send('Browser.close').catch(() => this.#child.kill('SIGKILL'))
    await ended
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}
