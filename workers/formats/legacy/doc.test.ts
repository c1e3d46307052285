import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Fault } from '../../../bridge/faults.ts'
import { compoundFile } from '../../../test/cfb-builder.ts'
import { limits, readNow } from '../../../test/format-reading.ts'
import { seeded } from '../../../test/random.ts'
import { root } from '../../../test/root.ts'
import { sectionText } from '../content-text.ts'
import { readDoc } from './doc.ts'

const fixture = (name: string): Uint8Array => readFileSync(`${root}/test/fixtures/formats/${name}`)
const textOf = (name: string): string => sectionText(readNow(readDoc, fixture(name)).sections[0]!)

test('tables, lists, notes, boxes, margins and letters of all scripts', () => {
  const text = textOf('various.doc')
  for (const part of [
    '[header: This is the header text.]',
    'Footnote appears here\n\n[text box: Here is a text box]\n\n[footnote 1: This is a footnote.]',
    '• Bullet 1\n• Bullet 2',
    '1) Number bullet 1\n2) Number bullet 2\n3) Number bullet 3',
    'Row 1 Col 1\tRow 1 Col 2\tRow 1 Col 3\nRow 2 Col 1',
    'ゾルゲと尾崎、淡々と最期',
    '𐌲𐌿𐍄𐌹𐍃𐌺',
  ]) {
    assert.ok(text.includes(part), `${part} in ${text}`)
  }
  assert.ok(!text.includes('HYPERLINK'))
})

test('comments and deletions with their authors, hidden text', () => {
  const text = textOf('features.doc')
  assert.ok(text.includes('[comment by Kyle Reese: This is another comment]'))
  assert.ok(text.includes('[deleted by Kyle Reese: Donec ad litora]'))
  assert.ok(text.includes('[hidden: This is hidden text.]'))
})

test('links keep where they lead', () => {
  const links = readNow(readDoc, fixture('various.doc')).sections[0]?.blocks.flatMap(
    ({ links = [] }) => links,
  )
  assert.deepEqual(
    links?.map(({ url }) => url),
    ['http://tika.apache.org/'],
  )
})

/** A document of Word 6: text of one code page between two places, no properties. */
function wordSix(text: Uint8Array, more: (fib: Buffer) => void = () => undefined): Uint8Array {
  const fib = Buffer.alloc(0x300)
  fib.writeUInt16LE(0xa5dc, 0)
  fib.writeUInt16LE(101, 2)
  fib.writeUInt16LE(0x0419, 6)
  fib.writeUInt32LE(fib.length, 0x18)
  fib.writeUInt32LE(fib.length + text.length, 0x1c)
  fib.writeUInt32LE(text.length, 0x34)
  more(fib)
  return compoundFile({ WordDocument: Buffer.concat([fib, text]) })
}

test('the text of Word 6 is read in the code page of its language; fields give their results', () => {
  const text = Buffer.from([0xcc, 0xe8, 0xf0, 0x0d, 0x13, 0x50, 0x14, 0x31, 0x15, 0x0d, 0x61, 7, 0x62, 7, 7])
  assert.equal(sectionText(readNow(readDoc, wordSix(text)).sections[0]!), 'Мир\n\n1\n\na\tb')
})

test('a field that does not end does not swallow the text', () => {
  const text = Buffer.from('before \x13 PAGE\rafter\r', 'latin1')
  assert.match(sectionText(readNow(readDoc, wordSix(text)).sections[0]!), /before.*after/s)
})

test('what is encrypted, older or no document says so', () => {
  const encrypted = wordSix(Buffer.from('x'), (fib) => fib.writeUInt16LE(0x0100, 10))
  assert.throws(() => readNow(readDoc, encrypted), { code: 'ENCRYPTED' })
  const older = wordSix(Buffer.from('x'), (fib) => fib.writeUInt16LE(0xa59b, 0))
  assert.throws(() => readNow(readDoc, older), { code: 'TYPE_UNSUPPORTED' })
  assert.throws(() => readNow(readDoc, compoundFile({ Other: 'x' })), { code: 'DAMAGED' })
  assert.throws(() => readNow(readDoc, compoundFile({ EncryptedPackage: 'x' })), { code: 'ENCRYPTED' })
})

test('reading ends at the limit of characters', () => {
  const { truncated, sections } = readNow(readDoc, fixture('various.doc'), { ...limits, maxChars: 100 })
  assert.equal(truncated, true)
  assert.ok(sections[0]!.blocks.reduce((sum, { text }) => sum + text.length, 0) <= 100)
})

test('damage never does worse than a fault', () => {
  const random = seeded(5)
  for (const name of ['various.doc', 'features.doc']) {
    const whole = fixture(name)
    for (let round = 0; round < 300; round += 1) {
      const bytes = Uint8Array.from(
        round % 4 === 0 ? whole.subarray(0, Math.ceil(random() * whole.length)) : whole,
      )
      for (let flip = 0; flip < 20; flip += 1)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
      try {
        assert.equal(readNow(readDoc, bytes).sections.length, 1)
      } catch (error) {
        assert.ok(error instanceof Fault, String(error))
      }
    }
  }
})
