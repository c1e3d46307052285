import { characters } from './biff.ts'
import type { Fields } from './fields.ts'

/** Bytes that run on over several records. */
class Segments {
  readonly #parts: readonly Fields[]
  #part = 0
  #at = 0

  constructor(parts: readonly Fields[]) {
    this.#parts = parts
  }

  /** Whether a byte is left, in this record or one after it. */
  get more(): boolean {
    while (this.#part < this.#parts.length && this.#at >= this.#here.length) {
      this.#part += 1
      this.#at = 0
    }
    return this.#part < this.#parts.length
  }

  u8(): number {
    if (!this.more) return 0
    this.#at += 1
    return this.#here[this.#at - 1] ?? 0
  }

  u16(): number {
    return this.u8() + this.u8() * 0x100
  }

  u32(): number {
    return this.u16() + this.u16() * 0x10000
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0 && this.more;) {
      const step = Math.min(left, this.#here.length - this.#at)
      this.#at += step
      left -= step
    }
  }

  /** So many characters; where they go on in the next record, its first byte says how wide they are there. */
  text(count: number, startsWide: boolean): string {
    let wide = startsWide
    let out = ''
    for (let left = count; left > 0 && this.more;) {
      if (out !== '' && this.#at === 0) wide = (this.u8() & 1) !== 0
      const width = wide ? 2 : 1
      const bytes = Math.min(left * width, (this.#here.length - this.#at) & ~(width - 1))
      if (bytes === 0) {
        this.skip(1)
        continue
      }
      out += characters(this.#here.subarray(this.#at, this.#at + bytes), wide)
      this.#at += bytes
      left -= bytes / width
    }
    return out
  }

  get #here(): Uint8Array {
    return this.#parts[this.#part]?.bytes ?? new Uint8Array()
  }
}

/** The strings that cells share ([MS-XLS] 2.4.265, SST), and that run on over records ([MS-XLS] 2.5.293). */
export function sharedStrings(parts: readonly Fields[], checkpoint: () => void): string[] {
  const segments = new Segments(parts)
  const strings: string[] = []
  segments.skip(4)
  const count = segments.u32()
  while (strings.length < count && segments.more) {
    const length = segments.u16()
    const flags = segments.u8()
    const runs = (flags & 8) === 0 ? 0 : segments.u16()
    const extra = (flags & 4) === 0 ? 0 : segments.u32()
    strings.push(segments.text(length, (flags & 1) !== 0))
    segments.skip(runs * 4 + extra)
    if (strings.length % 4096 === 0) checkpoint()
  }
  return strings
}

/** Text of an object: characters in the records after it, each with its width before it ([MS-XLS] 2.4.329, TxO). */
export function objectText(parts: readonly Fields[], length: number): string {
  let out = ''
  for (const part of parts) {
    if (out.length >= length || part.length === 0) break
    const wide = (part.u8(0) & 1) !== 0
    out += characters(part.bytes.subarray(1, 1 + (length - out.length) * (wide ? 2 : 1)), wide)
  }
  return out
}
