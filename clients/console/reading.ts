import type { JobView } from '../../bridge/job.ts'
import type { OutputOf } from '../calls.ts'
import { isOver, type Service } from './service.ts'
import { NotReadable } from './troubles.ts'
import { bytes, several } from './words.ts'
import { pause, ServiceError, Unreachable } from './wire.ts'

/** A word with its place: left, top, width and height in pixels of the upright picture. */
export interface PlacedWord {
  text: string
  box: [x: number, y: number, width: number, height: number]
  confidence: number
}

/** The picture of a page and where its words stand. */
export interface PagePicture {
  /** Address of the picture as it was given. */
  address: string
  /** Of the upright picture, in pixels. */
  width: number
  height: number
  /** Degrees clockwise by which the picture is turned to stand upright. */
  turn: number
  words: PlacedWord[]
}

export interface ReadPage {
  number: number
  text: string
  /** What a person should know of the page: that it has no text, that it was cut, that it could not be read. */
  note?: string
  picture?: PagePicture
}

/** A file that was read. */
export interface Reading {
  pages: ReadPage[]
  /** A few words about the file. */
  about: string
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
  const input = { source, pages: 'all' }
  if (password === undefined) return documentReading(await asJob(service, 'documents.read', input, options))
  // The input of a job is kept on disk for a day; a password should not be.
  onProgress({ stage: 'running', fraction: 0, etaMs: null })
  return documentReading(await service.call('documents.read', { ...input, password }, signal))
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

function documentReading({ documents }: OutputOf<'documents.read'>): Reading {
  const [document] = documents
  if (document === undefined) throw new TypeError('The answer has no document.')
  const pages = document.pages.map((page): ReadPage => {
    const note = noteOf(page)
    return { number: page.number, text: page.text, ...(note !== undefined && { note }) }
  })
  const facts = [several(document.pageCount ?? pages.length, 'page')]
  if (document.bytes !== undefined) facts.push(bytes(document.bytes))
  return { pages, about: facts.join(' · ') }
}

function noteOf(page: OutputOf<'documents.read'>['documents'][number]['pages'][number]): string | undefined {
  if (page.error !== undefined) return `This page could not be read: ${page.error.detail}`
  if (page.truncated === true) return 'The page has more text than is shown here.'
  if (page.text.trim() === '') return 'There is no text on this page.'
  return undefined
}

function pictureReading(file: File, read: Recognized): Reading {
  const { text, confidence, rotation, width, height, words = [] } = read
  const picture: PagePicture = {
    address: URL.createObjectURL(file),
    width,
    height,
    turn: rotation,
    words,
  }
  const nothing = text.trim() === ''
  const about = [`${width} × ${height} pixels`, bytes(file.size)]
  if (!nothing) about.push(`${Math.round(confidence * 100)} % sure`)
  return {
    pages: [{ number: 1, text, picture, ...(nothing && { note: 'There is no text in this picture.' }) }],
    about: about.join(' · '),
  }
}
