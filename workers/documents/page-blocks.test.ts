import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinLines } from '../page-blocks.ts'
import { pageBlocks } from './page-blocks.ts'
import { pageParts } from './page-text.ts'
import type { PlacedText } from './run.ts'

/** Text of a size at a place of the page, half its size wide a letter. */
const at = (x: number, y: number, text: string, size = 10): PlacedText => ({
  text,
  matrix: [size, 0, 0, -size, x, y],
  advance: text.length * size * 0.5,
  vertical: false,
  spaced: false,
})

const blocks = (...placed: PlacedText[]) =>
  pageBlocks(pageParts(placed)).map(({ kind, text, level, label, rows, headed }) => ({
    kind,
    text,
    ...(level !== undefined && { level }),
    ...(label !== undefined && { label }),
    ...(rows && { rows }),
    ...(headed !== undefined && { headed }),
  }))

const prose = 'The quick brown fox jumps over the lazy dog and'

test('larger text is a heading, its level by size; the rest are paragraphs of joined lines', () => {
  assert.deepEqual(
    blocks(
      at(50, 50, 'Yearly report', 20),
      at(50, 90, 'Summary', 14),
      at(50, 120, prose),
      at(50, 132, 'then goes to sleep un-'),
      at(50, 144, 'til dawn.'),
      at(50, 180, 'Another paragraph.'),
    ),
    [
      { kind: 'heading', text: 'Yearly report', level: 1 },
      { kind: 'heading', text: 'Summary', level: 2 },
      { kind: 'paragraph', text: `${prose} then goes to sleep until dawn.` },
      { kind: 'paragraph', text: 'Another paragraph.' },
    ],
  )
})

test('lines that begin with a bullet or a number are items of a list', () => {
  assert.deepEqual(blocks(at(50, 50, '• first of'), at(58, 62, 'two lines'), at(50, 74, '2. second')), [
    { kind: 'item', text: 'first of two lines', label: '•' },
    { kind: 'item', text: 'second', label: '2.' },
  ])
})

test('rows of cells under each other are a table; a column of figures is matched by its right edge', () => {
  const right = (x: number, y: number, text: string): PlacedText => at(x - text.length * 5, y, text)
  assert.deepEqual(
    blocks(
      at(50, 20, 'The parts we sent:'),
      at(50, 50, 'Part'),
      at(200, 50, 'Count'),
      right(300, 50, 'Sum'),
      at(50, 64, 'Hinge'),
      at(200, 64, '12'),
      right(300, 64, '1,440.00'),
      at(50, 76, 'of brass'),
      at(50, 90, 'Screw'),
      right(300, 90, '3.50'),
      at(50, 120, prose),
    ),
    [
      { kind: 'paragraph', text: 'The parts we sent:' },
      {
        kind: 'table',
        text: '',
        rows: [
          ['Part', 'Count', 'Sum'],
          ['Hinge', '12', '1,440.00'],
          ['of brass', '', ''],
          ['Screw', '', '3.50'],
        ],
        headed: true,
      },
      { kind: 'paragraph', text: prose },
    ],
  )
})

test('one row of two pieces is no table', () => {
  assert.deepEqual(blocks(at(50, 50, 'Left'), at(300, 50, 'Right'), at(50, 62, prose)), [
    { kind: 'paragraph', text: `Left Right ${prose}` },
  ])
})

test('lines are joined without a blank where the script has none, and over a hyphen within a word only', () => {
  assert.equal(joinLines(['日本語の', '文章', 'and', 'more']), '日本語の文章 and more')
  assert.equal(joinLines(['up-', 'to', 'A-', 'Z', '1-', '2']), 'upto A- Z 1- 2')
})

test('rows that step aside one after another are looked at once and are no table', () => {
  const steps = Array.from({ length: 20_000 }, (_, i) => [
    at(i % 400, 20 + 12 * i, 'a'),
    at((i % 400) + 30, 20 + 12 * i, 'b'),
  ])
  assert.ok(blocks(...steps.flat()).length > 0)
})
