import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Word } from '../../bridge/operations/ocr.ts'
import type { Engine } from '../../workers/recognition.ts'
import { fused } from './fuse-readings.ts'
import { nothing, type PageReading } from './page-reading.ts'

/** Words of one line: `text@x` with ten pixels a letter. */
const line = (y: number, confidence: number, text: string): Word[] =>
  text.split(' ').map((part) => {
    const [word = '', x = '0'] = part.split('@')
    return { text: word, box: [Number(x), y, word.length * 10, 20], confidence }
  })

const reading = (engine: Engine, ...lines: Word[][]): PageReading => ({
  ...nothing,
  engine,
  lines,
  languages: engine === 'tesseract' ? ['eng'] : [],
  confidence: 0.8,
  text: lines.map((words) => words.map(({ text }) => text).join(' ')).join('\n'),
})

test('of each line the reading is taken that is likelier right', () => {
  const tesseract = reading(
    'tesseract',
    line(0, 0.95, 'Coffee@0 2.50@100'),
    line(30, 0.3, 'Br~ad@0 3.1O@100'),
    line(60, 0.9, 'Total@0 5.60@100'),
  )
  const ppocr = reading(
    'ppocr',
    line(1, 0.7, 'C0ffee@0 250@101'),
    line(31, 0.93, 'Bread@1 3.10@101'),
    line(60, 0.8, 'Totai@0 5.60@100'),
  )
  for (const read of [fused(tesseract, ppocr), fused(ppocr, tesseract)]) {
    assert.equal(read.text, 'Coffee 2.50\nBread 3.10\nTotal 5.60')
    assert.deepEqual([read.engine, read.languages], ['tesseract', ['eng']])
    assert.deepEqual(read.lines[1]?.[0]?.box, [1, 31, 50, 20])
    assert.equal(read.confidence, 0.9275)
  }
})

test('what only one program read is kept in its place where it is likelier right than wrong', () => {
  const tesseract = reading('tesseract', line(0, 0.93, 'Coffee@0'), line(60, 0.93, 'Total@0 5.60@100'))
  const ppocr = reading(
    'ppocr',
    line(-30, 0.95, 'MARKET@0'),
    line(0, 0.9, 'Coffee@0 2.50@100'),
    line(30, 0.95, 'Bread@0'),
    line(60, 0.5, 'T0ta1@0'),
    line(90, 0.4, '~|@0'),
  )
  // The end of a line that the other did not see makes that line the better one, unless it lies far off.
  assert.equal(fused(tesseract, ppocr).text, 'MARKET\nCoffee 2.50\nBread\nTotal 5.60')
  const far = reading('ppocr', line(0, 0.7, 'Coffee@0'), line(0, 0.95, 'Aside@900'))
  assert.equal(fused(tesseract, far).text, 'Coffee\nAside\nTotal 5.60')
})

test('lines across two columns are sorted into the lines of the reading that knows the columns', () => {
  const columns = reading(
    'tesseract',
    line(0, 0.95, 'left@0 one@50'),
    line(30, 0.3, 'l3ft@0 tw0@50'),
    line(0, 0.95, 'right@300 one@360'),
    line(30, 0.95, 'right@300 two@360'),
  )
  const across = reading(
    'ppocr',
    line(0, 0.7, 'left@0 one@50 right@300 one@360'),
    line(30, 0.93, 'left@0 two@50 right@300 two@360'),
  )
  assert.equal(fused(columns, across).text, 'left one\nleft two\nright one\nright two')
})

test('readings of pages that were turned differently, and empty ones, are not mixed', () => {
  const upright = reading('tesseract', line(0, 0.95, 'words@0'))
  const turned: PageReading = { ...reading('ppocr', line(0, 0.6, 'sp10w@0 wh@60')), rotation: 180 }
  assert.equal(fused(turned, upright), upright)
  assert.equal(fused(nothing, upright), upright)
  assert.equal(fused(upright, nothing), upright)
})
