import { crc32, inflateRawSync } from 'node:zlib'
import { fault } from '../../../bridge/faults.ts'
import type { FormatLimits } from '../content.ts'
import { LOCAL, zipEntries, type ZipEntry } from './zip-directory.ts'

/**
 * A ZIP archive in memory. Entries are unfolded when they are asked for, all together within the limits whatever
 * their headers say; one that is asked for twice counts twice. Bytes of an entry that is merely stored are those of
 * the archive: copy what is kept or handed on. Faults: DAMAGED, ENCRYPTED, ARCHIVE_BOMB.
 */
export class Zip {
  readonly #bytes: Buffer
  readonly #limits: FormatLimits
  readonly #entries: Map<string, ZipEntry>
  #unfolded = 0

  constructor(bytes: Uint8Array, limits: FormatLimits) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#limits = limits
    this.#entries = zipEntries(this.#bytes, limits.maxEntries)
    if (this.#entries.size === 0) throw damaged('it holds no files')
  }

  /** Names of the entries in the order of the archive, folders left out. */
  get names(): string[] {
    return [...this.#entries.keys()]
  }

  /** Bytes of an entry; undefined where there is none of that name. */
  read(name: string): Uint8Array | undefined {
    const entry = this.#entries.get(name)
    if (entry === undefined) return undefined
    if ((entry.flags & 1) !== 0) throw fault('ENCRYPTED', `${name} in the archive needs a password.`)
    const start = this.#dataStart(entry)
    const end = start + entry.storedBytes
    if (end > this.#bytes.length) throw damaged(`${name} ends at byte ${this.#bytes.length}`)
    const stored = this.#bytes.subarray(start, end)
    const left = this.#limits.maxUnfoldedBytes - this.#unfolded
    if (Math.max(entry.bytes, entry.method === 0 ? stored.length : 0) > left) throw this.#bomb(name)
    const bytes = this.#unfold(name, entry, stored, left)
    this.#unfolded += bytes.length
    if (crc32(bytes) !== entry.crc) throw damaged(`${name} does not have the check sum it should`)
    return bytes
  }

  #unfold(name: string, { method }: ZipEntry, stored: Buffer, left: number): Uint8Array {
    if (method === 0) return stored
    if (method !== 8) throw damaged(`${name} is packed by a method that is not known (${method})`)
    try {
      return inflateRawSync(stored, { maxOutputLength: Math.max(1, left) })
    } catch (error) {
      if (error instanceof RangeError) throw this.#bomb(name)
      throw damaged(`${name} cannot be unfolded`, error)
    }
  }

  #bomb(name: string): Error {
    const { maxUnfoldedBytes } = this.#limits
    const detail = `The archive unfolds to more than ${maxUnfoldedBytes} bytes (at ${name}).`
    return fault('ARCHIVE_BOMB', detail, { maxUnfoldedBytes })
  }

  /** Lengths of name and extra field may differ between the two headers of an entry. */
  #dataStart({ at }: ZipEntry): number {
    if (at < 0 || at + 30 > this.#bytes.length || this.#bytes.readUInt32LE(at) !== LOCAL) {
      throw damaged('an entry is not where the directory says')
    }
    return at + 30 + this.#bytes.readUInt16LE(at + 26) + this.#bytes.readUInt16LE(at + 28)
  }
}

const damaged = (what: string, cause?: unknown): Error =>
  fault('DAMAGED', `The archive is damaged: ${what}. Save the file anew, or send an intact copy.`, {}, cause)
