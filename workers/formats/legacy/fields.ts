import { fault } from '../../../bridge/faults.ts'

/**
 * Little-endian numbers at their places in a block of bytes. Reading past its end is the fault DAMAGED, so that no
 * declared length or offset needs to be believed.
 */
export class Fields {
  readonly bytes: Uint8Array
  readonly #view: DataView
  readonly #what: string

  /** `what` names the block in the fault: `Word document`. */
  constructor(bytes: Uint8Array, what: string) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#what = what
  }

  get length(): number {
    return this.bytes.length
  }

  u8(at: number): number {
    return this.#view.getUint8(this.#place(at, 1))
  }

  u16(at: number): number {
    return this.#view.getUint16(this.#place(at, 2), true)
  }

  u32(at: number): number {
    return this.#view.getUint32(this.#place(at, 4), true)
  }

  i16(at: number): number {
    return this.#view.getInt16(this.#place(at, 2), true)
  }

  i32(at: number): number {
    return this.#view.getInt32(this.#place(at, 4), true)
  }

  f64(at: number): number {
    return this.#view.getFloat64(this.#place(at, 8), true)
  }

  /** The bytes of a range, which must lie inside. */
  slice(from: number, length: number): Uint8Array {
    this.#place(from, length)
    return this.bytes.subarray(from, from + length)
  }

  /** A range as a block of its own. */
  page(from: number, length: number): Fields {
    return new Fields(this.slice(from, length), this.#what)
  }

  #place(at: number, length: number): number {
    if (at >= 0 && length >= 0 && at + length <= this.bytes.length) return at
    throw damaged(this.#what, `byte ${at + length} is asked for, and it ends at ${this.bytes.length}`)
  }
}

/** A fault that names the kind of file and what is wrong with it. */
export function damaged(what: string, detail: string, cause?: unknown): Error {
  return fault(
    'DAMAGED',
    `The ${what} is damaged: ${detail}. Save it anew, or send an intact copy.`,
    {},
    cause,
  )
}

/** Bytes that nobody else can change, as decoders of text need them: memory that is shared is copied. */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.buffer instanceof ArrayBuffer ? bytes : new Uint8Array(bytes)
}
