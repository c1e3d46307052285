/** Folders and streams of a compound file by name. */
export interface CompoundTree {
  [name: string]: Uint8Array | string | CompoundTree
}

const SECTOR = 512
const MINI = 64
const CUTOFF = 4096
const END = 0xfffffffe
const NONE = 0xffffffff

interface Entry {
  name: string
  type: number
  right: number
  child: number
  start: number
  size: number
}

/** A compound file of sectors of 512 bytes ([MS-CFB]) that holds the streams given. Texts are written as UTF-8. */
export function compoundFile(tree: CompoundTree): Uint8Array {
  const fat: number[] = []
  const sectors: Uint8Array[] = []
  const miniFat: number[] = []
  const minis: Uint8Array[] = []
  const entries: Entry[] = [{ name: 'Root Entry', type: 5, right: NONE, child: NONE, start: END, size: 0 }]

  const chain = (bytes: Uint8Array, size: number, table: number[], out: Uint8Array[]): number => {
    const start = table.length
    const count = Math.ceil(bytes.length / size)
    for (let index = 0; index < count; index += 1) {
      const sector = new Uint8Array(size)
      sector.set(bytes.subarray(index * size, (index + 1) * size))
      out.push(sector)
      table.push(index + 1 < count ? start + index + 1 : END)
    }
    return count === 0 ? END : start
  }
  const add = (folder: CompoundTree): number => {
    let first = NONE
    let before: Entry | undefined
    for (const [name, content] of Object.entries(folder)) {
      const entry: Entry = { name, type: 2, right: NONE, child: NONE, start: END, size: 0 }
      const id = entries.push(entry) - 1
      if (before === undefined) first = id
      else before.right = id
      before = entry
      if (typeof content === 'string' || content instanceof Uint8Array) {
        const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
        entry.size = bytes.length
        entry.start =
          bytes.length < CUTOFF ? chain(bytes, MINI, miniFat, minis) : chain(bytes, SECTOR, fat, sectors)
      } else {
        entry.type = 1
        entry.child = add(content)
      }
    }
    return first
  }
  const root = entries[0]!
  root.child = add(tree)
  const miniStream = Buffer.concat(minis)
  root.size = miniStream.length
  root.start = chain(miniStream, SECTOR, fat, sectors)
  const miniFatStart = chain(numbers(miniFat), SECTOR, fat, sectors)
  const directoryStart = chain(Buffer.concat(entries.map(entryBytes)), SECTOR, fat, sectors)
  const fatSectors = Math.ceil((fat.length + 110) / (SECTOR / 4))
  const fatStart = fat.length
  for (let index = 0; index < fatSectors; index += 1) fat.push(0xfffffffd)
  const table = new Uint8Array(fatSectors * SECTOR).fill(0xff)
  table.set(numbers(fat))

  const header = Buffer.alloc(SECTOR, 0xff)
  header.fill(0, 8, 76)
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(fatSectors, 44)
  header.writeUInt32LE(directoryStart, 48)
  header.writeUInt32LE(CUTOFF, 56)
  header.writeUInt32LE(miniFatStart, 60)
  header.writeUInt32LE(Math.ceil(miniFat.length / (SECTOR / 4)), 64)
  header.writeUInt32LE(END, 68)
  for (let index = 0; index < fatSectors; index += 1) header.writeUInt32LE(fatStart + index, 76 + index * 4)
  return new Uint8Array(Buffer.concat([header, ...sectors, table]))
}

function numbers(values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}

function entryBytes({ name, type, right, child, start, size }: Entry): Uint8Array {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 'utf16le')
  bytes.writeUInt16LE(name.length * 2 + 2, 64)
  bytes[66] = type
  bytes.writeUInt32LE(NONE, 68)
  bytes.writeUInt32LE(right, 72)
  bytes.writeUInt32LE(child, 76)
  bytes.writeUInt32LE(start, 116)
  bytes.writeUInt32LE(size, 120)
  return bytes
}
