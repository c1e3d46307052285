import { basename } from 'node:path'
import { fileTypeFromBuffer } from 'file-type'
import { fault, type Fault } from '../bridge/faults.ts'
import type { Digest, Source } from '../bridge/sources.ts'
import type { CallFiles } from './call-files.ts'
import type { Folder } from './files/guarded-folder.ts'
import type { LeafOptions, OpenedSource, PlanContext } from './plan.ts'
import type { LeafRequest, LeafResponse } from './lanes/lane.ts'
import type { Settings } from './settings.ts'

/** What a call needs of the rest of the service. */
export interface CallResources {
  settings: Settings
  /** Runs a leaf, or answers it from the result cache. */
  runLeaf(request: LeafRequest, cached: { version: number } | undefined): Promise<LeafResponse>
  /** Lists a folder under the file policy; undefined where the path leads to none. */
  listFolder(path: string, signal: AbortSignal): Promise<Folder | undefined>
  /** Reads a file under the file policy; its bytes may be shared memory. */
  readPath(path: string, reading: Reading): Promise<{ bytes: Uint8Array; digest: string; path: string }>
  /** Reads stored bytes. Throws NOT_FOUND. */
  readBlob(digest: string, reading: Reading): Promise<{ bytes: Uint8Array; mediaType: string }>
}

/** Within what bounds bytes are read: how many at most, and whose budget they count against meanwhile. */
export interface Reading {
  maxBytes: number
  files: CallFiles
  signal?: AbortSignal
}

export interface CallOptions {
  client: string
  priority: 'interactive' | 'batch'
  timeoutMs: number
  /** Most that one leaf may take. */
  leafMs: number
  maxInputBytes: number
  /** Given where the operation's leaves may be answered from the cache. */
  cache: { version: number } | undefined
  files: CallFiles
  /** Digests that stand for paths: a job reads the bytes it was given when it was accepted. */
  captured: ReadonlyMap<string, string> | undefined
  onEmit: ((item: unknown) => void) | undefined
  onProgress: ((fraction: number) => void) | undefined
  onQueue: ((position: number, etaMs: number) => void) | undefined
}

const noFiles: ReadonlyMap<string, Uint8Array> = new Map()

/** One running call as its plan sees it. Its timer and signal exist only once something can wait for them. */
export class CallContext implements PlanContext {
  readonly settings: Settings
  readonly deadline: number
  readonly #resources: CallResources
  readonly #options: CallOptions
  #opened: Map<string, Promise<OpenedSource>> | undefined
  /** What lanes look at; a signal that can be listened to costs more, and is made where a plan asks for one. */
  readonly #ending: { aborted: boolean; reason: Fault | undefined } = { aborted: false, reason: undefined }
  #controller: AbortController | undefined
  #rejectRace: ((reason: Fault) => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #leavesDone = 0
  /** Whether the answer is known. */
  isOver = false

  constructor(resources: CallResources, options: CallOptions) {
    this.settings = resources.settings
    this.deadline = Date.now() + options.timeoutMs
    this.#resources = resources
    this.#options = options
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#ending.aborted) this.#controller.abort(this.#ending.reason)
      else this.#startTimer()
    }
    return this.#controller.signal
  }

  #startTimer(): void {
    this.#timer ??= setTimeout(() => {
      this.abort(fault('DEADLINE', `The call took longer than the ${this.#options.timeoutMs} ms allowed.`))
    }, this.deadline - Date.now())
  }

  /** Ends the call: its leaves are cancelled and `race` rejects with the reason. The first reason counts. */
  abort(reason: Fault): void {
    if (this.#ending.aborted) return
    this.#ending.aborted = true
    this.#ending.reason = reason
    this.#controller?.abort(reason)
    this.#rejectRace?.(reason)
  }

  /** Waits for the plan, but no longer than the call may last. */
  race<T>(result: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#ending.reason !== undefined) reject(this.#ending.reason)
      else this.#startTimer()
      this.#rejectRace = reject
      result.then(resolve, reject)
    })
  }

  /** Clears the timer; called when the answer is known. */
  end(): void {
    this.isOver = true
    clearTimeout(this.#timer)
  }

  async leaf<O>(name: string, input: unknown, options: LeafOptions): Promise<O> {
    const files = options.files === undefined ? noFiles : this.#held(options.files)
    const { onProgress } = options
    const response = await this.#resources.runLeaf(
      {
        leaf: name,
        lane: options.lane,
        input,
        files,
        signal: this.#ending,
        deadline: Math.min(this.deadline, Date.now() + (options.timeoutMs ?? this.#options.leafMs)),
        priority: this.#options.priority,
        client: this.#options.client,
        continuing: this.#leavesDone > 0,
        ...(onProgress && { onProgress }),
        ...(this.#options.onQueue && { onQueue: this.#options.onQueue }),
      },
      this.#options.cache,
    )
    this.#leavesDone += 1
    for (const [digest, bytes] of response.files) this.#options.files.add(digest, bytes)
    return response.output as O
  }

  #held(digests: readonly Digest[]): Map<string, Uint8Array> {
    const files = new Map<string, Uint8Array>()
    for (const digest of digests) {
      const bytes = this.#options.files.get(digest)
      if (bytes === undefined) throw new Error(`the plan names a file it does not hold: ${digest}`)
      files.set(digest, bytes)
    }
    return files
  }

  open(source: Source): Promise<OpenedSource> {
    const key = 'path' in source ? `path:${source.path}` : source.blob
    this.#opened ??= new Map()
    let opened = this.#opened.get(key)
    if (opened === undefined) {
      opened = this.#read(source)
      this.#opened.set(key, opened)
    }
    return opened
  }

  list(path: string): Promise<Folder | undefined> {
    return this.#resources.listFolder(path, this.signal)
  }

  async #read(source: Source): Promise<OpenedSource> {
    const { files, maxInputBytes, captured } = this.#options
    const reading: Reading = { maxBytes: maxInputBytes, files, signal: this.signal }
    if ('path' in source) {
      const digest = captured?.get(source.path)
      const file =
        digest === undefined
          ? await this.#resources.readPath(source.path, reading)
          : {
              digest,
              path: source.path,
              bytes: (await this.#resources.readBlob(digest, reading)).bytes,
            }
      files.add(file.digest, file.bytes)
      return describe(file.digest, file.bytes, { name: basename(file.path), path: file.path })
    }
    let bytes = files.get(source.blob)
    if (bytes === undefined) {
      const stored = await this.#resources.readBlob(source.blob, reading)
      bytes = stored.bytes
      files.declare(source.blob, stored.mediaType)
    }
    if (bytes.byteLength === 0) throw fault('EMPTY_FILE', 'The file has no bytes.')
    if (bytes.byteLength > maxInputBytes) throw tooLarge(bytes.byteLength, maxInputBytes)
    files.add(source.blob, bytes)
    const declared = files.declaredType(source.blob)
    return describe(source.blob, bytes, {
      ...(source.name !== undefined && { name: source.name }),
      ...(declared !== undefined && { declared }),
    })
  }

  progress(fraction: number): void {
    this.#options.onProgress?.(fraction)
  }

  get isHeard(): boolean {
    return this.#options.onEmit !== undefined
  }

  emit(item: unknown): void {
    this.#options.onEmit?.(item)
  }

  blob(digest: Digest, mediaType: string): { blob: Digest; mediaType: string; bytes: number; url: string } {
    const bytes = this.#options.files.get(digest)
    if (bytes === undefined) throw new Error(`the plan names a file it does not hold: ${digest}`)
    return { blob: digest, mediaType, bytes: bytes.byteLength, url: `/v1/blobs/${digest}` }
  }
}

/** The fault of a file over the limit of its operation. */
export function tooLarge(bytes: number, maxBytes: number): Fault {
  return fault('TOO_LARGE', `The file has ${bytes} bytes; at most ${maxBytes} are read.`, { bytes, maxBytes })
}

async function describe(
  digest: string,
  bytes: Uint8Array,
  told: Pick<OpenedSource, 'name' | 'path' | 'declared'>,
): Promise<OpenedSource> {
  // file-type reads the first few thousand bytes; it must not see shared memory, which other threads may hold.
  const type = await fileTypeFromBuffer(bytes.slice(0, 4100))
  const mediaType = type?.mime ?? (isTiff(bytes) ? 'image/tiff' : 'application/octet-stream')
  return { digest, bytes: bytes.byteLength, mediaType, ...told }
}

/** The directory that file-type looks for may lie at the end of the file. */
function isTiff(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.slice(0, 4)).toString('latin1')
  return start === 'II*\0' || start === 'MM\0*'
}
