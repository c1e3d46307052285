import { fault } from '../../bridge/faults.ts'
import type { Rounding } from './rounding.ts'

/** What one call may use. */
export interface CalcLimits {
  /** Longest text, in UTF-16 code units. */
  maxChars: number
  /** Digits of the largest number worked with. */
  maxDigits: number
  /** Brackets within brackets. */
  maxDepth: number
}

export const DEFAULT_LIMITS: CalcLimits = { maxChars: 65_536, maxDigits: 100_000, maxDepth: 200 }

/** The surroundings of one evaluation: what it may use, how it reads and rounds, and what it says on the way. */
export interface Run {
  readonly limits: CalcLimits
  /** Bits of the largest whole number. */
  readonly maxBits: number
  /** 2^maxBits, and its opposite: negating it at every operation would copy 40 kB. */
  readonly ceiling: bigint
  readonly floor: bigint
  /** Significant digits of an answer that has no end. */
  readonly precision: number
  readonly rounding: Rounding
  readonly angle: 'rad' | 'deg'
  /** How the text was read, where there was a choice. */
  readonly readings: string[]
  /** Called before long operations and within long loops; throws when the call should end. */
  readonly checkpoint: () => void
}

let known = { maxBits: 0, ceiling: 1n, floor: -1n }

/** Bits of a number of that many digits, and the first whole numbers that have more. */
export function sizesOf(maxDigits: number): Pick<Run, 'maxBits' | 'ceiling' | 'floor'> {
  const maxBits = Math.ceil(maxDigits * Math.LOG2E * Math.LN10) + 1
  if (maxBits !== known.maxBits) {
    const ceiling = 1n << BigInt(maxBits)
    known = { maxBits, ceiling, floor: -ceiling }
  }
  return known
}

/** Adds a reading once. */
export function read(run: Run, reading: string): void {
  if (!run.readings.includes(reading)) run.readings.push(reading)
}

/** The fault of a number that outgrows the limit. */
export function tooLarge(what: string, limits: CalcLimits): Error {
  return fault(
    'TOO_LARGE',
    `${what} has more than ${limits.maxDigits} digits, the most that is worked with.`,
    {
      maxDigits: limits.maxDigits,
    },
  )
}
