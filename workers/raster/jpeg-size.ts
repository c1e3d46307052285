import { fault } from '../../bridge/faults.ts'
import { readExif } from './exif.ts'
import { damagedPicture, dpiOf, Fields, inches, type PictureSize } from './picture-size.ts'

/** Frames every decoder knows: baseline, extended, progressive (ITU-T T.81, table B.1). */
const decodable = [0xc0, 0xc1, 0xc2]

/**
 * Size and resolution of a JPEG file from the segments before its pixels (ITU-T T.81, annex B). Faults: DAMAGED, also
 * for a file without an end; TYPE_UNSUPPORTED for lossless and arithmetic coding and for more than 8 bits.
 */
export function jpegSize(file: Uint8Array): PictureSize {
  const fields = new Fields(file, 'JPEG')
  let size: PictureSize | undefined
  let dpi: number | undefined
  let orientation: number | undefined
  let at = 2
  for (;;) {
    while (fields.u8(at) === 0xff && fields.u8(at + 1) === 0xff) at += 1
    const marker = fields.u8(at + 1)
    if (fields.u8(at) !== 0xff || marker === 0xd9) throw damagedPicture('JPEG', `no segment at byte ${at}`)
    const length = fields.u16(at + 2)
    if (marker === 0xda) break
    if (isFrame(marker)) size ??= frame(fields, at, marker)
    if (marker === 0xe0 && length >= 16 && fields.name(at + 4) === 'JFIF') dpi ??= jfifDpi(fields, at)
    if (marker === 0xe1 && length >= 16 && fields.name(at + 4) === 'Exif') {
      const exif = readExif(file.subarray(at + 10, at + 2 + length))
      dpi ??= exif.dpi
      orientation ??= exif.orientation
    }
    at += 2 + length
  }
  if (size === undefined) throw damagedPicture('JPEG', 'its size is missing')
  if (
    Buffer.from(file.buffer, file.byteOffset, file.length).lastIndexOf('\xff\xd9', undefined, 'latin1') < at
  ) {
    throw damagedPicture('JPEG', 'its end is missing')
  }
  return { ...size, dpi, orientation: orientation ?? 1 }
}

/** SOF0 to SOF15 without the tables DHT, JPG and DAC that stand among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function frame(fields: Fields, at: number, marker: number): PictureSize {
  const [bits, height, width] = [fields.u8(at + 4), fields.u16(at + 5), fields.u16(at + 7)]
  if (width === 0 || height === 0) throw damagedPicture('JPEG', `its size is ${width} x ${height}`)
  if (!decodable.includes(marker) || bits !== 8) {
    const detail = `The JPEG picture is coded in a rare way (${bits} bits, frame ${marker - 0xc0}). Convert it first.`
    throw fault('TYPE_UNSUPPORTED', detail, { mediaType: 'image/jpeg' })
  }
  return { width, height, frames: 1, channels: fields.u8(at + 9) }
}

function jfifDpi(fields: Fields, at: number): number | undefined {
  const unit = { 1: 1, 2: inches.centimetre }[fields.u8(at + 11)]
  return unit === undefined ? undefined : dpiOf(fields.u16(at + 12), fields.u16(at + 14), unit)
}
