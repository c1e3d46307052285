import { crc32, deflateRawSync } from 'node:zlib'

/** A file to pack; what is not given is as an honest archive has it. */
export interface ZipPart {
  name: string
  bytes: Uint8Array | string
  /** Stored instead of deflated. */
  isStored?: boolean
  /** Lengths and check sum follow the data, as streaming writers do it. */
  isStreamed?: boolean
  /** What the headers claim. */
  claims?: { crc?: number; bytes?: number; storedBytes?: number; method?: number; flags?: number }
}

export interface ZipShape {
  /** Bytes before the archive. */
  before?: Uint8Array
  comment?: string
  /** Lengths and offsets in 64 bits. */
  isWide?: boolean
  /** Without the directory at the end. */
  isCut?: boolean
  /** Number of entries that the directory claims. */
  claimedCount?: number
}

/** An archive of files by name. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  return makeZip(Object.entries(files).map(([name, bytes]) => ({ name, bytes })))
}

/** An archive of files with whatever is wrong with them (PKWARE APPNOTE 6.3.10, section 4.3). */
export function makeZip(parts: readonly ZipPart[], shape: ZipShape = {}): Uint8Array {
  const { before = new Uint8Array(), comment = '', isWide = false, isCut = false } = shape
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  const put = (chunk: Buffer): void => {
    chunks.push(chunk)
    at += chunk.length
  }
  for (const { name, bytes, isStored, isStreamed, claims = {} } of parts) {
    const data = Buffer.from(bytes)
    const packed = isStored === true ? data : deflateRawSync(data)
    const { crc = crc32(data), method = isStored === true ? 0 : 8, flags = 0 } = claims
    const [full, stored] = [claims.bytes ?? data.length, claims.storedBytes ?? packed.length]
    const fields = {
      flags: flags | (isStreamed === true ? 8 : 0),
      method,
      crc,
      full,
      stored,
      at,
      name,
      isWide,
    }
    directory.push(central(fields))
    put(local(isStreamed === true ? { ...fields, crc: 0, full: 0, stored: 0, isWide: false } : fields))
    put(packed)
    if (isStreamed === true) put(numbers([4, 0x08074b50], [4, crc], [4, stored], [4, full]))
  }
  if (!isCut) {
    const start = at
    for (const header of directory) put(header)
    const size = at - start
    const count = shape.claimedCount ?? parts.length
    if (isWide) {
      const end = at
      put(numbers([4, 0x06064b50], [8, 44], [4, 0], [8, 0], [8, count], [8, count], [8, size], [8, start]))
      put(numbers([4, 0x07064b50], [4, 0], [8, end], [4, 1]))
    }
    const wide = isWide ? 0xffffffff : undefined
    put(
      numbers(
        [4, 0x06054b50],
        [4, 0],
        [2, count],
        [2, count],
        [4, wide ?? size],
        [4, wide ?? start],
        [2, comment.length],
      ),
    )
    put(Buffer.from(comment))
  }
  return Buffer.concat([before, ...chunks])
}

interface Fields {
  flags: number
  method: number
  crc: number
  full: number
  stored: number
  at: number
  name: string
  isWide: boolean
}

function local({ flags, method, crc, full, stored, name, isWide }: Fields): Buffer {
  const extra = isWide ? numbers([2, 1], [2, 16], [8, full], [8, stored]) : Buffer.alloc(0)
  const lengths: [number, number][] = isWide
    ? [
        [4, 0xffffffff],
        [4, 0xffffffff],
      ]
    : [
        [4, stored],
        [4, full],
      ]
  const own = Buffer.from(name)
  const header = numbers(
    [4, 0x04034b50],
    [2, 20],
    [2, flags],
    [2, method],
    [4, 0],
    [4, crc],
    ...lengths,
    [2, own.length],
    [2, extra.length],
  )
  return Buffer.concat([header, own, extra])
}

function central({ flags, method, crc, full, stored, at, name, isWide }: Fields): Buffer {
  const extra = isWide ? numbers([2, 1], [2, 24], [8, full], [8, stored], [8, at]) : Buffer.alloc(0)
  const wide = isWide ? 0xffffffff : undefined
  const own = Buffer.from(name)
  const header = numbers(
    [4, 0x02014b50],
    [2, 20],
    [2, 20],
    [2, flags],
    [2, method],
    [4, 0],
    [4, crc],
    [4, wide ?? stored],
    [4, wide ?? full],
    [2, own.length],
    [2, extra.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, wide ?? at],
  )
  return Buffer.concat([header, own, extra])
}

/** Numbers with the least byte first, each as wide as said. */
function numbers(...fields: [bytes: number, value: number][]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(8)
      field.writeBigUInt64LE(BigInt(value))
      return field.subarray(0, bytes)
    }),
  )
}
