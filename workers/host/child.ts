import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { fault, toEnvelope } from '../../bridge/faults.ts'
import { createAssets } from './assets.ts'
import type { EndSource } from './context.ts'
import {
  MESSAGE_BYTES,
  type EndCode,
  type FromChild,
  type LeafAnswer,
  type LeafCall,
  type SentFiles,
  type ToChild,
} from './messages.ts'
import { LeafRunner } from './runner.ts'
import type { WatchdogData } from './watchdog.ts'

/**
 * The program of a child process: hears calls over its channel, runs one at a time, answers. It ends with its
 * parent. Its one argument is the parent's process id.
 */

const parentPid = Number(process.argv[2])
let runner: LeafRunner | undefined
let current: { id: number; end: MessageEnd; granted?: (folder: string | undefined) => void } | undefined

function say(message: FromChild): void {
  // A parent that is gone shows as `disconnect`.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

/** Hears by message, which reaches a leaf whenever it yields to its event loop. */
class MessageEnd implements EndSource {
  #code: EndCode | undefined
  #callback: ((code: EndCode) => void) | undefined

  code(): EndCode | undefined {
    return this.#code
  }

  listen(callback: (code: EndCode) => void): () => void {
    this.#callback = callback
    return () => {
      this.#callback = undefined
    }
  }

  tell(code: EndCode): void {
    if (this.#code !== undefined) return
    this.#code = code
    this.#callback?.(code)
  }
}

function readInputs(files: SentFiles | undefined): Array<[string, Uint8Array]> {
  return (files ?? []).map(([digest, content]) => [
    digest,
    content instanceof Uint8Array ? content : readFileSync(content.path),
  ])
}

/** Splits what the leaf wrote: at most 64 KiB in all go by message, the rest through the spool. */
async function pack(id: number, written: SentFiles): Promise<SentFiles> {
  const small: SentFiles = []
  const large: Array<[string, Uint8Array]> = []
  let inMessage = 0
  let inSpool = 0
  for (const [digest, content] of written) {
    if (!(content instanceof Uint8Array)) continue
    if (inMessage + content.byteLength <= MESSAGE_BYTES) {
      inMessage += content.byteLength
      small.push([digest, content])
    } else {
      inSpool += content.byteLength
      large.push([digest, content])
    }
  }
  if (large.length === 0) return small
  const folder = await new Promise<string | undefined>((resolve) => {
    if (current?.id === id) current.granted = resolve
    say({ kind: 'reserve', id, bytes: inSpool })
  })
  if (folder === undefined) throw noRoom(inSpool)
  const spooled: SentFiles = large.map(([digest, content], position) => {
    const path = join(folder, `out-${position}`)
    write(path, content)
    return [digest, { path, bytes: content.byteLength }]
  })
  return [...small, ...spooled]
}

function write(path: string, content: Uint8Array): void {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) {
      throw noRoom(content.byteLength)
    }
    throw error
  }
}

const noRoom = (bytes: number): Error =>
  fault(
    'STORAGE_FULL',
    `The result has ${bytes} bytes and the spool folder has no room for them. Try again later.`,
    {
      bytes,
    },
  )

async function runCall(run: LeafRunner, call: LeafCall): Promise<void> {
  const end = new MessageEnd()
  current = { id: call.id, end }
  say({ kind: 'begun', id: call.id })
  let answer: LeafAnswer
  try {
    answer = await run.run(call, readInputs(call.files), end, (fraction, item) =>
      say({ kind: 'progress', id: call.id, fraction, item }),
    )
    if (!('fault' in answer) && answer.files !== undefined) {
      answer = { ...answer, files: await pack(call.id, answer.files) }
    }
  } catch (error) {
    answer = {
      runMs: 0,
      fault: toEnvelope(error),
      stack: error instanceof Error ? error.stack : String(error),
    }
  }
  current = undefined
  const rssBytes = process.memoryUsage.rss()
  try {
    say({ kind: 'answer', id: call.id, answer, rssBytes })
  } catch (error) {
    // An output that is not plain data; the message was not sent.
    const stack = error instanceof Error ? error.stack : String(error)
    say({
      kind: 'answer',
      id: call.id,
      answer: { runMs: answer.runMs, fault: toEnvelope(error), stack },
      rssBytes,
    })
  }
}

function hear(message: ToChild): void {
  switch (message.kind) {
    case 'setup': {
      runner = new LeafRunner(message.leaves, createAssets({}))
      say({ kind: 'ready' })
      watch(message.maxBytes)
      break
    }
    case 'run':
      if (runner !== undefined) void runCall(runner, message.call)
      break
    case 'end':
      if (current?.id === message.id) current.end.tell(message.code)
      break
    case 'grant':
      if (current?.id === message.id) current.granted?.(message.folder)
      break
  }
}

function watch(maxBytes: number): void {
  const data: WatchdogData = { parentPid, maxBytes: process.platform === 'linux' ? 0 : maxBytes }
  const watchdog = new Worker(new URL('./watchdog.js', import.meta.url), {
    workerData: data,
    env: {},
    execArgv: [],
    // The smallest heap such a thread starts with reliably.
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  watchdog.on('error', (error) => console.error('The watchdog of a child process ended:', error))
  watchdog.unref()
}

process.on('message', hear)

// A library that leaks a rejection has not failed the call: what the leaf returns or throws decides, and its deadline
// where it waits in vain. Node would end the process instead.
process.on('unhandledRejection', (reason) => console.warn('A rejection that nobody awaited:', reason))

// Without a parent there is nobody to answer. During a run the process ends by signal, because leaving in an
// orderly way in the middle of native work can abort instead (seen with onnxruntime).
process.on('disconnect', () => {
  if (current === undefined) process.exit(0)
  process.kill(process.pid, 'SIGKILL')
})

// A terminal or a service manager signals the whole group; the parent drains first and then lets go of us.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
