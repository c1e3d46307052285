import { type Chunk, damaged } from './png-chunks.ts'

/** What the IHDR chunk says. */
export interface PngHeader {
  width: number
  height: number
  /** Bits of a sample: 1, 2, 4, 8 or 16. */
  depth: number
  colour: 'grey' | 'rgb' | 'palette' | 'grey-alpha' | 'rgb-alpha'
  /** Samples of a pixel. */
  channels: number
  /** Whether the pixels come in the seven passes of Adam7. */
  interlaced: boolean
}

/** Colour types of PNG 3rd edition, table 8, with the depths each allows. */
const COLOURS = new Map<number, { colour: PngHeader['colour']; channels: number; depths: number[] }>([
  [0, { colour: 'grey', channels: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { colour: 'rgb', channels: 3, depths: [8, 16] }],
  [3, { colour: 'palette', channels: 1, depths: [1, 2, 4, 8] }],
  [4, { colour: 'grey-alpha', channels: 2, depths: [8, 16] }],
  [6, { colour: 'rgb-alpha', channels: 4, depths: [8, 16] }],
])

/** Reads the first chunk of a file; DAMAGED when it is no header of the standard. */
export function readHeader(chunk: Chunk | undefined): PngHeader {
  if (chunk?.type !== 'IHDR' || chunk.data.length !== 13) throw damaged('it does not begin with its header')
  const view = new DataView(chunk.data.buffer, chunk.data.byteOffset, 13)
  const [width, height, depth] = [view.getUint32(0), view.getUint32(4), view.getUint8(8)]
  const known = COLOURS.get(view.getUint8(9))
  if (width === 0 || height === 0 || width > 0x7fff_ffff || height > 0x7fff_ffff) {
    throw damaged(`its header says ${width} x ${height} pixels`)
  }
  if (!known?.depths.includes(depth)) {
    throw damaged(`its header says colour type ${view.getUint8(9)} with ${depth} bits`)
  }
  if (view.getUint8(10) !== 0 || view.getUint8(11) !== 0 || view.getUint8(12) > 1) {
    throw damaged('its header names a compression, filter or interlace method that does not exist')
  }
  const { colour, channels } = known
  return { width, height, depth, colour, channels, interlaced: view.getUint8(12) === 1 }
}
