import type { JobView } from '../../bridge/job.ts'
import type { OutputOf } from '../calls.ts'
import { PageDrawer } from './page-drawer.ts'
import { isOver, type Service } from './service.ts'
import { NotReadable } from './troubles.ts'
import { bytes, several } from './words.ts'
import { pause, ServiceError, Unreachable } from './wire.ts'

/** A word with its place: left, top, width and height in units of the upright page. */
export interface PlacedWord {
  text: string
  /** None for a word that has no place. */
  box?: [x: number, y: number, width: number, height: number]
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

/** A file that was read. */
export interface Reading {
  pages: ReadPage[]
  /** Draws the pages of a document. */
  drawer?: PageDrawer
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

/** What `ocr.recognize` answers, as far as this page uses it. */
interface Recognized {
  text: string
  confidence: number
  rotation: number
  skewDegrees: number
  width: number
  height: number
  words?: PlacedWord[]
}

/** Longest the page looks for a service that went away before it gives a job up, in milliseconds. */
const patienceMs = 15_000

/**
 * Reads a file with the service: a picture by `ocr.recognize`, anything else by `documents.read`, which looks at the
 * bytes itself. Throws ServiceError, Unreachable, NotReadable or the signal's reason; aborting cancels the job.
 */
export async function readFile(service: Service, file: File, options: ReadOptions): Promise<Reading> {
  const { signal, password, onProgress } = options
  // Browsers show no TIFF, and a fax in one has pages.
  const isPicture = file.type.startsWith('image/') && file.type !== 'image/tiff'
  onProgress({ stage: 'sending' })
  await checkOpens(file)
  const source = { blob: await service.store(file, signal), name: file.name }
  if (isPicture) {
    const input = { source, detail: 'words' }
    return pictureReading(file, await asJob<Recognized>(service, 'ocr.recognize', input, options))
  }
  const input = { source, pages: 'all', detail: 'words' }
  const drawer = new PageDrawer(service, { source, ...(password !== undefined && { password }) })
  if (password === undefined) {
    return documentReading(await asJob(service, 'documents.read', input, options), drawer)
  }
  // The input of a job is kept on disk for a day; a password should not be.
  onProgress({ stage: 'running', fraction: 0, etaMs: null })
  return documentReading(await service.call('documents.read', { ...input, password }, signal), drawer)
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

type DocumentPage = ReadDocument['pages'][number]

function documentReading({ documents }: OutputOf<'documents.read'>, drawer: PageDrawer): Reading {
  const [document] = documents
  if (document === undefined) throw new TypeError('The answer has no document.')
  const unit = document.mediaType?.startsWith('image/') ? 'pixel' : 'point'
  const pages = document.pages.map((page): ReadPage => {
    const note = noteOf(page)
    const placed = placedOf(page, unit)
    return {
      number: page.number,
      ...(page.title !== undefined && { title: page.title }),
      text: page.text,
      ...(note !== undefined && { note }),
      ...(placed !== undefined && { placed }),
    }
  })
  const facts = [several(document.pageCount ?? pages.length, 'page')]
  if (document.bytes !== undefined) facts.push(bytes(document.bytes))
  const { hints, attachments } = document
  return { pages, drawer, about: facts.join(' · '), hints, attachments }
}

/** Nothing for a page that could not be read, or that has no area. */
function placedOf(
  { width = 0, height = 0, rotation = 0, words }: DocumentPage,
  unit: PlacedPage['unit'],
): PlacedPage | undefined {
  return words === undefined || width === 0 || height === 0
    ? undefined
    : { width, height, unit, turn: rotation, words: words as PlacedWord[] }
}

function noteOf(page: DocumentPage): string | undefined {
  if (page.error !== undefined) return `This page could not be read: ${page.error.detail}`
  if (page.truncated === true) return 'The page has more text than is shown here.'
  if (page.text.trim() === '') return 'There is no text on this page.'
  return undefined
}

function pictureReading(file: File, read: Recognized): Reading {
  const { text, confidence, rotation, width, height, words = [] } = read
  const placed: PlacedPage = { width, height, unit: 'pixel', turn: rotation, words }
  const address = URL.createObjectURL(file)
  const nothing = text.trim() === ''
  const about = [`${width} × ${height} pixels`, bytes(file.size)]
  if (!nothing) about.push(`${Math.round(confidence * 100)} % sure`)
  return {
    pages: [
      { number: 1, text, placed, address, ...(nothing && { note: 'There is no text in this picture.' }) },
    ],
    about: about.join(' · '),
  }
}
