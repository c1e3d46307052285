import { constants, createInflate } from 'node:zlib'
import { fault } from '../../bridge/faults.ts'
import type { LeafContext } from '../leaf.ts'

/** Deflate cannot grow data by more than this (zlib, "Maximum expansion factor"). */
const deflateRatio = 1032

/**
 * Refuses a PDF in which one compressed stream unfolds to more than `maxBytes`. pdf.js would unfold it whole and
 * then read it without ever yielding. Only streams long enough to get there are unfolded, and only as far as the
 * limit: a few milliseconds on usual files. Pictures are left out, since reading text never decodes them.
 * Fault: ARCHIVE_BOMB.
 */
export async function refuseBombs(bytes: Buffer, maxBytes: number, ctx: LeafContext): Promise<void> {
  const shortest = Math.max(1, Math.floor(maxBytes / deflateRatio))
  for (const stream of flateStreams(bytes)) {
    if (stream.filters === 1 && stream.end - stream.start < shortest) continue
    if (stream.picture) continue
    ctx.checkpoint()
    const size = await unfoldedSize(bytes.subarray(stream.start, stream.end), stream.filters, maxBytes)
    if (size > maxBytes) {
      throw fault(
        'ARCHIVE_BOMB',
        `A stream of ${stream.end - stream.start} bytes unfolds to more than the ${maxBytes} bytes allowed ` +
          '(setting documents.maxUnfoldedBytes).',
        { maxUnfoldedBytes: maxBytes },
      )
    }
  }
}

interface FlateStream {
  start: number
  end: number
  /** How many Flate filters are applied one after another. */
  filters: number
  picture: boolean
}

function* flateStreams(bytes: Buffer): Generator<FlateStream> {
  let at = 0
  for (;;) {
    const keyword = bytes.indexOf('stream', at, 'latin1')
    if (keyword < 0) return
    at = keyword + 6
    if (bytes.toString('latin1', keyword - 3, keyword) === 'end') continue
    const dictionary = bytes.toString('latin1', Math.max(0, keyword - 2048), keyword)
    const own = dictionary.slice(dictionary.lastIndexOf(' obj') + 1)
    const filters = own.match(/\/(FlateDecode|Fl)\b/g)?.length ?? 0
    if (filters === 0) continue
    let start = keyword + 6
    if (bytes[start] === 13) start += 1
    if (bytes[start] === 10) start += 1
    const found = bytes.indexOf('endstream', start, 'latin1')
    const end = found < 0 ? bytes.length : found
    at = end
    yield { start, end, filters, picture: /\/Subtype\s*\/Image\b/.test(own) }
  }
}

/** Size after `filters` inflations in a row, or the first size beyond `maxBytes`. Damaged data ends where it breaks. */
async function unfoldedSize(data: Buffer, filters: number, maxBytes: number): Promise<number> {
  const stages = Array.from({ length: filters }, () => createInflate({ finishFlush: constants.Z_SYNC_FLUSH }))
  const [first] = stages
  const last = stages.at(-1)
  if (!first || !last) return data.length
  return await new Promise((resolve) => {
    let size = 0
    const end = (): void => {
      for (const stage of stages) stage.destroy()
      resolve(size)
    }
    stages.forEach((stage, index) => {
      stage.on('error', end)
      const next = stages[index + 1]
      if (next) stage.pipe(next)
    })
    last.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) end()
    })
    last.on('end', end)
    first.end(data)
  })
}
