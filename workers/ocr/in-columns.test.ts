import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OcrLine, OcrWord } from '../recognition.ts'
import { inColumns } from './in-columns.ts'

const letter = 10
const pitch = 30

/** Words from a place on, ten pixels a letter. */
function words(text: string, x: number, y: number, height = 20): OcrWord[] {
  let left = x
  return text.split(' ').map((word) => {
    const box: OcrWord['box'] = [left, y, word.length * letter, height]
    left += (word.length + 1) * letter
    return { text: word, box, confidence: 0.9 }
  })
}

const line = (...parts: OcrWord[][]): OcrLine => ({
  text: parts
    .flat()
    .map(({ text }) => text)
    .join(' '),
  box: [0, 0, 1, 1],
  confidence: 0.9,
  words: parts.flat(),
})

const left = [
  'The committee reviewed four',
  'proposals on Tuesday, and',
  'selected the second of them',
  'which costs less than all',
  'the others that were made',
]
const right = [
  'Our team measured the time',
  'at three places in the town',
  'and found it to be shorter',
  'than anybody had expected',
  'it to be before we began',
]
const textOf = (lines: OcrLine[]): string => lines.map(({ text }) => text).join('\n')

test('lines that were read across two columns become the lines of one column after those of the other', () => {
  const across = left.map((text, i) => line(words(text, 0, i * pitch), words(right[i] ?? '', 320, i * pitch)))
  const read = inColumns(across)
  assert.equal(textOf(read), [...left, ...right].join('\n'))
  assert.deepEqual(read[5]?.box, [320, 0, 260, 20])
  // Boxes may be as high as a program likes.
  const high = left.map((text, i) =>
    line(words(text, 0, i * pitch, 44), words(right[i] ?? '', 305, i * pitch, 44)),
  )
  assert.equal(textOf(inColumns(high)), [...left, ...right].join('\n'))
})

test('columns of a page that leans', () => {
  const slope = 0.06
  const lean = (parts: OcrWord[]): OcrWord[] =>
    parts.map((word) => {
      const [x, y, width, height] = word.box
      return { ...word, box: [x - slope * y, y + slope * x, width, height] }
    })
  const across = left.map((text, i) =>
    line(lean(words(text, 0, i * pitch)), lean(words(right[i] ?? '', 320, i * pitch))),
  )
  const read = inColumns(across, { slope: () => slope, centre: { x: 0, y: 0 } })
  assert.equal(textOf(read), [...left, ...right].join('\n'))
})

test('rows of a table, and lines that stand in their columns already, are left as they are', () => {
  const items = ['Coffee', 'Bread', 'Tea', 'Milk', 'Olive oil']
  const table = items.map((item, i) => line(words(item, 0, i * pitch), words(`${i + 1}.50`, 400, i * pitch)))
  assert.equal(inColumns(table), table)
  const parted = [
    ...left.map((text, i) => line(words(text, 0, i * pitch))),
    ...right.map((text, i) => line(words(text, 320, i * pitch))),
  ]
  assert.equal(inColumns(parted), parted)
  assert.deepEqual(inColumns([]), [])
})
