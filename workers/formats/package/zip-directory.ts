import { isUtf8 } from 'node:buffer'
import { fault } from '../../../bridge/faults.ts'

/** What an archive says of one of its files. */
export interface ZipEntry {
  /** 0 stored, 8 deflated. */
  method: number
  /** General purpose bits: 0 encrypted, 3 lengths behind the data, 11 name in UTF-8. */
  flags: number
  crc: number
  storedBytes: number
  bytes: number
  /** Offset of the local header. */
  at: number
}

/**
 * Marks of PKWARE's APPNOTE 6.3.10: local header 4.3.7, data descriptor 4.3.9, central header 4.3.12, end of the
 * directory in 64 bits 4.3.14 and where it is 4.3.15, end of the directory 4.3.16.
 */
export const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL = 0x02014b50
const END64 = 0x06064b50
const END64_PLACE = 0x07064b50
const END = 0x06054b50

const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff
/** Ends of a directory tried: the mark may also stand in the comment. */
const MAX_ENDS = 8
/** Stands where a length or offset is in the extra field, in 64 bits (4.5.3). */
const ELSEWHERE = 0xffffffff

/**
 * The files of an archive by name, in its order and without folders; of a name given twice the first. They come from
 * the directory at the end; one that is missing, cut or wrong is made up for by the headers of the files. Bytes
 * before the archive do no harm. Faults: ARCHIVE_BOMB beyond `maxEntries`.
 */
export function zipEntries(bytes: Buffer, maxEntries: number): Map<string, ZipEntry> {
  return directory(bytes, maxEntries) ?? scan(bytes, maxEntries)
}

function directory(bytes: Buffer, maxEntries: number): Map<string, ZipEntry> | undefined {
  const from = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES)
  const tail = bytes.subarray(from)
  let place = tail.length - END_BYTES
  for (let tries = 0; tries < MAX_ENDS && place >= 0; tries += 1) {
    place = tail.lastIndexOf(markBytes(END), place)
    if (place < 0) return undefined
    const entries = directoryBefore(bytes, from + place, maxEntries)
    if (entries !== undefined) return entries
    place -= 1
  }
  return undefined
}

function directoryBefore(bytes: Buffer, end: number, maxEntries: number): Map<string, ZipEntry> | undefined {
  let [count, size, start, limit] = [
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
    end,
  ]
  const end64 = end64Before(bytes, end)
  if (end64 !== undefined) {
    limit = end64
    count = u64(bytes, end64 + 32)
    size = u64(bytes, end64 + 40)
    start = u64(bytes, end64 + 48)
  }
  // Offsets count from the start of the archive, which may have something before it.
  const shift = isMark(bytes, start, CENTRAL) ? 0 : limit - size - start
  const entries = new Map<string, ZipEntry>()
  let found = 0
  for (let at = start + shift; at + 46 <= limit && isMark(bytes, at, CENTRAL); found += 1) {
    refuseMany(found + 1, maxEntries)
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
    if (extraEnd > limit) return undefined
    const flags = bytes.readUInt16LE(at + 8)
    const [full, stored, local] = wideFields(bytes.subarray(nameEnd, extraEnd), [
      bytes.readUInt32LE(at + 24),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ])
    add(entries, nameOf(bytes.subarray(at + 46, nameEnd), flags), {
      method: bytes.readUInt16LE(at + 10),
      flags,
      crc: bytes.readUInt32LE(at + 16),
      storedBytes: stored ?? 0,
      bytes: full ?? 0,
      at: (local ?? 0) + shift,
    })
    at = extraEnd + bytes.readUInt16LE(at + 32)
  }
  return found < count || found === 0 ? undefined : entries
}

/** Where the end of the directory in 64 bits stands; undefined where there is none. */
function end64Before(bytes: Buffer, end: number): number | undefined {
  if (!isMark(bytes, end - 20, END64_PLACE)) return undefined
  return [u64(bytes, end - 12), end - 20 - 56].find((at) => at + 56 <= end && isMark(bytes, at, END64))
}

/** The files by their own headers. What stands between them is passed over. */
function scan(bytes: Buffer, maxEntries: number): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>()
  let found = 0
  let at = bytes.indexOf(markBytes(LOCAL))
  while (at >= 0 && at + 30 <= bytes.length) {
    refuseMany((found += 1), maxEntries)
    const nameEnd = at + 30 + bytes.readUInt16LE(at + 26)
    const start = nameEnd + bytes.readUInt16LE(at + 28)
    if (start > bytes.length) break
    const flags = bytes.readUInt16LE(at + 6)
    const lengths =
      (flags & 8) === 0 ? lengthsInHeader(bytes, at, nameEnd, start) : lengthsBehind(bytes, start)
    if (lengths === undefined) break
    add(entries, nameOf(bytes.subarray(at + 30, nameEnd), flags), {
      method: bytes.readUInt16LE(at + 8),
      flags,
      ...lengths,
      at,
    })
    at = bytes.indexOf(markBytes(LOCAL), start + lengths.storedBytes)
  }
  return entries
}

type Lengths = Pick<ZipEntry, 'crc' | 'storedBytes' | 'bytes'>

function lengthsInHeader(bytes: Buffer, at: number, nameEnd: number, start: number): Lengths {
  const narrow = [bytes.readUInt32LE(at + 22), bytes.readUInt32LE(at + 18)]
  const [full, stored] = wideFields(bytes.subarray(nameEnd, start), narrow)
  return { crc: bytes.readUInt32LE(at + 14), storedBytes: stored ?? 0, bytes: full ?? 0 }
}

/** The first descriptor behind the data whose length of them is right. */
function lengthsBehind(bytes: Buffer, start: number): Lengths | undefined {
  let at = bytes.indexOf(markBytes(DESCRIPTOR), start)
  while (at >= 0 && at + 16 <= bytes.length) {
    const storedBytes = bytes.readUInt32LE(at + 8)
    if (storedBytes === at - start) {
      return { crc: bytes.readUInt32LE(at + 4), storedBytes, bytes: bytes.readUInt32LE(at + 12) }
    }
    at = bytes.indexOf(markBytes(DESCRIPTOR), at + 4)
  }
  return undefined
}

/** Lengths and offsets with those replaced that the extra field has in 64 bits, in the order of APPNOTE 4.5.3. */
function wideFields(extra: Buffer, narrow: readonly number[]): number[] {
  if (!narrow.includes(ELSEWHERE)) return [...narrow]
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === 1) {
      let field = at + 4
      return narrow.map((value) => {
        if (value !== ELSEWHERE || field + 8 > Math.min(end, extra.length)) return value
        field += 8
        return u64(extra, field - 8)
      })
    }
    at = end
  }
  return [...narrow]
}

/** Beyond 2^53 it is no offset of anything, and no longer exact. */
const u64 = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at))

const isMark = (bytes: Buffer, at: number, mark: number): boolean =>
  at >= 0 && at + 4 <= bytes.length && bytes.readUInt32LE(at) === mark

function markBytes(mark: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(mark)
  return bytes
}

function refuseMany(count: number, maxEntries: number): void {
  if (count <= maxEntries) return
  throw fault('ARCHIVE_BOMB', `The archive has more than ${maxEntries} entries.`, { maxEntries })
}

function add(entries: Map<string, ZipEntry>, name: string, entry: ZipEntry): void {
  if (!name.endsWith('/') && !entries.has(name)) entries.set(name, entry)
}

/**
 * Bit 11 says UTF-8, which many write without saying so; else names are of code page 437, of which the letters of
 * office parts are ASCII.
 */
function nameOf(bytes: Uint8Array, flags: number): string {
  const own = Buffer.from(bytes)
  return own.toString((flags & 0x800) !== 0 || isUtf8(own) ? 'utf8' : 'latin1').replaceAll('\\', '/')
}
