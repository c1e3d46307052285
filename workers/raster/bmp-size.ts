import { fault } from '../../bridge/faults.ts'
import { damagedPicture, dpiOf, Fields, inches, type PictureSize } from './picture-size.ts'

/** Compressions that run over whole rows: none, and none with masks of colours. */
const plain = [0, 3, 6]

/**
 * Size and resolution of a BMP file (Windows GDI, BITMAPFILEHEADER and BITMAPINFOHEADER). Faults: DAMAGED for a header
 * that makes no sense; TYPE_UNSUPPORTED for a JPEG or PNG wrapped in a BMP.
 */
export function bmpSize(file: Uint8Array): PictureSize {
  const fields = new Fields(file, 'BMP', true)
  const old = fields.u32(14) === 12
  const width = old ? fields.u16(18) : fields.i32(18)
  const height = Math.abs(old ? fields.u16(20) : fields.i32(22))
  const bits = fields.u16(old ? 24 : 28)
  const compression = old ? 0 : fields.u32(30)
  if (compression === 4 || compression === 5) {
    throw fault('TYPE_UNSUPPORTED', 'The BMP wraps another picture. Send that one.', {
      mediaType: 'image/bmp',
    })
  }
  if (width <= 0 || height === 0 || ![1, 2, 4, 8, 16, 24, 32].includes(bits)) {
    throw damagedPicture('BMP', `its header says ${width} x ${height} pixels of ${bits} bits`)
  }
  const dpi = old ? undefined : dpiOf(fields.i32(38), fields.i32(42), inches.metre)
  return { width, height, frames: 1, dpi }
}

/** Refuses a BMP file that is cut short: decoders would leave the missing rows empty. Fault: DAMAGED. */
export function refuseCutBmp(file: Uint8Array, { width, height }: PictureSize): void {
  const fields = new Fields(file, 'BMP', true)
  const old = fields.u32(14) === 12
  const end = fields.u32(10) + Math.ceil((width * fields.u16(old ? 24 : 28)) / 32) * 4 * height
  if ((old || plain.includes(fields.u32(30))) && end > file.length) {
    throw damagedPicture('BMP', `it should have ${end} bytes and has ${file.length}`)
  }
}
