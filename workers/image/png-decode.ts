import { inflateSync } from 'node:zlib'
import { fault } from '../../bridge/faults.ts'
import type { Picture } from '../../wasm/gaussian.ts'
import { type PngFilterKernel, unfilter } from '../../wasm/png-filters.ts'
import { type Chunk, damaged, readChunks } from './png-chunks.ts'
import { type PngHeader, readHeader } from './png-header.ts'
import { bytesOf, passesOf } from './png-passes.ts'
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

/** The chunks of a file that matter here, collected. */
interface Parts {
  header: PngHeader
  data: Uint8Array[]
  palette?: Uint8Array
  transparency?: Uint8Array
  kept: Chunk[]
}

const KEPT = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'pHYs', 'eXIf']

/**
 * Decodes a PNG file of any colour type, depth and interlace into straight RGBA8; 16-bit samples are rounded.
 *
 * Ours because a canvas stores premultiplied bytes: through it a red of 200 comes back as 191 at alpha 4, as 255 at
 * alpha 1. Sizes are checked from the header; no more is inflated than the header promises.
 *
 * Faults: DAMAGED, TOO_MANY_PIXELS, TYPE_UNSUPPORTED (animated).
 */
export function decodePng(file: Uint8Array, limits: PngLimits, filters: PngFilterKernel): DecodedPng {
  const { header, data, palette, transparency, kept } = collect(file, limits)
  const { width, height, depth, channels } = header
  const passes = passesOf(header)
  const inflated = inflate(data, bytesOf(passes))
  const read = sampleReader(header, palette, transparency)
  const pixels = new Uint8Array(width * height * 4)
  const pixelBytes = Math.max(1, (depth * channels) >> 3)
  let offset = 0
  for (const pass of passes) {
    const end = offset + pass.height * (pass.rowBytes + 1)
    const rows = unfiltered(filters, inflated.subarray(offset, end), pass.rowBytes, pixelBytes)
    for (let y = 0; y < pass.height; y++) {
      const row = rows.subarray(y * pass.rowBytes, (y + 1) * pass.rowBytes)
      const to = ((pass.y + y * pass.stepY) * width + pass.x) * 4
      read(row, pass.width, pixels, to, pass.stepX * 4)
    }
    offset = end
  }
  return { picture: { width, height, pixels }, kept }
}

function collect(file: Uint8Array, limits: PngLimits): Parts {
  const chunks = readChunks(file)
  const header = readHeader(chunks.next().value ?? undefined)
  refuseTooLarge(header, limits)
  const parts: Parts = { header, data: [], kept: [] }
  for (const chunk of chunks) {
    if (chunk.type === 'IDAT') parts.data.push(chunk.data)
    else if (chunk.type === 'PLTE') parts.palette = chunk.data
    else if (chunk.type === 'tRNS') parts.transparency = chunk.data
    else if (chunk.type === 'acTL') throw animated()
    else if (KEPT.includes(chunk.type) && !isGreyProfile(chunk, header)) parts.kept.push(chunk)
  }
  return parts
}

function refuseTooLarge({ width, height }: PngHeader, { maxPixels, maxSide }: PngLimits): void {
  if (width * height <= maxPixels && Math.max(width, height) <= maxSide) return
  const size = `The picture has ${width} x ${height} pixels`
  const most = `at most ${maxPixels} pixels and ${maxSide} a side are taken`
  throw fault('TOO_MANY_PIXELS', `${size}; ${most}. Scale it down first.`, {
    width,
    height,
    maxPixels,
    maxSide,
  })
}

function animated(): Error {
  return fault('TYPE_UNSUPPORTED', 'The PNG is animated; only still pictures are taken. Send a single frame.')
}

/** A profile of grey may not stand beside the colour pixels we write. */
function isGreyProfile(chunk: Chunk, header: PngHeader): boolean {
  return chunk.type === 'iCCP' && header.colour.startsWith('grey')
}

function inflate(data: Uint8Array[], expected: number): Uint8Array {
  let inflated: Uint8Array
  try {
    inflated = inflateSync(Buffer.concat(data), { maxOutputLength: expected })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw damaged(`its pixels cannot be unpacked (${code})`, error)
  }
  if (inflated.length < expected) throw damaged('some of its rows are missing')
  return inflated
}

function unfiltered(
  filters: PngFilterKernel,
  rows: Uint8Array,
  rowBytes: number,
  pixelBytes: number,
): Uint8Array {
  try {
    return unfilter(filters, rows, rowBytes, pixelBytes)
  } catch (error) {
    if (error instanceof RangeError) throw damaged(`${error.message}, which does not exist`, error)
    throw error
  }
}
