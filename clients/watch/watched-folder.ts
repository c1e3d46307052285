import { mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { Fault, fault } from '../../bridge/faults.ts'
import type { Client } from '../client.ts'
import { WatchState } from './watch-state.ts'
import { digestOf, removeDrafts, writeNew } from './write-new.ts'

/** What became of one file. */
export interface WatchEvent {
  /** Name in the folder watched. */
  file: string
  state: 'written' | 'would write' | 'known' | 'failed'
  /** Name in the folder written to. */
  to?: string
  /** Pages that were recognised. */
  recognised?: number
  fault?: { code: string; detail: string }
}

export interface WatchOptions {
  client: Pick<Client, 'blobs' | 'documents'>
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

  /** Faults: NOT_FOUND, NOT_A_FILE for what is no folder; INVALID_INPUT where one folder lies in the other; DAMAGED. */
  static async open(options: WatchOptions): Promise<WatchedFolder> {
    const from = await folderAt(options.from)
    if (options.dryRun !== true) await mkdir(options.to, { recursive: true })
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
   * files are left that are still being written. Throws only what is no file's fault: UNREACHABLE, CANCELLED.
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
    const found = []
    for (const name of (await readdir(this.#options.from)).sort()) {
      if (name.startsWith('.') || !(extname(name).toLowerCase() in types)) continue
      const about = await stat(join(this.#options.from, name)).catch(() => undefined)
      if (about === undefined || !about.isFile()) continue
      const changed = Math.max(about.mtimeMs, about.ctimeMs)
      const settled = Date.now() - changed >= this.#options.settleMs
      found.push({ name, key: `${name}\0${about.size}\0${about.mtimeMs}`, settled, changed })
    }
    return found.sort((a, b) => a.changed - b.changed)
  }

  async #take(name: string, signal: AbortSignal): Promise<WatchEvent> {
    const { client, from, to, languages = 'auto', dryRun, maxBytes } = this.#options
    const path = join(from, name)
    const { size } = await stat(path)
    if (size > maxBytes)
      throw fault('TOO_LARGE', `At most ${maxBytes} bytes are taken; the file has ${size}.`)
    const bytes = Uint8Array.from(await readFile(path))
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
    const recognised = pages.filter(({ from }) => from === 'ocr').length
    return { file: name, state: 'written', to: written, recognised }
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
