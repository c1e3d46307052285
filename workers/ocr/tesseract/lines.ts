import type { Box, OcrLine, OcrWord } from '../../recognition.ts'
import { LEVEL, type Level, type ResultIterator } from './core.ts'

/** Lines in reading order, from the result of Tesseract; what holds no text (a picture, a rule) is left out. */
export function linesOf(at: ResultIterator): OcrLine[] {
  const lines: OcrLine[] = []
  let line: OcrLine | undefined
  at.Begin()
  do {
    if (at.Empty(LEVEL.word)) continue
    if (line === undefined || at.IsAtBeginningOf(LEVEL.line)) {
      line = { ...read(at, LEVEL.line), words: [] }
      lines.push(line)
    }
    const word = read(at, LEVEL.word)
    if (word.text !== '') line.words.push(word)
  } while (at.Next(LEVEL.word))
  return lines.filter(({ words }) => words.length > 0)
}

function read(at: ResultIterator, level: Level): OcrWord {
  const { x0, y0, x1, y1 } = at.getBoundingBox(level)
  const box: Box = [x0, y0, x1 - x0, y1 - y0]
  const confidence = round(Math.min(1, Math.max(0, at.Confidence(level) / 100)))
  return { text: at.GetUTF8Text(level).trim(), box, confidence }
}

/** Four decimals say all that a confidence can. */
const round = (value: number): number => Math.round(value * 1e4) / 1e4
