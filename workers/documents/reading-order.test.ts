import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { lineText } from './bidi.ts'
import { rowPieces } from './lines.ts'
import { inReadingOrder } from './reading-order.ts'
import type { Run } from './run.ts'

/** A line of text whose letters are half as wide as they are high. */
const at = (text: string, x: number, y: number, size = 10): Run => ({
  text,
  x0: x,
  x1: x + 0.5 * size * text.length,
  y,
  size,
  order: 0,
  spaced: false,
})

/** Runs in the order they are drawn. */
const drawn = (runs: Run[]): Run[] => runs.map((run, order) => ({ ...run, order }))

const read = (runs: Run[]): string[] =>
  inReadingOrder(drawn(runs)).flatMap((block) => block.rows.map((row) => lineText(rowPieces(row))))

const words =
  'the harbour office describes every northern tide table in plain and careful words each year'.split(' ')

/** Running text of `count` lines, told apart by their first word. */
function prose(name: string, x: number, y: number, count: number, pitch = 12): Run[] {
  return Array.from({ length: count }, (_, index) => {
    const text = [`${name}${index}`, ...words.slice(index % 7, (index % 7) + 6)].join(' ').slice(0, 40)
    return at(text, x, y + index * pitch)
  })
}

const firstWords = (lines: string[]): string[] => lines.map((line) => line.split(' ', 1)[0] ?? '')
const names = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}`)

/** Rows of cells, column by column. */
const table = (rows: string[][], edges: number[], y: number): Run[] =>
  edges.flatMap((x, column) => rows.map((cells, row) => at(cells[column] ?? '', x, y + row * 14)))

const priceList = [
  ['Part', 'Count', 'Each', 'Sum'],
  ['Long bolt with washer', '12', '1.50', '18.00'],
  ['Nut', '12', '0.30', '3.60'],
  ['Ring', '4', '7.25', '29.00'],
  ['Spring', '1', '19.90', '19.90'],
]

describe('columns', () => {
  test('are read one after another however their lines are drawn', () => {
    const left = prose('left', 50, 100, 8)
    const right = prose('right', 300, 100, 8)
    const byRow = left.flatMap((line, index) => [line, right[index] ?? line])
    const expected = [...names('left', 8), ...names('right', 8)]
    for (const order of [byRow, [...right, ...left], byRow.toReversed()]) {
      assert.deepEqual(firstWords(read(order)), expected)
    }
  })

  test('may stand at different heights and be of different length', () => {
    const lines = read([...prose('left', 50, 100, 9), ...prose('right', 300, 95.5, 6, 12.5)])
    assert.deepEqual(firstWords(lines), [...names('left', 9), ...names('right', 6)])
  })

  test('three, under a title across them and over a page number', () => {
    const lines = read([
      at('A title that goes across all three columns of the page', 60, 60, 16),
      ...prose('a', 40, 100, 7),
      ...prose('b', 260, 100, 7),
      ...prose('c', 480, 100, 7),
      at('17', 330, 260),
    ])
    assert.deepEqual(firstWords(lines), ['A', ...names('a', 7), ...names('b', 7), ...names('c', 7), '17'])
  })

  test('end at a heading across them and begin again below it', () => {
    const lines = read([
      ...prose('a', 50, 100, 5),
      ...prose('b', 300, 100, 5),
      at('Middle', 50, 185, 14),
      ...prose('c', 50, 210, 5),
      ...prose('d', 300, 210, 5),
    ])
    assert.deepEqual(firstWords(lines), [
      ...names('a', 5),
      ...names('b', 5),
      'Middle',
      ...names('c', 5),
      ...names('d', 5),
    ])
  })

  test('a heading within one column stays there', () => {
    const lines = read([
      ...prose('a', 50, 100, 4),
      at('Methods', 50, 160, 12),
      ...prose('b', 50, 178, 4),
      ...prose('c', 300, 100, 10),
    ])
    assert.deepEqual(firstWords(lines), [...names('a', 4), 'Methods', ...names('b', 4), ...names('c', 10)])
  })

  test('blocks of short lines that do not stand level are read one after another', () => {
    const left = ['Ferris & Co', '12 Quay St', 'Port Ember', 'Northland'].map((text, row) =>
      at(text, 50, 100 + row * 12),
    )
    const right = ['Offer 17', '4 March', 'by Ines', 'page 1'].map((text, row) =>
      at(text, 350, 105 + row * 15),
    )
    assert.deepEqual(
      read([...left, ...right]),
      [...left, ...right].map((run) => run.text),
    )
  })
})

describe('rows stay whole', () => {
  const rows = priceList.map((cells) => cells.join(' '))
  const edges = [50, 250, 350, 450]

  test('in a table drawn column by column, row by row or backwards', () => {
    const byColumn = table(priceList, edges, 100)
    const byRow = byColumn.toSorted((a, b) => a.y - b.y)
    for (const order of [byColumn, byRow, byColumn.toReversed()]) assert.deepEqual(read(order), rows)
  })

  test('in a table below two columns of text', () => {
    const lines = read([
      ...table(priceList, edges, 300),
      ...prose('left', 50, 100, 8),
      ...prose('right', 300, 100, 8),
    ])
    assert.deepEqual(lines.slice(16), rows)
  })

  test('of labels and their values', () => {
    const pairs = [
      ['Name', 'Bo Marsh'],
      ['Vessel', 'Grey Petrel'],
      ['Length', '11.4 m'],
      ['Arrival', '2 August 2025'],
    ]
    assert.deepEqual(
      read(table(pairs, [72, 180], 100)),
      pairs.map((pair) => pair.join(' ')),
    )
  })

  test('of a list with hanging marks', () => {
    const items = prose('item', 70, 100, 6)
    const lines = read([...items.map((item) => at('•', 55, item.y)), ...items])
    assert.deepEqual(
      firstWords(lines),
      Array.from({ length: 6 }, () => '•'),
    )
  })
})

test('the order in which runs are drawn changes nothing', () => {
  const page = [
    at('Report', 50, 60, 16),
    ...prose('a', 50, 100, 6),
    ...prose('b', 300, 103, 6),
    ...table(priceList, [50, 250, 350, 450], 300),
  ]
  const expected = read(page)
  fc.assert(
    fc.property(fc.shuffledSubarray(page, { minLength: page.length, maxLength: page.length }), (shuffled) => {
      assert.deepEqual(read(shuffled), expected)
    }),
    { numRuns: 50 },
  )
})

test('no run is lost and none is doubled, whatever stands where', () => {
  const anywhere = fc.record({
    x: fc.double({ min: 0, max: 600, noNaN: true }),
    y: fc.double({ min: 0, max: 800, noNaN: true }),
    size: fc.constantFrom(6, 10, 10, 10, 24),
    length: fc.integer({ min: 1, max: 50 }),
  })
  fc.assert(
    fc.property(fc.array(anywhere, { maxLength: 120 }), (places) => {
      const runs = drawn(places.map(({ x, y, size, length }) => at('w'.repeat(length), x, y, size)))
      const placed = inReadingOrder(runs).flatMap((block) => block.rows.flatMap((row) => row.runs))
      assert.deepEqual(
        placed.map((run) => run.order).sort((a, b) => a - b),
        runs.map((run) => run.order),
      )
    }),
    { numRuns: 100 },
  )
})
