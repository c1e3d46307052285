import { fault } from '../../../bridge/faults.ts'
import { streamAt, type Storage } from './cfb.ts'
import { damaged, Fields } from './fields.ts'

/** Numbers of the records that are read ([MS-PPT] 2.13.24). */
export const record = {
  slide: 1006,
  slideAtom: 1007,
  slidePersist: 1011,
  slideInfo: 1017,
  outlineText: 3998,
  textHeader: 3999,
  textChars: 4000,
  textBytes: 4008,
  text: 4026,
  slideList: 4080,
  binaryTag: 5003,
  comment: 12_000,
} as const

/** A record: where its data lies, and whether that is records. */
export interface PptRecord {
  type: number
  instance: number
  isContainer: boolean
  from: number
  end: number
}

/** The stream of a presentation and where its objects lie. */
export interface PptFile {
  stream: Fields
  document: number
  objects: ReadonlyMap<number, number>
}

const WHAT = 'presentation'
const HEADER_BYTES = 8
const ENCRYPTED = 0xf3d1c4df

/** The record at a place; undefined where none is whole. */
export function recordAt(stream: Fields, at: number, limit = stream.length): PptRecord | undefined {
  if (at + HEADER_BYTES > limit) return undefined
  const head = stream.u16(at)
  const from = at + HEADER_BYTES
  const end = from + stream.u32(at + 4)
  if (end > limit) return undefined
  return { type: stream.u16(at + 2), instance: head >> 4, isContainer: (head & 0xf) === 0xf, from, end }
}

/** The records within one. */
export function* children(stream: Fields, { from, end }: PptRecord): Generator<PptRecord> {
  for (
    let child = recordAt(stream, from, end);
    child !== undefined;
    child = recordAt(stream, child.end, end)
  ) {
    yield child
  }
}

/** Follows the edits back from the last; newer places of an object go before older ones ([MS-PPT] 2.1.2). */
export function openPpt(storage: Storage): PptFile {
  const bytes = streamAt(storage, 'PowerPoint Document')
  const current = new Fields(streamAt(storage, 'Current User') ?? new Uint8Array(), WHAT)
  if (bytes === undefined) throw damaged(WHAT, 'it has no stream PowerPoint Document')
  if (current.u32(12) === ENCRYPTED || storage.streams.has('ENCRYPTEDSUMMARY')) {
    throw fault('ENCRYPTED', 'The presentation needs a password. Remove it in PowerPoint, and send it again.')
  }
  const stream = new Fields(bytes, WHAT)
  const objects = new Map<number, number>()
  const seen = new Set<number>()
  let edit = current.u32(16)
  const document = stream.u32(edit + 24)
  while (edit !== 0 && edit + 32 <= stream.length && !seen.has(edit)) {
    seen.add(edit)
    addObjects(stream, stream.u32(edit + 20), objects)
    edit = stream.u32(edit + 16)
  }
  return { stream, document, objects }
}

/** Runs of places: a first number in twenty bits and how many follow in twelve ([MS-PPT] 2.3.4). */
function addObjects(stream: Fields, at: number, objects: Map<number, number>): void {
  const directory = recordAt(stream, at)
  if (directory === undefined) return
  for (let place = directory.from; place + 4 <= directory.end;) {
    const head = stream.u32(place)
    place += 4
    for (let index = 0; index < head >>> 20 && place + 4 <= directory.end; index += 1, place += 4) {
      const id = (head & 0xfffff) + index
      if (!objects.has(id)) objects.set(id, stream.u32(place))
    }
  }
}
