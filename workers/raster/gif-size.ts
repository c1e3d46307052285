import { damagedPicture, Fields, type PictureSize } from './picture-size.ts'

/**
 * Size and frames of a GIF file, found by walking over its blocks (GIF89a specification, appendix B). Fault: DAMAGED,
 * also for a file that ends within a block: decoders would leave the rest of the frame empty.
 */
export function gifSize(file: Uint8Array): PictureSize {
  const fields = new Fields(file, 'GIF', true)
  let [width, height] = [fields.u16(6), fields.u16(8)]
  let frames = 0
  let at = 13 + paletteBytes(fields.u8(10))
  while (at < file.length && fields.u8(at) !== 0x3b) {
    const kind = fields.u8(at)
    if (kind === 0x2c) {
      frames += 1
      width = Math.max(width, fields.u16(at + 1) + fields.u16(at + 5))
      height = Math.max(height, fields.u16(at + 3) + fields.u16(at + 7))
      at = afterBlocks(fields, at + 11 + paletteBytes(fields.u8(at + 9)))
    } else if (kind === 0x21) {
      at = afterBlocks(fields, at + 2)
    } else {
      throw damagedPicture('GIF', `no block at byte ${at}`)
    }
  }
  if (frames === 0) throw damagedPicture('GIF', 'it holds no picture')
  if (width === 0 || height === 0) throw damagedPicture('GIF', `its size is ${width} x ${height}`)
  return { width, height, frames }
}

/** Bytes of the palette that flags announce. */
function paletteBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function afterBlocks(fields: Fields, start: number): number {
  let at = start
  while (fields.u8(at) !== 0) at += 1 + fields.u8(at)
  return at + 1
}
