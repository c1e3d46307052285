import { damagedPicture, Fields, type PictureSize } from './picture-size.ts'

/** Size and frames of a WebP file (RFC 9649, section 2). Fault: DAMAGED, also for one that is cut short. */
export function webpSize(file: Uint8Array): PictureSize {
  const fields = new Fields(file, 'WebP', true)
  const end = 8 + fields.u32(4)
  if (end > file.length) throw damagedPicture('WebP', `it should have ${end} bytes and has ${file.length}`)
  let largest: PictureSize | undefined
  let frames = 0
  for (let at = 12; at + 8 <= end; at += 8 + fields.u32(at + 4) + (fields.u32(at + 4) % 2)) {
    const size = chunkSize(fields, fields.name(at), at + 8)
    if (fields.name(at) === 'ANMF') frames += 1
    if (size && size.width * size.height > (largest ? largest.width * largest.height : 0)) {
      largest = { ...size, frames: 1 }
    }
  }
  if (largest === undefined) throw damagedPicture('WebP', 'its size is missing')
  return { ...largest, frames: Math.max(1, frames) }
}

function chunkSize(fields: Fields, name: string, at: number): { width: number; height: number } | undefined {
  if (name === 'VP8X') return { width: fields.u24(at + 4) + 1, height: fields.u24(at + 7) + 1 }
  if (name === 'ANMF') return { width: fields.u24(at + 6) + 1, height: fields.u24(at + 9) + 1 }
  if (name === 'VP8 ') return { width: fields.u16(at + 6) & 0x3fff, height: fields.u16(at + 8) & 0x3fff }
  if (name !== 'VP8L') return undefined
  const bits = fields.u32(at + 1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
