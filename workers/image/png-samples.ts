import { damaged } from './png-chunks.ts'
import type { PngHeader } from './png-header.ts'

/** Writes the pixels of one unfiltered row as RGBA8: the first at `to`, each next `stride` bytes on. */
export type RowReader = (
  row: Uint8Array,
  width: number,
  pixels: Uint8Array,
  to: number,
  stride: number,
) => void

/**
 * The reader of a picture's rows. Samples below a byte are spread over 0..255, those of 16 bits are rounded
 * (PNG 3rd edition, 13.12); transparency by colour compares before that.
 *
 * @param palette data of the PLTE chunk. @param transparency data of the tRNS chunk.
 */
export function sampleReader(
  header: PngHeader,
  palette: Uint8Array | undefined,
  transparency: Uint8Array | undefined,
): RowReader {
  if (header.colour === 'palette') return paletteReader(header.depth, palette, transparency)
  if (header.depth === 8 && header.colour === 'rgb-alpha') return copyPixels
  if (header.depth === 8 && header.colour === 'rgb' && !transparency) return copyColours
  return colourReader(header, transparency)
}

/** The commonest kinds, as they are. */
function copyPixels(row: Uint8Array, width: number, pixels: Uint8Array, to: number, stride: number): void {
  if (stride === 4) pixels.set(row, to)
  else for (let x = 0; x < width; x++) pixels.set(row.subarray(x * 4, x * 4 + 4), to + x * stride)
}

function copyColours(row: Uint8Array, width: number, pixels: Uint8Array, to: number, stride: number): void {
  for (let from = 0; from < width * 3; from += 3, to += stride) {
    pixels[to] = row[from] ?? 0
    pixels[to + 1] = row[from + 1] ?? 0
    pixels[to + 2] = row[from + 2] ?? 0
    pixels[to + 3] = 255
  }
}

function paletteReader(
  depth: number,
  palette: Uint8Array | undefined,
  transparency: Uint8Array | undefined,
): RowReader {
  if (!palette || palette.length % 3 !== 0) throw damaged('its palette is missing or cut off')
  const colours = new Uint8Array(1024)
  for (let i = 0; i < 256; i++) {
    colours.set(palette.subarray(i * 3, i * 3 + 3), i * 4)
    colours[i * 4 + 3] = transparency?.[i] ?? 255
  }
  return (row, width, pixels, to, stride) => {
    for (let x = 0; x < width; x++) {
      const index = sample(row, x, depth)
      pixels.set(colours.subarray(index * 4, index * 4 + 4), to + x * stride)
    }
  }
}

function colourReader(header: PngHeader, transparency: Uint8Array | undefined): RowReader {
  const { depth, channels, colour } = header
  const grey = colour.startsWith('grey')
  const hasAlpha = colour.endsWith('alpha')
  const toByte = byteOf(depth)
  const key = hasAlpha ? undefined : transparentColour(transparency, channels)
  return (row, width, pixels, to, stride) => {
    for (let x = 0; x < width; x++, to += stride) {
      const at = x * channels
      const red = sample(row, at, depth)
      const green = grey ? red : sample(row, at + 1, depth)
      const blue = grey ? red : sample(row, at + 2, depth)
      pixels[to] = toByte(red)
      pixels[to + 1] = toByte(green)
      pixels[to + 2] = toByte(blue)
      if (hasAlpha) pixels[to + 3] = toByte(sample(row, at + channels - 1, depth))
      else pixels[to + 3] = key && key[0] === red && key[1] === green && key[2] === blue ? 0 : 255
    }
  }
}

/** Sample number `i` of a row, as stored. */
function sample(row: Uint8Array, i: number, depth: number): number {
  if (depth === 8) return row[i] ?? 0
  if (depth === 16) return ((row[2 * i] ?? 0) << 8) | (row[2 * i + 1] ?? 0)
  const bit = i * depth
  return ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
}

function byteOf(depth: number): (value: number) => number {
  if (depth === 8) return (value) => value
  if (depth === 16) return (value) => (value * 255 + 32895) >>> 16
  const step = 255 / ((1 << depth) - 1)
  return (value) => value * step
}

/** The one colour that is transparent, as stored samples of red, green and blue. */
function transparentColour(data: Uint8Array | undefined, channels: number): number[] | undefined {
  if (!data) return undefined
  if (data.length !== channels * 2) throw damaged('its transparent colour is cut off')
  const [red = 0, green = red, blue = red] = Array.from({ length: channels }, (_, i) => sample(data, i, 16))
  return [red, green, blue]
}
