import { crc32, inflateRawSync } from 'node:zlib'
import { fault } from '../../../bridge/faults.ts'
import type { FormatLimits } from '../content.ts'

interface Entry {
  method: number
  flags: number
  crc: number
  storedBytes: number
  bytes: number
  /** Of the local header. */
  at: number
}

/** Signatures of PKWARE's APPNOTE 6.3.10: local header 4.3.7, central header 4.3.12, end of directory 4.3.16. */
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff

/**
 * A ZIP archive in memory. Entries are unfolded when they are asked for, each once and all together within the limits
 * whatever their headers say. A directory that is missing or cut is made up for by the headers of the entries.
 * Faults: DAMAGED, ENCRYPTED, ARCHIVE_BOMB.
 */
export class Zip {
  readonly #bytes: Buffer
  readonly #limits: FormatLimits
  readonly #entries: Map<string, Entry>
  #unfolded = 0

  constructor(bytes: Uint8Array, limits: FormatLimits) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#limits = limits
    this.#entries = this.#directory() ?? this.#scan()
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
    if (entry.bytes > left) throw this.#bomb(name)
    const bytes = this.#unfold(name, entry, stored, left)
    this.#unfolded += bytes.length
    if (crc32(bytes) !== entry.crc) throw damaged(`${name} does not have the check sum it should`)
    return bytes
  }

  #unfold(name: string, { method }: Entry, stored: Buffer, left: number): Uint8Array {
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
  #dataStart({ at }: Entry): number {
    if (at + 30 > this.#bytes.length || this.#bytes.readUInt32LE(at) !== LOCAL) {
      throw damaged('an entry is not where the directory says')
    }
    return at + 30 + this.#bytes.readUInt16LE(at + 26) + this.#bytes.readUInt16LE(at + 28)
  }

  /** The entries by the directory at the end; undefined where there is none that can be followed. */
  #directory(): Map<string, Entry> | undefined {
    const bytes = this.#bytes
    const from = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES)
    const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
    if (end < from || end + END_BYTES > bytes.length || bytes.readUInt32LE(end) !== END) return undefined
    const count = bytes.readUInt16LE(end + 10)
    this.#refuseMany(count)
    const entries = new Map<string, Entry>()
    let at = bytes.readUInt32LE(end + 16)
    for (let i = 0; i < count; i += 1) {
      if (at + 46 > end || bytes.readUInt32LE(at) !== CENTRAL) return undefined
      const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
      const flags = bytes.readUInt16LE(at + 8)
      add(entries, nameOf(bytes.subarray(at + 46, nameEnd), flags), {
        method: bytes.readUInt16LE(at + 10),
        flags,
        crc: bytes.readUInt32LE(at + 16),
        storedBytes: bytes.readUInt32LE(at + 20),
        bytes: bytes.readUInt32LE(at + 24),
        at: bytes.readUInt32LE(at + 42),
      })
      at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    }
    return entries
  }

  /** The entries by their own headers, as far as those give lengths. */
  #scan(): Map<string, Entry> {
    const bytes = this.#bytes
    const entries = new Map<string, Entry>()
    for (let at = 0; at + 30 <= bytes.length && bytes.readUInt32LE(at) === LOCAL;) {
      const flags = bytes.readUInt16LE(at + 6)
      const nameEnd = at + 30 + bytes.readUInt16LE(at + 26)
      const storedBytes = bytes.readUInt32LE(at + 18)
      if ((flags & 8) !== 0 || nameEnd > bytes.length) break
      this.#refuseMany(entries.size + 1)
      add(entries, nameOf(bytes.subarray(at + 30, nameEnd), flags), {
        method: bytes.readUInt16LE(at + 8),
        flags,
        crc: bytes.readUInt32LE(at + 14),
        storedBytes,
        bytes: bytes.readUInt32LE(at + 22),
        at,
      })
      at = nameEnd + bytes.readUInt16LE(at + 28) + storedBytes
    }
    return entries
  }

  #refuseMany(count: number): void {
    const { maxEntries } = this.#limits
    if (count <= maxEntries) return
    throw fault('ARCHIVE_BOMB', `The archive has more than ${maxEntries} entries.`, { maxEntries })
  }
}

/** The first of a name counts; a folder is no entry. */
function add(entries: Map<string, Entry>, name: string, entry: Entry): void {
  if (!name.endsWith('/') && !entries.has(name)) entries.set(name, entry)
}

/** Bit 11 says UTF-8; without it names are of code page 437, of which the letters of office parts are ASCII. */
function nameOf(bytes: Uint8Array, flags: number): string {
  const text = (flags & 0x800) === 0 ? Buffer.from(bytes).toString('latin1') : Buffer.from(bytes).toString()
  return text.replaceAll('\\', '/')
}

const damaged = (what: string, cause?: unknown): Error =>
  fault('DAMAGED', `The archive is damaged: ${what}. Save the file anew, or send an intact copy.`, {}, cause)
