import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode } from './ctc.ts'
import { lookAlikes, settleLookAlikes } from './look-alikes.ts'

const keys = ['', 'a', 'b', ' ']

/** Probabilities of a path of classes: each step is `sure` of its class, the rest goes to the others evenly. */
function path(classes: number[], sure = 0.91): Float32Array {
  return Float32Array.from(
    classes.flatMap((best) => keys.map((_, k) => (k === best ? sure : (1 - sure) / (keys.length - 1)))),
  )
}

const textOf = (glyphs: { text: string }[]): string => glyphs.map(({ text }) => text).join('')

test('repeats are one character unless a blank parts them', () => {
  // The example of Graves et al. 2006, section 3.1: a-ab- and -aa--abb both are aab.
  assert.equal(textOf(decode(path([1, 0, 1, 2, 0]), keys)), 'aab')
  assert.equal(textOf(decode(path([0, 1, 1, 0, 0, 1, 2, 2]), keys)), 'aab')
  assert.deepEqual(decode(path([0, 0, 0]), keys), [])
  assert.deepEqual(decode(new Float32Array(0), keys), [])
})

test('a character stands in the middle of its steps and is as sure as the surest', () => {
  const probabilities = path([0, 1, 1, 1, 3, 2])
  probabilities[2 * keys.length + 1] = 0.99
  const found = decode(probabilities, keys).map(({ text, step, confidence }) => [
    text,
    step,
    confidence.toFixed(2),
  ])
  assert.deepEqual(found, [
    ['a', 2, '0.99'],
    [' ', 4, '0.91'],
    ['b', 5, '0.91'],
  ])
})

/** Reads a word whose characters are given as what they may be, likeliest first: 70 % and 25 %. */
function settledWord(word: string[], afterSentence = false): string {
  const classes = ['', ...new Set([...'0Oo1lIsScC', ...word.join('')])]
  const probabilities = Float32Array.from(
    word.flatMap((forms) => [
      ...classes.map((key) => [0.7, 0.25][key === '' ? -1 : forms.indexOf(key)] ?? 0),
      ...classes.map((_, k) => (k === 0 ? 1 : 0)),
    ]),
  )
  return textOf(settleLookAlikes(decode(probabilities, classes, lookAlikes(classes)), afterSentence))
}

test('look-alikes follow the characters around them', () => {
  assert.equal(settledWord(['3', 'o0']), '30')
  assert.equal(settledWord(['1l', 'i', 'm', 'i', 't']), 'limit')
  assert.equal(settledWord(['E', 'R', 'R', '0O', 'R']), 'ERROR')
  assert.equal(settledWord(['s', 'u', 'Cc', 'h']), 'such')
  assert.equal(settledWord(['lI', 'f'], true), 'If')
})

test('where the characters around disagree, or nothing else was thought of, what was read stays', () => {
  assert.equal(settledWord(['7', 'f', '0O', 'A']), '7f0A')
  assert.equal(settledWord(['lI', 'f']), 'lf')
  assert.equal(settledWord(['v', '1l', '.', '0']), 'v1.0')
  assert.equal(settledWord(['E', 'R', 'R', '0', 'R']), 'ERR0R')
  assert.equal(settledWord(['0O']), '0')
})
