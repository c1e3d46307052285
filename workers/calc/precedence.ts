import * as operators from './operators.ts'
import type { Operator } from './operators.ts'

/** How tightly an infix operator binds, loosest first; and, where it is written as a word, its spelling. */
export const infix = new Map<string, { level: number; operator: Operator }>([
  ['or', { level: 1, operator: operators.OR }],
  ['xor', { level: 2, operator: operators.XOR }],
  ['and', { level: 3, operator: operators.AND }],
  ['=', { level: 5, operator: operators.EQUAL }],
  ['!=', { level: 5, operator: operators.UNEQUAL }],
  ['<', { level: 5, operator: operators.LESS }],
  ['<=', { level: 5, operator: operators.AT_MOST }],
  ['>', { level: 5, operator: operators.GREATER }],
  ['>=', { level: 5, operator: operators.AT_LEAST }],
  ['|', { level: 6, operator: operators.OR }],
  ['&', { level: 7, operator: operators.AND }],
  ['<<', { level: 8, operator: operators.SHIFT_LEFT }],
  ['>>', { level: 8, operator: operators.SHIFT_RIGHT }],
  ['+', { level: 9, operator: operators.PLUS }],
  ['-', { level: 9, operator: operators.MINUS }],
  ['*', { level: 10, operator: operators.TIMES }],
  ['/', { level: 10, operator: operators.OVER }],
  ['%', { level: 10, operator: operators.MOD }],
  ['mod', { level: 10, operator: operators.MOD }],
  ['of', { level: 10, operator: operators.OF }],
  ['off', { level: 10, operator: operators.OFF }],
  ['on', { level: 10, operator: operators.ON }],
  ['choose', { level: 11, operator: operators.CHOOSE }],
])
/** Comparisons do not chain. */
export const comparisonLevel = 5
/** `not` takes all that binds tighter than `and`. */
export const notLevel = 4
/** Times, and what stands side by side. */
export const productLevel = 10

/** Words before the form an answer is wanted in. */
export const formatWords = new Set(['in', 'to', 'as', 'into'])

/** Whether a word goes on with an expression rather than starting an operand. */
export const endsOperand = (word: string): boolean => infix.has(word) || formatWords.has(word)
