import { constants, inflateSync } from 'node:zlib'

/** What one stream may unfold to here; larger ones are left alone. */
const maxStreamBytes = 16 * 1024 * 1024

/** What all object streams of a file may unfold to together. */
const maxUnpackedBytes = 4 * maxStreamBytes

/** Characters kept of an object's text: enough for a usual dictionary. */
export const headBytes = 2048

export interface RawObject {
  /** Its text up to `endobj`, at most `headBytes` of it; all of it when it came out of an object stream. */
  head: string
  /** Where its text begins in the file; undefined when it came out of an object stream. */
  at: number | undefined
  isStream: boolean
}

/**
 * The objects of an unencrypted PDF as they are written, found by scanning for `N G obj`. It needs no
 * cross-reference table, so it serves to rescue broken files and to look at what pdf.js keeps to itself.
 */
export class RawObjects {
  readonly #bytes: Buffer
  readonly #objects = new Map<number, RawObject>()

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#scan()
  }

  /** Objects by number, in the order found; the last definition of a number counts, as in a file saved twice. */
  entries(): IterableIterator<[number, RawObject]> {
    return this.#objects.entries()
  }

  get(number: number): RawObject | undefined {
    return this.#objects.get(number)
  }

  /**
   * Adds the objects that are packed in object streams (ISO 32000-1, 7.5.7). Of a number that is found elsewhere too the
   * later in the file counts, as in one that was saved once more with what had changed.
   */
  unpack(): void {
    let unpacked = 0
    const streams = Array.from(this.#objects.values())
      .filter(({ head }) => /\/Type\s*\/ObjStm\b/.test(head))
      .sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
    for (const stream of streams) {
      const count = Number(/\/N\s+(\d+)/.exec(stream.head)?.[1] ?? 0)
      const first = Number(/\/First\s+(\d+)/.exec(stream.head)?.[1] ?? 0)
      const data = this.stream(stream)
      if (data === undefined || first >= data.length) continue
      unpacked += data.length
      if (unpacked > maxUnpackedBytes) return
      const index = data.toString('latin1', 0, first).trim().split(/\s+/).map(Number)
      for (let entry = 0; entry < count; entry += 1) {
        const number = index[2 * entry]
        const from = index[2 * entry + 1]
        if (number === undefined || from === undefined || !Number.isSafeInteger(number) || number <= 0) break
        const known = this.#objects.get(number)?.at
        if (known !== undefined && known > (stream.at ?? 0)) continue
        const until = index[2 * entry + 3] ?? data.length - first
        const head = data.toString('latin1', first + from, first + until)
        this.#objects.set(number, { head, at: undefined, isStream: false })
      }
    }
  }

  /** The data of a stream, unfolded; undefined when it is no stream, too large or filtered otherwise. */
  stream(object: RawObject): Buffer | undefined {
    const unfolded = this.#unfold(object, maxStreamBytes)
    return unfolded === 'too large' ? undefined : unfolded
  }

  /** How many bytes a stream unfolds to, `cap` at most; 0 when it is no stream or cannot be unfolded. */
  unfoldedBytes(object: RawObject, cap: number): number {
    if (!object.isStream) return 0
    const unfolded = this.#unfold(object, cap)
    return unfolded === 'too large' ? cap : (unfolded?.length ?? 0)
  }

  #unfold(object: RawObject, maxOutputLength: number): Buffer | 'too large' | undefined {
    if (object.at === undefined) return undefined
    const keyword = this.#bytes.indexOf('stream', object.at, 'latin1')
    if (keyword < 0) return undefined
    let start = keyword + 6
    if (this.#bytes[start] === 13) start += 1
    if (this.#bytes[start] === 10) start += 1
    const found = this.#bytes.indexOf('endstream', start, 'latin1')
    const data = this.#bytes.subarray(start, found < 0 ? this.#bytes.length : found)
    const filters = object.head.match(/\/[A-Za-z0-9]+Decode\b/g) ?? []
    if (filters.length === 0) return data
    if (filters.length > 1 || filters[0] !== '/FlateDecode') return undefined
    try {
      return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength })
    } catch (error) {
      return error instanceof RangeError ? 'too large' : undefined
    }
  }

  #scan(): void {
    const bytes = this.#bytes
    for (let at = bytes.indexOf('obj', 0, 'latin1'); at >= 0; at = bytes.indexOf('obj', at + 3, 'latin1')) {
      const before = bytes.toString('latin1', Math.max(0, at - 24), at)
      const number = Number(/(?:^|\D)(\d{1,7})\s+\d{1,5}\s+$/.exec(before)?.[1] ?? 0)
      if (number === 0) continue
      const from = at + 3
      const head = bytes.toString('latin1', from, from + headBytes).split('endobj', 1)[0] ?? ''
      this.#objects.set(number, { head, at: from, isStream: />>\s*stream\r?\n/.test(head) })
    }
  }
}
