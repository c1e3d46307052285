import { crc32, deflateSync } from 'node:zlib'

/** A PNG file to be made for a test, sample by sample. */
export interface PngRecipe {
  width: number
  height: number
  /** Bits of a sample. */
  depth: number
  /** 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha. */
  colourType: number
  /** The stored value of a sample. */
  sample: (x: number, y: number, channel: number) => number
  interlaced?: boolean
  /** Chunks before the pixels, such as PLTE. */
  chunks?: [type: string, data: Uint8Array][]
}

/** Samples of a pixel, by colour type. */
export const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Which pass each pixel of an 8 x 8 tile belongs to (PNG 3rd edition, 8.2, as printed there). */
const ADAM7 = ['16462646', '77777777', '56565656', '77777777', '36463646', '77777777', '56565656', '77777777']

/** Makes a PNG file after the standard, rows taking turns with all five filters. Knows nothing of our own codec. */
export function makePng(recipe: PngRecipe): Uint8Array {
  const { width, height, depth, colourType, interlaced = false, chunks = [] } = recipe
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colourType, 0, 0, interlaced ? 1 : 0], 8)
  const rows = (interlaced ? [...'1234567'] : ['whole']).map((pass) => passBytes(recipe, pass))
  return pngOf([['IHDR', header], ...chunks, ['IDAT', deflateSync(Buffer.concat(rows))]])
}

/** A PNG file of any chunks, with IEND; sound or not. */
export function pngOf(chunks: [type: string, data: Uint8Array][]): Uint8Array {
  const parts = [...chunks, ['IEND', new Uint8Array()] as const].flatMap(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    return [uint32(data.length), body, uint32(crc32(body))]
  })
  return Uint8Array.from(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]))
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function passBytes(recipe: PngRecipe, pass: string): Buffer {
  const { width, height, depth, colourType } = recipe
  const step = Math.max(1, (depth * (CHANNELS[colourType] ?? 1)) / 8)
  const rows: Buffer[] = []
  let above: Buffer | undefined
  for (let y = 0; y < height; y++) {
    const columns = [...Array(width).keys()].filter((x) => pass === 'whole' || ADAM7[y % 8]?.[x % 8] === pass)
    if (columns.length === 0) continue
    const row = packed(recipe, y, columns)
    rows.push(filtered(row, above ?? Buffer.alloc(row.length), step, rows.length % 5))
    above = row
  }
  return Buffer.concat(rows)
}

function packed(recipe: PngRecipe, y: number, columns: number[]): Buffer {
  const { depth, colourType, sample } = recipe
  const channels = [...Array(CHANNELS[colourType]).keys()]
  const bits = columns
    .flatMap((x) => channels.map((channel) => sample(x, y, channel).toString(2).padStart(depth, '0')))
    .join('')
  return Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, '0'), 2)))
}

function filtered(row: Buffer, above: Buffer, step: number, filter: number): Buffer {
  const differences = [...row].map((value, i) => {
    const [a, b, c] = [row[i - step] ?? 0, above[i] ?? 0, above[i - step] ?? 0]
    return (value - ([0, a, b, (a + b) >> 1, predictor(a, b, c)][filter] ?? 0)) & 255
  })
  return Buffer.from([filter, ...differences])
}

/** PaethPredictor as the standard spells it (9.4). */
function predictor(a: number, b: number, c: number): number {
  const p = a + b - c
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)]
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
}
