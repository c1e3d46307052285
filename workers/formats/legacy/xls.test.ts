import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Fault } from '../../../bridge/faults.ts'
import { compoundFile } from '../../../test/cfb-builder.ts'
import { limits, readNow } from '../../../test/format-reading.ts'
import { seeded } from '../../../test/random.ts'
import { root } from '../../../test/root.ts'
import { sectionText } from '../content-text.ts'
import type { Content, Section } from '../content.ts'
import { readXls } from './xls.ts'

const fixture = (name: string): Uint8Array => readFileSync(`${root}/test/fixtures/formats/${name}`)
const u8 = (...values: number[]): Buffer => Buffer.from(values)
const u16 = (...values: number[]): Buffer => Buffer.concat(values.map((value) => u8(value & 255, value >> 8)))
const u32 = (value: number): Buffer => u16(value & 0xffff, value >>> 16)
const f64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}
const record = (type: number, ...parts: Buffer[]): Buffer => {
  const data = Buffer.concat(parts)
  return Buffer.concat([u16(type, data.length), data])
}
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le')
const start = (kind: number): Buffer => record(0x809, u16(0x0600, kind), Buffer.alloc(12))
const end = record(0x0a)

/** A workbook of one sheet; `globals` are records before its entry, `cells` those of the sheet. */
function workbook(cells: Buffer[], globals: Buffer[] = [], name = 'Sheet'): Uint8Array {
  const before = Buffer.concat([start(5), ...globals])
  const at = before.length + 4 + 8 + name.length + end.length
  const entry = record(0x85, u32(at), u8(0, 0), u8(name.length, 0), Buffer.from(name))
  return compoundFile({ Workbook: Buffer.concat([before, entry, end, start(0x10), ...cells, end]) })
}
const sheet = (cells: Buffer[], globals: Buffer[] = []): Section =>
  readNow(readXls, workbook(cells, globals)).sections[0]!
const rows = (cells: Buffer[], globals: Buffer[] = []): string[][] | undefined =>
  sheet(cells, globals).blocks[0]?.rows

test('sheets in order with their names, hidden ones marked, comments with author and place', () => {
  const { sections } = readNow(readXls, fixture('hidden-sheets.xls'))
  assert.deepEqual(
    sections.map(({ title, hidden = false }) => [title, hidden]),
    [
      ['protected-sheet', false],
      ['hidden-sheet', true],
      ['hidden-columns-and-hidden-rows', false],
      ['very-hidden-sheet', true],
      ['Sheet4', false],
    ],
  )
  assert.match(
    sectionText(sections[4]!),
    /anchor cell\n\n\[comment by Unknown Author: A1: This is a comment\]/,
  )
})

test('workbooks of Excel 5 are read in their code page', () => {
  const text = sectionText(readNow(readXls, fixture('excel-5.xls')).sections[0]!)
  assert.match(
    text,
    /^\[sheet: Feuil1\]\n\nSample Excel Worksheet - Numbers and their Squares\n\tNumber\tSquare\n\t1\t1\n\t2\t4\n/,
  )
})

test('all kinds of cells, in their rows and columns', () => {
  assert.deepEqual(
    rows([
      record(0x203, u16(1, 2, 0), f64(1.5)),
      record(0x27e, u16(0, 1, 0), u32((12 << 2) | 2)),
      record(0xbd, u16(2, 1), u16(0), u32((100 << 2) | 3), u16(0), u32(0x3ff00000), u16(2)),
      record(0x205, u16(0, 2, 0), u8(1, 0)),
      record(0x205, u16(0, 3, 0), u8(7, 1)),
      record(0x204, u16(1, 1, 0), u16(2), u8(0), Buffer.from('hi')),
      record(0x06, u16(3, 1, 0), u8(0, 0, 0, 0, 0, 0, 255, 255), Buffer.alloc(8)),
      record(0x207, u16(2), u8(1), wide('ßλ')),
    ]),
    [['12', 'TRUE', '#DIV/0!'], ['hi', '1.5'], ['1', '1'], ['ßλ']],
  )
})

test('shared strings run on over records, where their letters may change in width', () => {
  const strings = [
    record(0xfc, u32(2), u32(2), u16(4), u8(0), Buffer.from('ab')),
    record(0x3c, u8(1), wide('cλ'), u16(1), u8(8 | 4), u16(1), u32(2), Buffer.from('x'), u8(1, 1)),
    record(0x3c, u8(1, 1, 9, 9)),
  ]
  assert.deepEqual(rows([record(0xfd, u16(0, 0, 0), u32(0)), record(0xfd, u16(0, 1, 0), u32(1))], strings), [
    ['abcλ', 'x'],
  ])
})

test('numbers are shown by their formats, days from 1904 where the workbook says so', () => {
  const format = (id: number): Buffer => record(0xe0, u16(0, id), Buffer.alloc(16))
  const formats = [
    record(0x41e, u16(164, 10), u8(0), Buffer.from('0.00" kg"x')),
    format(0),
    format(164),
    format(14),
  ]
  const cells = [record(0x203, u16(0, 0, 1), f64(2.5)), record(0x203, u16(0, 1, 2), f64(44258))]
  assert.deepEqual(rows(cells, [record(0x22, u16(1)), ...formats]), [['2.50 kgx', '3/4/2025']])
})

test('what needs a password says so', () => {
  assert.throws(() => readNow(readXls, workbook([], [record(0x2f, u16(1))])), { code: 'ENCRYPTED' })
})

test('a sheet of far cells, and one that is listed thousands of times, stay within the limits', () => {
  const far = Array.from({ length: 5000 }, (_, row) => record(0x203, u16(row, row % 256, 0), f64(1)))
  const read = readNow(readXls, workbook(far), { ...limits, maxChars: 10_000 })
  assert.equal(read.truncated, true)
  assert.ok(read.sections[0]!.blocks[0]!.rows!.flat().length < 11_000)
  const stream = Buffer.concat([
    start(5),
    ...Array.from({ length: 5000 }, () => record(0x85, u32(0), u8(0, 0), u8(1, 0), Buffer.from('S'))),
    end,
  ])
  assert.ok(readNow(readXls, compoundFile({ Workbook: stream })).sections.length < 10)
})

test('damage never does worse than a fault', () => {
  const random = seeded(3)
  const whole = fixture('hidden-sheets.xls')
  const check = (read: () => Content): void => {
    try {
      assert.ok(Array.isArray(read().sections))
    } catch (error) {
      assert.ok(error instanceof Fault, String(error))
    }
  }
  for (let round = 0; round < 500; round += 1) {
    const bytes = Uint8Array.from(
      round % 4 === 0 ? whole.subarray(0, Math.ceil(random() * whole.length)) : whole,
    )
    for (let flip = 0; flip < 20; flip += 1)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    check(() => readNow(readXls, bytes))
  }
})
