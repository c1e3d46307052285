import { constants, createInflate } from 'node:zlib'
import { fault } from '../../bridge/faults.ts'
import type { LeafContext } from '../leaf.ts'
import { RawObjects } from './raw-objects.ts'

/** Deflate cannot grow data by more than this (zlib, "Maximum expansion factor"). */
const deflateRatio = 1032

/** Bytes before the keyword `stream` that are searched for its dictionary. */
const dictionaryBytes = 8192

/** Streams that may begin before one of them ends; more is a trap for whoever looks into each. */
const mostBeginnings = 32

/** Streams between two looks at the clock. */
const streamsPerCheck = 256

/**
 * Refuses a PDF of which one compressed stream, or the streams of one page together, unfold to more than `maxBytes`.
 * pdf.js would unfold them whole, in memory no thread limit counts, and then read without ever yielding. Only what is
 * long enough to get there is unfolded, and only as far as the limit: a few milliseconds on usual files. Pictures are
 * left out, since reading text never decodes them, unless they are to be drawn: then each may have what its size needs; encrypted streams cannot be looked into.
 * Faults: ARCHIVE_BOMB; DAMAGED for streams that begin and never end.
 */
export async function refuseBombs(
  bytes: Buffer,
  maxBytes: number,
  ctx: LeafContext,
  pictures: 'skipped' | 'drawn' = 'skipped',
): Promise<void> {
  await refuseBombStreams(bytes, maxBytes, ctx, pictures)
  refuseBombPages(bytes, maxBytes, ctx)
}

async function refuseBombStreams(
  bytes: Buffer,
  maxBytes: number,
  ctx: LeafContext,
  pictures: 'skipped' | 'drawn',
): Promise<void> {
  let seen = 0
  let within = { end: -1, beginnings: 0 }
  for (const stream of flateStreams(bytes)) {
    if (++seen % streamsPerCheck === 0) ctx.checkpoint()
    within = { end: stream.end, beginnings: stream.end === within.end ? within.beginnings + 1 : 1 }
    if (within.beginnings > mostBeginnings) {
      throw fault('DAMAGED', `Expected streams that end; ${mostBeginnings} begin before one does.`)
    }
    if (stream.picture && pictures === 'skipped') continue
    const most = stream.pictureBytes ?? maxBytes
    const shortest = Math.max(1, Math.floor(most / deflateRatio))
    if (stream.filters === 1 && stream.end - stream.start < shortest) continue
    ctx.checkpoint()
    if (await unfoldsBeyond(bytes.subarray(stream.start, stream.end), stream.filters, most)) {
      throw fault(
        'ARCHIVE_BOMB',
        `A stream of ${stream.end - stream.start} bytes unfolds to more than the ${most} bytes allowed ` +
          (stream.picture ? 'for a picture of its size.' : '(setting documents.maxUnfoldedBytes).'),
        { maxUnfoldedBytes: most },
      )
    }
  }
}

interface FlateStream {
  start: number
  end: number
  /** How many Flate filters may be applied one after another. */
  filters: number
  picture: boolean
  /** Bytes a picture of its size may have. */
  pictureBytes?: number | undefined
}

/** Every place that may begin a Flate stream, even within what looks like another: a reader may take it for one. */
function* flateStreams(bytes: Buffer): Generator<FlateStream> {
  let end = -1
  for (
    let at = bytes.indexOf('stream', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('stream', at + 6, 'latin1')
  ) {
    let start = at + 6
    if (bytes[start] === 13) start += 1
    if (bytes[start] === 10) start += 1
    if (start === at + 6 || bytes.toString('latin1', at - 3, at) === 'end') continue
    const filters = filtersBefore(bytes, at)
    if (filters.count === 0) continue
    if (end < start) {
      const found = bytes.indexOf('endstream', start, 'latin1')
      end = found < 0 ? bytes.length : found
    }
    yield { start, end, filters: filters.count, picture: filters.picture, pictureBytes: filters.pictureBytes }
  }
}

function filtersBefore(
  bytes: Buffer,
  keyword: number,
): { count: number; picture: boolean; pictureBytes: number | undefined } {
  const before = bytes.toString('latin1', Math.max(0, keyword - dictionaryBytes), keyword)
  const own = before
    .slice(before.lastIndexOf(' obj') + 1)
    .replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const named = own.match(/\/(FlateDecode|Fl)\b/g)?.length ?? 0
  // A filter named by reference may be anything, twice over.
  const count = named === 0 && /\/Filter\s+\d+\s+\d+\s+R/.test(own) ? 2 : named
  const picture = /\/Subtype\s*\/Image\b/.test(own)
  return { count, picture, pictureBytes: picture ? pictureBytes(own) : undefined }
}

/** What a picture of no more than eight bytes a pixel needs; none where its size is not in its dictionary. */
function pictureBytes(dictionary: string): number | undefined {
  const [width, height] = ['Width', 'Height'].map((name) => {
    const found = new RegExp(`/${name}\\s+(\\d+)(?!\\d|\\s+\\d+\\s+R)`).exec(dictionary)
    return found ? Number(found[1]) : 0
  })
  const pixels = (width ?? 0) * (height ?? 0)
  return pixels === 0 ? undefined : Math.max(1 << 20, pixels * 8)
}

/** Whether any of `filters` inflations in a row gives more than `maxBytes`. Damaged data ends where it breaks. */
async function unfoldsBeyond(data: Buffer, filters: number, maxBytes: number): Promise<boolean> {
  if (!isZlib(data)) return false
  for (let stages = 1; stages <= filters; stages += 1) {
    if (await lastStageBeyond(data, stages, maxBytes)) return true
  }
  return false
}

/** A zlib header as pdf.js checks it (RFC 1950, 2.2). */
function isZlib(data: Buffer): boolean {
  const [method = 0, flags = 0] = data
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0 && (flags & 0x20) === 0
}

async function lastStageBeyond(data: Buffer, count: number, maxBytes: number): Promise<boolean> {
  const stages = Array.from({ length: count }, () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }))
  return await new Promise((resolve) => {
    let size = 0
    const end = (): void => {
      for (const stage of stages) stage.destroy()
      resolve(size > maxBytes)
    }
    stages.forEach((stage, index) => {
      const next = stages[index + 1]
      stage.on('error', end)
      if (next) stage.pipe(next)
    })
    const last = stages.at(-1)
    last?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) end()
    })
    last?.on('end', end)
    stages[0]?.end(data)
  })
}

/** Streams of one page that are not added up: each is below the limit already. */
const fewStreams = 8

/** Adds up the streams of every list of references, such as the contents of a page, which may name one many times. */
function refuseBombPages(bytes: Buffer, maxBytes: number, ctx: LeafContext): void {
  const lists = Array.from(bytes.toString('latin1').matchAll(/\[[\s\dR]+\]/g), ([list]) =>
    Array.from(list.matchAll(/(\d+)\s+\d+\s+R/g), ([, number]) => Number(number)),
  ).filter((list) => list.length > fewStreams)
  if (lists.length === 0) return
  const objects = new RawObjects(bytes)
  const sizes = new Map<number, number>()
  for (const list of lists) {
    let total = 0
    for (const number of list) {
      let size = sizes.get(number)
      if (size === undefined) {
        ctx.checkpoint()
        const object = objects.get(number)
        size = object === undefined ? 0 : objects.unfoldedBytes(object, maxBytes)
        sizes.set(number, size)
      }
      total += size
      if (total <= maxBytes) continue
      throw fault(
        'ARCHIVE_BOMB',
        `The streams of one page unfold to more than the ${maxBytes} bytes allowed (setting documents.maxUnfoldedBytes).`,
        { maxUnfoldedBytes: maxBytes },
      )
    }
  }
}
