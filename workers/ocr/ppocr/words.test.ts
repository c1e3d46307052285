import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Glyph } from './ctc.ts'
import type { Reading } from './recogniser.ts'
import { measureGaps, splitWords } from './words.ts'

const HEIGHT = 48

/**
 * A strip in which each character is a black bar 12 pixels wide, followed by a gap: 3 pixels, 20 behind each `_`
 * and `~`, 10 behind each `'`. The recogniser reads a space for `_` and swallows `~`.
 */
function stripOf(text: string): Reading {
  const bars: number[] = []
  const glyphs: Glyph[] = []
  let x = 10
  for (const character of text) {
    const at = (middle: number): number => middle / 4 - 0.5
    if (character === '_') glyphs.push({ text: ' ', confidence: 0.9, step: at(x + 8), forms: [] })
    if (character === '_' || character === '~') x += 17
    else if (character === "'") x += 7
    else {
      glyphs.push({ text: character, confidence: 0.9, step: at(x + 6), forms: [] })
      bars.push(x)
      x += 15
    }
  }
  const width = x + 10
  const pixels = new Uint8Array(width * HEIGHT).fill(230)
  for (const bar of bars) {
    for (let y = 10; y < 38; y++) pixels.fill(20, y * width + bar, y * width + bar + 12)
  }
  const rect = { x: width / 2, y: HEIGHT / 2, width, height: HEIGHT, angle: 0 }
  return { rect, strip: { width, height: HEIGHT, pixels }, glyphs, stepPx: 4 }
}

const split = (...strips: string[]): string[] =>
  splitWords(strips.map((strip) => measureGaps(stripOf(strip)))).map(({ words }) =>
    words.map(({ text }) => text).join(' '),
  )

test('a swallowed space is found by the spaces of the line, or of the page', () => {
  assert.deepEqual(split('ab_cd_ef_gh~ij'), ['ab cd ef gh ij'])
  assert.deepEqual(split('ab_cd_ef', 'gh_ij~kl'), ['ab cd ef', 'gh ij kl'])
})

test('where no space was read, the two widths of gaps between letters tell', () => {
  assert.deepEqual(split('abc~def~ghi', 'jkl~mno', 'pqrstuvw'), ['abc def ghi', 'jkl mno', 'pqrstuvw'])
  assert.deepEqual(split("abc'def'ghi", "jkl'mno", 'pqrstuvw'), ['abc def ghi', 'jkl mno', 'pqrstuvw'])
  // Two wide gaps on a page may be those of narrow letters.
  assert.deepEqual(split("abc'def'ghi", 'jklmno', 'pqrstuvw'), ['abcdefghi', 'jklmno', 'pqrstuvw'])
})

test('a one stands apart from the digits beside it in one number', () => {
  assert.deepEqual(split("ab_cd_ef_gh'1~4", "ij_2'1'8_k"), ['ab cd ef gh14', 'ij 218 k'])
  assert.deepEqual(split("ab_cd_ef_Fit~A-'2"), ['ab cd ef Fit A-2'])
})

test('wider gaps inside words and numbers tear nothing apart', () => {
  assert.deepEqual(split("ab_cd_ef_g'h"), ['ab cd ef gh'])
  assert.deepEqual(split('ab_cd_ef_38~.~97'), ['ab cd ef 38.97'])
  assert.deepEqual(split('ab_cd_ef_2024~-04'), ['ab cd ef 2024-04'])
})

test('a space that was read where there is hardly a gap is none', () => {
  const strip = stripOf('ab_cd_ef_ghij')
  const at = strip.glyphs.findIndex(({ text }) => text === 'i')
  strip.glyphs.splice(at, 0, {
    text: ' ',
    confidence: 0.5,
    step: (strip.glyphs[at]?.step ?? 0) - 1,
    forms: [],
  })
  const [region] = splitWords([measureGaps(strip)])
  assert.equal(region?.words.at(-1)?.text, 'ghij')
})

test('light text on dark is split the same way, and words say where they stand', () => {
  const strip = stripOf('ab_cd_ef_gh~ij')
  strip.strip.pixels.forEach((value, i, pixels) => (pixels[i] = 255 - value))
  const [region] = splitWords([measureGaps(strip)])
  const edges = region?.words.map(({ rect }) =>
    [rect.x - rect.width / 2, rect.x + rect.width / 2].map(Math.round),
  )
  assert.deepEqual(edges, [
    [10, 37],
    [57, 84],
    [104, 131],
    [151, 178],
    [198, 225],
  ])
})
