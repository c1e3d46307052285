import type { JobView } from '../../bridge/job.ts'
import type { OutputOf } from '../calls.ts'
import type { Box } from './marks.ts'
import { isOver, type Service } from './service.ts'
import { StoredDocument } from './stored-document.ts'
import { NotReadable } from './troubles.ts'
import { bytes, several } from './words.ts'
import { pause, ServiceError, Unreachable } from './wire.ts'

/** A word with its place. */
export interface PlacedWord {
  text: string
  /** None for a word that has no place. */
  box?: Box
}

/** How a page is shaped and where its words stand. */
export interface PlacedPage {
  /** Of the upright page. */
  width: number
  height: number
  /** What it is measured in. */
  unit: 'point' | 'pixel'
  /** Degrees clockwise by which its picture is turned to stand upright. */
  turn: number
  words: PlacedWord[]
}

export interface ReadPage {
  number: number
  /** Name of a sheet, title of a chapter, subject of a message. */
  title?: string
  text: string
  /** What a person should know of the page: that it has no text, that it was cut, that it could not be read. */
  note?: string
  /** Given where the places of words are known. */
  placed?: PlacedPage
  /** Address of the picture, where the file is one; others are drawn. */
  address?: string
}

type ReadDocument = OutputOf<'documents.read'>['documents'][number]
type Page = ReadDocument['pages'][number]

/** A file that was read. */
export interface Reading {
  pages: ReadPage[]
  /** The file itself, to ask about its pages. */
  document: StoredDocument
  /** A few words about the file. */
  about: string
  /** What is needed to file it, as far as it is known. */
  hints?: ReadDocument['hints']
  /** Files inside it. */
  attachments?: ReadDocument['attachments']
}

/** How far the reading of a file has come. */
export type Progress =
  | { stage: 'sending' }
  | { stage: 'queued'; position: number; etaMs: number | null }
  | { stage: 'running'; fraction: number; etaMs: number | null }

export interface ReadOptions {
  signal: AbortSignal
  password?: string
  onProgress(progress: Progress): void
}

/** Longest the page looks for a service that went away before it gives a job up, in milliseconds. */
const patienceMs = 15_000

/**
 * Reads a file with the service, which looks at the bytes itself. Throws ServiceError, Unreachable, NotReadable or the
 * signal's reason; aborting cancels the job.
 */
export async function readFile(service: Service, file: File, options: ReadOptions): Promise<Reading> {
  const { signal, password, onProgress } = options
  onProgress({ stage: 'sending' })
  await checkOpens(file)
  const source = { blob: await service.store(file, signal), name: file.name }
  const input = { source, pages: 'all', detail: 'words' }
  const document = new StoredDocument(service, { source, ...(password !== undefined && { password }) })
  if (password === undefined) {
    return readingOf(file, await asJob(service, 'documents.read', input, options), document)
  }
  // The input of a job is kept on disk for a day; a password should not be.
  onProgress({ stage: 'running', fraction: 0, etaMs: null })
  return readingOf(file, await service.call('documents.read', { ...input, password }, signal), document)
}

/** What was dropped may be a folder, or gone since. */
async function checkOpens(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new NotReadable({
      says: 'The browser cannot open this.',
      remedy: 'If it is a folder, drop the files in it; if it was moved, drop it again.',
      passing: false,
    })
  }
}

async function asJob<T>(
  service: Service,
  operation: string,
  input: object,
  options: ReadOptions,
): Promise<T> {
  const { signal } = options
  // Not to be aborted: of a job that was accepted the page must know, to cancel it.
  const started = await service.startJob(operation, input)
  try {
    signal.throwIfAborted()
    const ended = await follow(service, started, options)
    if (ended.state === 'failed' && ended.error !== undefined) {
      throw new ServiceError(422, ended.error)
    }
    if (ended.state === 'cancelled') throw cancelledElsewhere()
    return await service.result<T>(ended.id, signal)
  } catch (error) {
    if (signal.aborted) await service.cancelJob(started.id).catch(() => undefined)
    throw error
  }
}

/** The job was stopped, but not by this page: in the tab Activity, or by a command. */
const cancelledElsewhere = () =>
  new ServiceError(499, { code: 'CANCELLED', detail: 'The job was cancelled.', retryable: true })

/** Tells how a job moves until it ends; a connection that breaks is made again. */
async function follow(
  service: Service,
  started: JobView,
  { signal, onProgress }: ReadOptions,
): Promise<JobView> {
  let seenAt = Date.now()
  for (let job = started; ;) {
    try {
      for await (job of service.jobEvents(job.id, signal)) {
        seenAt = Date.now()
        const { etaMs, position, progress } = job
        if (job.state === 'queued') onProgress({ stage: 'queued', position, etaMs })
        if (job.state === 'running') onProgress({ stage: 'running', fraction: progress, etaMs })
      }
      job = await service.job(job.id, signal)
    } catch (error) {
      const broken = error instanceof Unreachable || error instanceof TypeError
      if (signal.aborted || !broken || Date.now() - seenAt > patienceMs) throw error
    }
    if (isOver(job)) return job
    await pause(500, signal)
    signal.throwIfAborted()
  }
}

function readingOf(file: File, { documents }: OutputOf<'documents.read'>, document: StoredDocument): Reading {
  const [read] = documents
  if (read === undefined) throw new TypeError('The answer has no document.')
  const isPicture = read.mediaType?.startsWith('image/') === true
  const [{ error } = {}] = read.pages
  if (isPicture && read.pages.length === 1 && error !== undefined) throw new ServiceError(422, error)
  // Browsers show no TIFF, and a fax in one has pages.
  const isShown = isPicture && read.mediaType !== 'image/tiff' && read.pages.length === 1
  const pages = read.pages.map((page): ReadPage => {
    const note = noteOf(page)
    const placed = placedOf(page, isPicture ? 'pixel' : 'point')
    return {
      number: page.number,
      ...(page.title !== undefined && { title: page.title }),
      text: page.text,
      ...(note !== undefined && { note }),
      ...(placed !== undefined && { placed }),
      ...(isShown && { address: URL.createObjectURL(file) }),
    }
  })
  const { hints, attachments } = read
  return { pages, document, about: factsOf(read, isPicture).join(' · '), hints, attachments }
}

/** How long a document is, or how large a picture, and how sure the reading of it. */
function factsOf(
  { pages, pageCount = pages.length, bytes: size }: ReadDocument,
  isPicture: boolean,
): string[] {
  const [first] = pages
  const alone = isPicture && pageCount === 1
  const facts = [
    alone && first?.width ? `${first.width} × ${first.height ?? 0} pixels` : several(pageCount, 'page'),
  ]
  if (size !== undefined) facts.push(bytes(size))
  if (alone && first?.confidence !== undefined) facts.push(`${Math.round(first.confidence * 100)} % sure`)
  return facts
}

/** Nothing for a page that could not be read, or that has no area. */
function placedOf(
  { width = 0, height = 0, rotation = 0, words }: Page,
  unit: PlacedPage['unit'],
): PlacedPage | undefined {
  return words === undefined || width === 0 || height === 0
    ? undefined
    : { width, height, unit, turn: rotation, words: words as PlacedWord[] }
}

function noteOf(page: Page): string | undefined {
  if (page.error !== undefined) return `This page could not be read: ${page.error.detail}`
  if (page.truncated === true) return 'The page has more text than is shown here.'
  if (page.text.trim() === '') return 'There is no text on this page.'
  return undefined
}
