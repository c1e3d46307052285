import { fault } from '../../bridge/faults.ts'

/** What the header of a picture says, before anything is decoded. */
export interface PictureSize {
  /** Pixels as stored, before they are turned upright: the largest that decoding may come to. */
  width: number
  height: number
  /** Pictures in the file: pages of a TIFF, frames of an animation. */
  frames: number
  /** Pixels an inch, where the file says so and both directions agree. */
  dpi?: number | undefined
  /** Of a JPEG: 1 grey, 3 colour, 4 four inks. */
  channels?: number
  /** Of a JPEG, as EXIF numbers it; 1 is upright. */
  orientation?: number
}

/** Pixels an inch that are believed; what lies outside is a default or a mistake. */
const believable = { from: 10, to: 10_000 }

/** Resolution of a file with `perUnit` pixels to a unit of so many inches across and down. */
export function dpiOf(across: number, down: number, unitInches: number): number | undefined {
  const dpi = Math.round((across / unitInches) * 100) / 100
  const square = Math.abs(across - down) <= across / 100
  return square && dpi >= believable.from && dpi <= believable.to ? dpi : undefined
}

/** Inches of a centimetre and of a metre. */
export const inches = { centimetre: 1 / 2.54, metre: 100 / 2.54 }

/** Refuses a picture that is larger than the budget. Fault: TOO_MANY_PIXELS. */
export function refuseTooLarge(width: number, height: number, maxPixels: number): void {
  if (width * height <= maxPixels) return
  const detail = `The picture has ${width} x ${height} pixels; at most ${maxPixels} are taken. Scale it down first.`
  throw fault('TOO_MANY_PIXELS', detail, { width, height, maxPixels })
}

/** Longest side of a canvas, in pixels: Skia's coordinates end there. */
export const maxCanvasSide = 32_767

/** The fault of a picture that cannot be read to its end. */
export function damagedPicture(type: string, what: string, cause?: unknown): Error {
  const detail = `The ${type} picture is damaged: ${what}. Save it anew, or send an intact copy.`
  return fault('DAMAGED', detail, {}, cause)
}

/** Big- or little-endian numbers of a file. Reading beyond its end is DAMAGED, never a RangeError. */
export class Fields {
  readonly #view: DataView
  readonly #type: string
  readonly length: number
  little: boolean

  constructor(bytes: Uint8Array, type: string, little = false) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#type = type
    this.length = bytes.length
    this.little = little
  }

  u8(at: number): number {
    return this.#view.getUint8(this.#within(at, 1))
  }

  u16(at: number): number {
    return this.#view.getUint16(this.#within(at, 2), this.little)
  }

  u24(at: number): number {
    const [a, b, c] = [this.u8(at), this.u8(at + 1), this.u8(at + 2)]
    return this.little ? a | (b << 8) | (c << 16) : (a << 16) | (b << 8) | c
  }

  u32(at: number): number {
    return this.#view.getUint32(this.#within(at, 4), this.little)
  }

  i32(at: number): number {
    return this.#view.getInt32(this.#within(at, 4), this.little)
  }

  /** Four letters. */
  name(at: number): string {
    return String.fromCharCode(this.u8(at), this.u8(at + 1), this.u8(at + 2), this.u8(at + 3))
  }

  #within(at: number, bytes: number): number {
    if (at < 0 || at + bytes > this.length) throw damagedPicture(this.#type, `it ends at byte ${this.length}`)
    return at
  }
}
