import { crc32 } from 'node:zlib'
import { fault } from '../../bridge/faults.ts'

/** A chunk of a PNG file: its four letters and its data (a view into the file). */
export interface Chunk {
  type: string
  data: Uint8Array
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Whether bytes begin as a PNG file does (PNG 3rd edition, 5.2). */
export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, i) => bytes[i] === byte)
}

/**
 * The chunks of a PNG file from the first to IEND; what comes after is not looked at. A chunk that does not match its
 * checksum is left out when a reader can do without (13.1), else DAMAGED as soon as the reader goes on: so a header
 * can be refused for what it says first.
 */
export function* readChunks(file: Uint8Array): Generator<Chunk> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let offset = SIGNATURE.length
  while (offset + 12 <= file.length) {
    const length = view.getUint32(offset)
    const end = offset + 12 + length
    const type = String.fromCharCode(...file.subarray(offset + 4, offset + 8))
    if (!/^[A-Za-z]{4}$/.test(type)) throw damaged(`there is no chunk at byte ${offset}`)
    if (end > file.length) throw damaged(`chunk ${type} at byte ${offset} goes on beyond the end of the file`)
    const intact = crc32(file.subarray(offset + 4, end - 4)) === view.getUint32(end - 4)
    const needed = /^[A-Z]/.test(type)
    if (intact || needed) yield { type, data: file.subarray(offset + 8, end - 4) }
    if (needed && !intact) throw damaged(`chunk ${type} at byte ${offset} does not match its checksum`)
    if (type === 'IEND') return
    offset = end
  }
  throw damaged('it ends before its IEND chunk')
}

/** A PNG file of chunks; IEND is added. */
export function writeChunks(chunks: readonly Chunk[]): Uint8Array {
  const all = [...chunks, { type: 'IEND', data: new Uint8Array() }]
  const size = all.reduce((sum, { data }) => sum + 12 + data.length, SIGNATURE.length)
  const file = new Uint8Array(size)
  const view = new DataView(file.buffer)
  file.set(SIGNATURE)
  let offset = SIGNATURE.length
  for (const { type, data } of all) {
    const end = offset + 12 + data.length
    view.setUint32(offset, data.length)
    file.set(Buffer.from(type, 'latin1'), offset + 4)
    file.set(data, offset + 8)
    view.setUint32(end - 4, crc32(file.subarray(offset + 4, end - 4)))
    offset = end
  }
  return file
}

/** The fault of a PNG file that cannot be read to its end. */
export function damaged(what: string, cause?: unknown): Error {
  return fault(
    'DAMAGED',
    `The PNG file is damaged: ${what}. Save it anew, or send an intact copy.`,
    {},
    cause,
  )
}
