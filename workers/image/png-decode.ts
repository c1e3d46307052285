import { inflateSync } from 'node:zlib'
import { fault } from '../../bridge/faults.ts'
import type { Picture } from '../../wasm/gaussian.ts'
import { type Chunk, damaged, readChunks } from './png-chunks.ts'
import { unfilter } from './png-filters.ts'
import { type PngHeader, readHeader } from './png-header.ts'
import { sampleReader } from './png-samples.ts'

/** What is refused before a pixel is decoded. */
export interface PngLimits {
  maxPixels: number
  /** Longest side, in pixels. */
  maxSide: number
}

/** A decoded picture and the chunks that say what its numbers mean. */
export interface DecodedPng {
  picture: Picture
  /** Colour space, resolution and orientation: to be written again beside changed pixels. */
  kept: Chunk[]
}

/** One pass of the picture: where its pixels lie in the whole. */
interface Pass {
  x: number
  y: number
  stepX: number
  stepY: number
}

const WHOLE: Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }]

/** Adam7 (PNG 3rd edition, 8.2). */
const ADAM7: Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
]

const KEPT = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'pHYs', 'eXIf']

/**
 * Decodes a PNG file of any colour type, depth and interlace into straight RGBA8; 16-bit samples are rounded.
 *
 * Ours because the canvas stores premultiplied bytes: through it a red of 200 at alpha 3 comes back as 170, at
 * alpha 1 as 255. Sizes are checked from the header; no more is inflated than the header promises.
 *
 * Faults: DAMAGED, TOO_MANY_PIXELS, TYPE_UNSUPPORTED (animated).
 */
export function decodePng(file: Uint8Array, limits: PngLimits): DecodedPng {
  const chunks = readChunks(file)
  const header = readHeader(chunks.next().value ?? undefined)
  refuseTooLarge(header, limits)
  const data: Uint8Array[] = []
  const kept: Chunk[] = []
  let palette: Uint8Array | undefined
  let transparency: Uint8Array | undefined
  for (const chunk of chunks) {
    if (chunk.type === 'IDAT') data.push(chunk.data)
    else if (chunk.type === 'PLTE') palette = chunk.data
    else if (chunk.type === 'tRNS') transparency = chunk.data
    else if (chunk.type === 'acTL') {
      throw fault(
        'TYPE_UNSUPPORTED',
        'The PNG file is animated; only still pictures are taken. Send one frame.',
      )
    } else if (KEPT.includes(chunk.type) && !isGreyProfile(chunk, header)) kept.push(chunk)
  }
  const passes = (header.interlaced ? ADAM7 : WHOLE).map((pass) => ({ ...pass, ...passSize(pass, header) }))
  const inflated = inflate(
    data,
    passes.reduce((sum, { width, height, rowBytes }) => sum + (width && height * (rowBytes + 1)), 0),
  )
  const { width, height } = header
  const pixels = new Uint8Array(width * height * 4)
  const read = sampleReader(header, palette, transparency)
  let offset = 0
  for (const pass of passes) {
    if (pass.width === 0 || pass.height === 0) continue
    const end = offset + pass.height * (pass.rowBytes + 1)
    const rows = inflated.subarray(offset, end)
    unfilter(rows, pass.rowBytes, Math.max(1, (header.depth * header.channels) >> 3))
    for (let y = 0; y < pass.height; y++) {
      const row = rows.subarray(y * (pass.rowBytes + 1) + 1, (y + 1) * (pass.rowBytes + 1))
      const to = ((pass.y + y * pass.stepY) * width + pass.x) * 4
      read(row, pass.width, pixels, to, pass.stepX * 4)
    }
    offset = end
  }
  return { picture: { width, height, pixels }, kept }
}

function refuseTooLarge({ width, height }: PngHeader, { maxPixels, maxSide }: PngLimits): void {
  if (width * height <= maxPixels && Math.max(width, height) <= maxSide) return
  throw fault(
    'TOO_MANY_PIXELS',
    `The picture has ${width} x ${height} pixels; at most ${maxPixels} pixels and ${maxSide} a side are taken. Scale it down first.`,
    { width, height, maxPixels, maxSide },
  )
}

/** A profile of grey may not stand beside the colour pixels we write. */
function isGreyProfile(chunk: Chunk, header: PngHeader): boolean {
  return chunk.type === 'iCCP' && header.colour.startsWith('grey')
}

function passSize(pass: Pass, header: PngHeader): { width: number; height: number; rowBytes: number } {
  const width = Math.ceil(Math.max(0, header.width - pass.x) / pass.stepX)
  const height = Math.ceil(Math.max(0, header.height - pass.y) / pass.stepY)
  return { width, height, rowBytes: Math.ceil((width * header.depth * header.channels) / 8) }
}

function inflate(data: Uint8Array[], expected: number): Uint8Array {
  let inflated: Uint8Array
  try {
    inflated = inflateSync(Buffer.concat(data), { maxOutputLength: expected })
  } catch (error) {
    throw damaged(`its pixels cannot be unpacked (${codeOf(error)})`)
  }
  if (inflated.length < expected) throw damaged('some of its rows are missing')
  return inflated
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
