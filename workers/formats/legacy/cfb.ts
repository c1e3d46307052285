import { fault } from '../../../bridge/faults.ts'
import type { FormatLimits } from '../content.ts'
import { damaged, Fields, ownBytes } from './fields.ts'

/** A folder of a compound file. Names are kept in capitals, as they are compared ([MS-CFB] 2.6.4). */
export interface Storage {
  storages: ReadonlyMap<string, Storage>
  /** Each call reads the stream anew; what has been read counts against `maxUnfoldedBytes`. */
  streams: ReadonlyMap<string, () => Uint8Array>
}

type Limits = Pick<FormatLimits, 'maxEntries' | 'maxDepth' | 'maxUnfoldedBytes'>

interface Entry {
  name: string
  /** 1 a storage, 2 a stream, 5 the root. */
  type: number
  left: number
  right: number
  child: number
  start: number
  size: number
}

const WHAT = 'compound file'
const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
/** Sectors and entries from here on are marks: end of a chain, free, part of a table. */
const LAST = 0xfffffffa
const NONE = 0xffffffff
const ENTRY_BYTES = 128
const MINI_SECTOR_BYTES = 64

/**
 * Opens a compound file (OLE2; [MS-CFB]). Chains that loop, leave the file or end early give what they hold up to
 * there; no table is larger than the file, whatever the header says. Faults: DAMAGED, TOO_DEEP, ARCHIVE_BOMB.
 */
export function openCompound(bytes: Uint8Array, limits: Limits, checkpoint: () => void): Storage {
  if (!isCompound(bytes)) throw damaged(WHAT, 'it does not start with the signature D0 CF 11 E0')
  const file = new Fields(ownBytes(bytes), WHAT)
  const shift = file.u16(30)
  if (shift !== 9 && shift !== 12) throw damaged(WHAT, `sectors of 2^${shift} bytes are not possible`)
  const sectors = new Sectors(file, 2 ** shift, checkpoint)
  const entries = directory(sectors, file.u32(48), limits)
  const root = entries[0]
  if (root === undefined) throw damaged(WHAT, 'it has no directory')
  const miniFat = sectors.table(sectors.chain(file.u32(60)))
  const miniSectors = sectors.chain(root.start)
  const cutoff = file.u32(56)
  let left = limits.maxUnfoldedBytes
  const read = ({ start, size }: Entry): Uint8Array => {
    checkpoint()
    const length = Math.min(size, file.length)
    left -= length
    if (left < 0) throw bomb(limits)
    return size < cutoff
      ? sectors.readMini(miniSectors, miniFat, start, length)
      : sectors.read(sectors.chain(start, length), length)
  }
  return storageOf(entries, root.child, read, limits)
}

/** Whether bytes begin as a compound file does. */
export function isCompound(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte)
}

/** The stream of a path such as `WordDocument` or `_VBA_PROJECT_CUR/VBA`; undefined where there is none. */
export function streamAt(storage: Storage, path: string): Uint8Array | undefined {
  const names = path.toUpperCase().split('/')
  const last = names.pop() ?? ''
  let folder: Storage | undefined = storage
  for (const name of names) folder = folder?.storages.get(name)
  return folder?.streams.get(last)?.()
}

/** Refuses a compound file that is the envelope of an encrypted package ([MS-OFFCRYPTO] 2.3.4). */
export function refuseEncryptedPackage({ streams }: Storage): void {
  if (!streams.has('ENCRYPTEDPACKAGE')) return
  throw fault(
    'ENCRYPTED',
    'The office file is encrypted. Remove its password where it was made, and send it again.',
  )
}

const bomb = ({ maxUnfoldedBytes }: Limits): Error =>
  fault('ARCHIVE_BOMB', `The streams of the compound file add up to more than ${maxUnfoldedBytes} bytes.`, {
    maxUnfoldedBytes,
  })

/** The sectors of a file and the table that chains them. */
class Sectors {
  readonly #file: Fields
  readonly #bytesEach: number
  readonly #count: number
  readonly #fat: Uint32Array
  readonly #checkpoint: () => void

  constructor(file: Fields, bytesEach: number, checkpoint: () => void) {
    this.#file = file
    this.#bytesEach = bytesEach
    this.#checkpoint = checkpoint
    this.#count = Math.max(0, Math.ceil(file.length / bytesEach) - 1)
    this.#fat = this.table(this.#fatSectors())
  }

  /** Where the table's own sectors lie: 109 in the header, the others in a chain of their own (2.2, 2.5). */
  #fatSectors(): number[] {
    const perSector = this.#bytesEach / 4
    const most = Math.ceil(this.#count / perSector)
    const found: number[] = []
    const add = (sector: number): void => {
      if (sector < this.#count && found.length < most) found.push(sector)
    }
    for (let index = 0; index < 109; index += 1) add(this.#file.u32(76 + index * 4))
    let next = this.#file.u32(68)
    for (let steps = 0; next < this.#count && steps < most && found.length < most; steps += 1) {
      const part = this.table([next])
      for (const sector of part.subarray(0, perSector - 1)) add(sector)
      next = part[perSector - 1] ?? NONE
    }
    return found
  }

  /** Numbers of 32 bits that lie in sectors. */
  table(sectors: readonly number[]): Uint32Array {
    const bytes = new Fields(this.read(sectors, sectors.length * this.#bytesEach), WHAT)
    return Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.u32(index * 4))
  }

  /** The sectors that follow one, as many as bytes need; a chain longer than the file goes in circles. */
  chain(start: number, bytes = Infinity): number[] {
    const most = Math.min(this.#count, Math.ceil(bytes / this.#bytesEach))
    const sectors: number[] = []
    for (
      let sector = start;
      sector < this.#count && sectors.length < most;
      sector = this.#fat[sector] ?? NONE
    ) {
      sectors.push(sector)
    }
    return sectors
  }

  /** At most so many bytes of sectors; fewer where the file or the chain ends before. */
  read(sectors: readonly number[], length: number): Uint8Array {
    const out = new Uint8Array(Math.min(length, sectors.length * this.#bytesEach))
    let filled = 0
    for (const sector of sectors) {
      const from = (sector + 1) * this.#bytesEach
      const part = this.#file.bytes.subarray(from, from + Math.min(this.#bytesEach, out.length - filled))
      out.set(part, filled)
      filled += part.length
      if (filled % 0x100000 < this.#bytesEach) this.#checkpoint()
    }
    return out.subarray(0, filled)
  }

  /** A small stream, of sectors of 64 bytes that lie in the stream of the root (2.4). */
  readMini(sectors: readonly number[], miniFat: Uint32Array, start: number, length: number): Uint8Array {
    const out = new Uint8Array(length)
    const perSector = this.#bytesEach / MINI_SECTOR_BYTES
    let filled = 0
    let mini = start
    while (filled < length && mini < LAST) {
      const sector = sectors[Math.floor(mini / perSector)]
      if (sector === undefined) break
      const from = (sector + 1) * this.#bytesEach + (mini % perSector) * MINI_SECTOR_BYTES
      const part = this.#file.bytes.subarray(from, from + Math.min(MINI_SECTOR_BYTES, length - filled))
      if (part.length === 0) break
      out.set(part, filled)
      filled += part.length
      mini = miniFat[mini] ?? NONE
    }
    return out.subarray(0, filled)
  }
}

/** The entries of the directory (2.6.1), by number. */
function directory(sectors: Sectors, start: number, { maxEntries }: Limits): Entry[] {
  const chain = sectors.chain(start)
  const bytes = new Fields(sectors.read(chain, Infinity), WHAT)
  const count = Math.floor(bytes.length / ENTRY_BYTES)
  const entries: Entry[] = []
  let used = 0
  for (let at = 0; at < count * ENTRY_BYTES; at += ENTRY_BYTES) {
    const type = bytes.u8(at + 66)
    if (type !== 0) used += 1
    if (used > maxEntries) {
      throw fault('ARCHIVE_BOMB', `The compound file has more than ${maxEntries} entries.`, { maxEntries })
    }
    const nameBytes = Math.min(64, Math.max(0, bytes.u16(at + 64) - 2))
    entries.push({
      name: new TextDecoder('utf-16le').decode(bytes.slice(at, nameBytes)).toUpperCase(),
      type,
      left: bytes.u32(at + 68),
      right: bytes.u32(at + 72),
      child: bytes.u32(at + 76),
      start: bytes.u32(at + 116),
      // The upper half of the size is junk in files of small sectors (2.6.3), and no file here is that large.
      size: bytes.u32(at + 120),
    })
  }
  return entries
}

/** The tree below a storage; an entry that stands in it twice counts the first time. */
function storageOf(
  entries: readonly Entry[],
  root: number,
  read: (entry: Entry) => Uint8Array,
  { maxDepth }: Limits,
): Storage {
  const seen = new Set<number>()
  const fill = (child: number, depth: number): Storage => {
    if (depth > maxDepth) {
      throw fault('TOO_DEEP', `The storages are nested more than ${maxDepth} deep.`, { maxDepth })
    }
    const storages = new Map<string, Storage>()
    const streams = new Map<string, () => Uint8Array>()
    const open = [child]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const entry = entries[id]
      if (entry === undefined || seen.has(id)) continue
      seen.add(id)
      open.push(entry.right, entry.left)
      if (entry.type === 1 && !storages.has(entry.name))
        storages.set(entry.name, fill(entry.child, depth + 1))
      if (entry.type === 2 && !streams.has(entry.name)) streams.set(entry.name, () => read(entry))
    }
    return { storages, streams }
  }
  return fill(root, 1)
}
