import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listNumber } from './list-number.ts'

test('numbers as lists show them', () => {
  const cases: [number, string, string][] = [
    [7, 'decimal', '7'],
    [7, 'decimalZero', '07'],
    [1994, 'upperRoman', 'MCMXCIV'],
    [4, 'lowerRoman', 'iv'],
    [1, 'lowerLetter', 'a'],
    [28, 'upperLetter', 'BB'],
    [22, 'ordinal', '22nd'],
    [113, 'ordinal', '113th'],
    [42, 'cardinalText', 'Forty-two'],
    [20, 'ordinalText', 'Twentieth'],
    [32, 'ordinalText', 'Thirty-second'],
    [3, 'decimalEnclosedCircle', '③'],
    [21, 'chineseCounting', '二十一'],
    [3, 'ganada', '다'],
    [6, 'chicago', '††'],
    [3, 'none', ''],
    [3, 'of an unknown kind', '3'],
  ]
  for (const [value, format, text] of cases) assert.equal(listNumber(value, format), text, format)
})

test('no number is longer than it needs to be', () => {
  for (const format of ['lowerRoman', 'lowerLetter', 'chicago', 'cardinalText']) {
    assert.equal(listNumber(2_147_483_647, format), '2147483647')
    assert.equal(listNumber(0, format), '0')
  }
})
