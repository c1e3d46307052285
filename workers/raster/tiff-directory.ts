import { damagedPicture, dpiOf, Fields, inches } from './picture-size.ts'

/** Bytes of a value by field type (TIFF 6.0, section 2): byte, ascii, short, long, rational, and the signed ones. */
const typeBytes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8 }

/** Most values of a field that are read; more is junk, or a picture of more strips than rows. */
const maxValues = 4_000_000

/** Numbers of the fields that matter here. */
export const tag = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  xResolution: 282,
  yResolution: 283,
  planar: 284,
  t4Options: 292,
  resolutionUnit: 296,
  predictor: 317,
  palette: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  extraSamples: 338,
  sampleFormat: 339,
  jpegTables: 347,
} as const

/** One directory of a TIFF file: fields by number. Values are read when they are asked for. */
export class Directory {
  readonly #fields: Fields
  readonly #at = new Map<number, number>()
  /** Where the next directory stands; 0 after the last. */
  readonly next: number

  constructor(fields: Fields, at: number) {
    this.#fields = fields
    const count = fields.u16(at)
    for (let index = 0; index < count; index += 1) {
      const entry = at + 2 + index * 12
      this.#at.set(fields.u16(entry), entry)
    }
    this.next = fields.u32(at + 2 + count * 12)
  }

  has(number: number): boolean {
    return this.#at.has(number)
  }

  /** First value of a field. */
  value(number: number, otherwise: number): number {
    return this.values(number, 1)[0] ?? otherwise
  }

  /** Values of a field, at most so many; none where it is missing or not of numbers. */
  values(number: number, most = maxValues): number[] {
    const entry = this.#at.get(number)
    if (entry === undefined) return []
    const { type, count, from } = this.#place(entry)
    if (count > maxValues) throw damagedPicture('TIFF', `field ${number} has ${count} values`)
    const size = typeBytes[type] ?? 0
    if (size === 0 || count * size > this.#fields.length) return []
    return Array.from({ length: Math.min(count, most) }, (_, index) =>
      this.#number(type, from + index * size),
    )
  }

  /** Where the bytes of a field lie. */
  range(number: number): { from: number; end: number } | undefined {
    const entry = this.#at.get(number)
    if (entry === undefined) return undefined
    const { type, count, from } = this.#place(entry)
    return { from, end: from + count * (typeBytes[type] ?? 0) }
  }

  /** Pixels an inch, where both directions agree. */
  get dpi(): number | undefined {
    const unit = { 2: 1, 3: inches.centimetre }[this.value(tag.resolutionUnit, 2)]
    const [across, down] = [this.value(tag.xResolution, 0), this.value(tag.yResolution, 0)]
    return unit === undefined ? undefined : dpiOf(across, down, unit)
  }

  /** 1 to 8, as EXIF and TIFF number them; 1, upright, for what is out of range. */
  get orientation(): number {
    const orientation = this.value(tag.orientation, 1)
    return orientation >= 1 && orientation <= 8 ? orientation : 1
  }

  #place(entry: number): { type: number; count: number; from: number } {
    const [type, count] = [this.#fields.u16(entry + 2), this.#fields.u32(entry + 4)]
    const inside = count * (typeBytes[type] ?? 0) <= 4
    return { type, count, from: inside ? entry + 8 : this.#fields.u32(entry + 8) }
  }

  #number(type: number, at: number): number {
    const fields = this.#fields
    switch (typeBytes[type]) {
      case 1:
        return fields.u8(at)
      case 2:
        return fields.u16(at)
      case 4:
        return fields.u32(at)
      default: {
        const denominator = fields.u32(at + 4)
        return denominator === 0 ? 0 : fields.u32(at) / denominator
      }
    }
  }
}

/** The numbers of a TIFF file or EXIF block, in the order of bytes it declares. */
export function tiffFields(bytes: Uint8Array): Fields {
  const fields = new Fields(bytes, 'TIFF')
  fields.little = fields.u8(0) === 0x49
  return fields
}
