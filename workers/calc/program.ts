import type { FunctionSpec } from './functions.ts'
import type { Operator } from './operators.ts'
import type { Rational } from './rational.ts'

/**
 * One instruction of a stack machine. A line is kept in postfix order rather than as a tree: the sum of twenty
 * thousand ones is a loop, not a recursion, and its cost is bounded by one pass.
 *
 *   2 * (3 + x)    push 2, push 3, name x, +, *
 */
export type Instruction =
  | { readonly kind: 'number'; readonly value: Rational; readonly text: string }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'call'; readonly spec: FunctionSpec; readonly count: number }
  | Operator

/** How the answer of a line is to be shown or cut. */
export type Format =
  | { readonly kind: 'base'; readonly bits: 1 | 3 | 4 }
  | { readonly kind: 'decimal' | 'fraction' | 'percent' | 'degrees' | 'radians' }
  | { readonly kind: 'places' | 'digits'; readonly count: number }

/** A line, ready to run. */
export interface Program {
  readonly code: readonly Instruction[]
  /** The name the line gives to its answer. */
  readonly assigns: string | undefined
  readonly format: Format | undefined
  /** How the text was read, where there was a choice. */
  readonly readings: readonly string[]
}
