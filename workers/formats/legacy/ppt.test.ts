import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../../bridge/faults.ts'
import { compoundFile } from '../../../test/cfb-builder.ts'
import { readNow } from '../../../test/format-reading.ts'
import { seeded } from '../../../test/random.ts'
import { readPpt } from './ppt.ts'

const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, index * 4)
  return bytes
}
const atom = (type: number, data: Buffer, instance = 0, version = 0): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt16LE((instance << 4) | version, 0)
  head.writeUInt16LE(type, 2)
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data])
}
const container = (type: number, instance: number, ...parts: Buffer[]): Buffer =>
  atom(type, Buffer.concat(parts), instance, 15)
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le')

const document = container(
  1000,
  0,
  container(
    4080,
    0,
    atom(1011, u32(2, 0, 1, 256, 0)),
    atom(3999, u32(0)),
    atom(4000, wide('Größe')),
    atom(1011, u32(4, 0, 0, 257, 0)),
  ),
  container(4080, 2, atom(1011, u32(3, 0, 0, 9, 0))),
  container(4080, 1, atom(1011, u32(5, 0, 0, 0, 0))),
)
const comment = container(12_000, 0, atom(4026, wide('Ada'), 0), atom(4026, wide('why?'), 1))
const first = container(
  1006,
  0,
  atom(1007, u32(0, 0, 0, 0, 9, 0)),
  container(
    1036,
    0,
    atom(3998, u32(0)),
    atom(3999, u32(1)),
    atom(4008, Buffer.from('one\rtwo \x93x\x94', 'latin1')),
  ),
  container(5000, 0, atom(5003, comment)),
)
const notes = container(1008, 0, atom(3999, u32(2)), atom(4000, wide('say so')))
const second = container(
  1006,
  0,
  atom(1017, Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0])),
  atom(4008, Buffer.from('later')),
)

const master = container(1016, 0, atom(4026, wide('Harbour'), 2), atom(4026, wide('other'), 3))

function presentation(token = 0xe391c05f): Uint8Array {
  const objects = [document, first, notes, second, master]
  const places = objects.map((_, index) => Buffer.concat(objects.slice(0, index)).length)
  const body = Buffer.concat(objects)
  const directory = atom(6002, u32((5 << 20) | 1, ...places))
  const edit = atom(4085, u32(0, 0, 0, body.length, 1, 0, 0))
  const current = atom(4086, u32(20, token, body.length + directory.length))
  return compoundFile({
    'PowerPoint Document': Buffer.concat([body, directory, edit]),
    'Current User': current,
  })
}

test('slides in their order with titles, texts, notes and comments', () => {
  assert.deepEqual(readNow(readPpt, presentation()).sections, [
    {
      title: 'Größe',
      blocks: [
        { kind: 'heading', level: 1, text: 'Größe' },
        { kind: 'paragraph', text: 'one' },
        { kind: 'paragraph', text: 'two “x”' },
        { kind: 'speaker notes', text: 'say so' },
        { kind: 'comment', label: 'Ada', text: 'why?' },
        { kind: 'hidden', label: 'design', text: 'Harbour' },
      ],
    },
    { hidden: true, blocks: [{ kind: 'paragraph', text: 'later' }] },
  ])
})

test('what needs a password says so', () => {
  assert.throws(() => readNow(readPpt, presentation(0xf3d1c4df)), { code: 'ENCRYPTED' })
})

test('damage never does worse than a fault', () => {
  const random = seeded(9)
  const whole = presentation()
  for (let round = 0; round < 1500; round += 1) {
    const bytes = Uint8Array.from(
      round % 4 === 0 ? whole.subarray(0, Math.ceil(random() * whole.length)) : whole,
    )
    for (let flip = 0; flip < 6; flip += 1)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    try {
      assert.ok(Array.isArray(readNow(readPpt, bytes).sections))
    } catch (error) {
      assert.ok(error instanceof Fault, String(error))
    }
  }
})
