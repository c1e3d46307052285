import { mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { Fault, fault } from '../../bridge/faults.ts'
import { WatchState } from './watch-state.ts'
import { codeOf, digestOf, removeDrafts, writeNew } from './write-new.ts'

/** What became of one file. */
export interface WatchEvent {
  /** Name in the folder watched. */
  file: string
  state: 'written' | 'would write' | 'known' | 'failed'
  /** Name in the folder written to. */
  to?: string
  /** Whether pages were recognised, all that have text had it already, or there is none. */
  found?: 'recognised' | 'text' | 'none'
  fault?: { code: string; detail: string }
}

interface Call {
  signal: AbortSignal
  timeoutMs: number
}

interface Scan {
  source: { blob: string; name: string }
  languages: 'auto' | string[]
}

/** What of the service is needed. */
export interface WatchClient {
  blobs: {
    put(
      bytes: Uint8Array<ArrayBuffer>,
      options: { mediaType: string; signal: AbortSignal },
    ): Promise<{ blob: string }>
    get(digest: string, options: { signal: AbortSignal }): Promise<Uint8Array>
  }
  documents: {
    read(
      input: Scan,
      options: Call,
    ): Promise<{ documents: { hints?: { suggestedName?: string | undefined } | undefined }[] }>
    searchable(input: Scan, options: Call): Promise<{ pdf: { blob: string }; pages: { from: string }[] }>
  }
}

export interface WatchOptions {
  client: WatchClient
  /** Folder watched: files directly in it, none of those below it. */
  from: string
  /** Folder written to; made if need be. */
  to: string
  languages?: 'auto' | string[] | undefined
  /** Only says what would be written. */
  dryRun?: boolean
  /** A file is taken once it has not changed for so long, in milliseconds. */
  settleMs?: number
  /** Largest file taken, in bytes. */
  maxBytes?: number
}

const types: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
}

/** Longest time one file may take, in milliseconds: a scan of hundreds of pages is read page by page. */
const fileMs = 3_600_000

/**
 * A folder whose scans become searchable PDFs in another, under the names their contents suggest. The files watched are
 * only read. What has been done is remembered in the folder written to, by content.
 */
export class WatchedFolder {
  readonly #options: Required<Pick<WatchOptions, 'settleMs' | 'maxBytes'>> & WatchOptions
  readonly #state: WatchState
  /** Files that need no second look, by name, size and time of change; those that failed among them. */
  readonly #looked = new Set<string>()

  private constructor(options: WatchOptions, state: WatchState) {
    this.#options = { settleMs: 2000, maxBytes: 50 * 1024 * 1024, ...options }
    this.#state = state
  }

  /** Faults: NOT_FOUND; INVALID_INPUT for what is no folder, and where one lies in the other; FORBIDDEN, DAMAGED. */
  static async open(options: WatchOptions): Promise<WatchedFolder> {
    const from = await folderAt(options.from)
    if (options.dryRun !== true) await makeFolder(options.to)
    const to = await realpath(options.to).catch(() => options.to)
    if (`${from}${sep}`.startsWith(`${to}${sep}`) || `${to}${sep}`.startsWith(`${from}${sep}`)) {
      throw fault(
        'INVALID_INPUT',
        `Neither folder may lie in the other: ${from} and ${to}. Name another for --searchable.`,
      )
    }
    if (options.dryRun !== true) await removeDrafts(to)
    return new WatchedFolder({ ...options, from, to }, await WatchState.open(to))
  }

  /**
   * Looks through the folder once and takes what is new, oldest first; each file is told as it is done. Answers whether
   * files are left that are still being written. Throws only what is no file's fault: UNREACHABLE, CANCELLED, UNAUTHENTICATED,
   * FORBIDDEN where the other folder cannot be written to, NOT_FOUND where this one has gone.
   */
  async round(
    report: (event: WatchEvent) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<{ unsettled: number }> {
    let unsettled = 0
    for (const { name, key, settled } of await this.#files()) {
      signal.throwIfAborted()
      if (this.#looked.has(key)) continue
      if (!settled) {
        unsettled += 1
        continue
      }
      try {
        await report(await this.#take(name, signal))
        this.#looked.add(key)
      } catch (error) {
        if (!(error instanceof Fault) || signal.aborted || isOfService(error)) throw error
        // A service that is busy is asked again in the next round.
        if (!error.retryable) this.#looked.add(key)
        await report({ file: name, state: 'failed', fault: { code: error.code, detail: error.message } })
      }
    }
    return { unsettled }
  }

  async #files(): Promise<{ name: string; key: string; settled: boolean; changed: number }[]> {
    const { from, settleMs } = this.#options
    const names = await readdir(from).catch((error: unknown) => {
      throw fault('NOT_FOUND', `${from} cannot be looked through (${codeOf(error)}).`, { path: from }, error)
    })
    const found = []
    for (const name of names.sort()) {
      if (name.startsWith('.') || !(extname(name).toLowerCase() in types)) continue
      const about = await stat(join(from, name)).catch(() => undefined)
      if (about === undefined || !about.isFile()) continue
      // When the system last changed it; a camera's clock, which the other time may be from, can be years ahead, and that of
      // a network folder can differ from ours.
      const changed = about.ctimeMs
      const settled = Math.abs(Date.now() - changed) >= settleMs
      found.push({ name, key: `${name}\0${about.size}\0${about.mtimeMs}`, settled, changed })
    }
    return found.sort((a, b) => a.changed - b.changed)
  }

  async #take(name: string, signal: AbortSignal): Promise<WatchEvent> {
    const { client, from, to, languages = 'auto', dryRun, maxBytes } = this.#options
    const path = join(from, name)
    const bytes = await bytesOf(path, maxBytes)
    if (bytes.length === 0) throw fault('EMPTY_FILE', 'The file has no bytes.')
    const digest = digestOf(bytes)
    const known = this.#state.get(digest)
    if (known !== undefined) return { file: name, state: 'known', to: known.to }
    const mediaType = types[extname(name).toLowerCase()] ?? 'application/octet-stream'
    const { blob } = await client.blobs.put(bytes, { mediaType, signal })
    const options = { signal, timeoutMs: fileMs }
    const source = { blob, name }
    const { documents } = await client.documents.read({ source, languages }, options)
    const target = pdfName(documents[0]?.hints?.suggestedName, name)
    if (dryRun === true) return { file: name, state: 'would write', to: target }
    const { pdf, pages } = await client.documents.searchable({ source, languages }, options)
    const written = await writeNew(to, target, await client.blobs.get(pdf.blob, { signal }))
    await this.#state.add(digest, { from: name, to: written })
    const has = (kind: string): boolean => pages.some(({ from }) => from === kind)
    const found = has('ocr') ? 'recognised' : has('text') ? 'text' : 'none'
    return { file: name, state: 'written', to: written, found }
  }
}

/** Faults: TOO_LARGE, NOT_FOUND for what cannot be read. */
async function bytesOf(path: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size } = await stat(path)
    if (size > maxBytes)
      throw fault('TOO_LARGE', `At most ${maxBytes} bytes are taken; the file has ${size}.`)
    return Uint8Array.from(await readFile(path))
  } catch (error) {
    if (error instanceof Fault) throw error
    throw fault('NOT_FOUND', `The file cannot be read (${codeOf(error)}).`, { path }, error)
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    throw fault('FORBIDDEN', `The folder ${path} cannot be made (${codeOf(error)}).`, { path }, error)
  }
}

/** The name suggested, else that of the file, as a PDF. */
function pdfName(suggested: string | undefined, name: string): string {
  const stem = (suggested ?? name).replace(/\.[^.]*$/, '').replace(/[/\\\0]/g, '-')
  return `${stem === '' ? 'document' : stem}.pdf`
}

const isOfService = ({ code }: Fault): boolean =>
  code === 'UNREACHABLE' || code === 'CANCELLED' || code === 'UNAUTHENTICATED' || code === 'FORBIDDEN'

async function folderAt(path: string): Promise<string> {
  const about = await stat(path).catch(() => undefined)
  if (about === undefined) throw fault('NOT_FOUND', `There is no folder ${path}.`, { path })
  if (!about.isDirectory())
    throw fault('INVALID_INPUT', `${path} is a file; name the folder it is in.`, { path })
  return await realpath(path)
}
