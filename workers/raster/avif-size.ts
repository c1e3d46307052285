import { damagedPicture, Fields, type PictureSize } from './picture-size.ts'

/** Boxes that hold boxes, with the bytes of their own before those (ISO/IEC 14496-12 and 23008-12). */
const holders: Record<string, number> = {
  meta: 4,
  iprp: 0,
  ipco: 0,
  moov: 0,
  trak: 0,
  mdia: 0,
  minf: 0,
  stbl: 0,
  stsd: 8,
}

/** Boxes looked at in one file; a picture has a few dozen. */
const maxBoxes = 10_000

/**
 * The largest size any part of an AVIF file declares, and the frames of a sequence. The decoder itself holds pictures
 * against what is declared here. Fault: DAMAGED.
 */
export function avifSize(file: Uint8Array): PictureSize {
  const fields = new Fields(file, 'AVIF')
  const size: PictureSize = { width: 0, height: 0, frames: 1 }
  let boxes = 0
  const grow = (width: number, height: number): void => {
    if (width * height > size.width * size.height) Object.assign(size, { width, height })
  }
  const walk = (from: number, end: number): void => {
    for (let at = from; at + 8 <= end;) {
      if (++boxes > maxBoxes) throw damagedPicture('AVIF', `it has more than ${maxBoxes} boxes`)
      const { bytes, name, body } = box(fields, at, end)
      if (name === 'ispe') grow(fields.u32(body + 4), fields.u32(body + 8))
      if (name === 'av01') grow(fields.u16(body + 24), fields.u16(body + 26))
      if (name === 'stsz') size.frames = Math.max(size.frames, fields.u32(body + 8))
      const skip = holders[name]
      if (skip !== undefined) walk(body + skip, at + bytes)
      at += bytes
    }
  }
  walk(0, file.length)
  if (size.width * size.height === 0) throw damagedPicture('AVIF', 'its size is missing')
  return size
}

function box(fields: Fields, at: number, end: number): { bytes: number; name: string; body: number } {
  const declared = fields.u32(at)
  const long = declared === 1
  const bytes = long
    ? fields.u32(at + 8) * 2 ** 32 + fields.u32(at + 12)
    : declared === 0
      ? end - at
      : declared
  const body = at + (long ? 16 : 8)
  if (at + bytes > end || body > at + bytes)
    throw damagedPicture('AVIF', `a box at byte ${at} has ${bytes} bytes`)
  return { bytes, name: fields.name(at + 4), body }
}
