import { rootOf } from './exponentiation.ts'
import { expOf } from './powers.ts'
import { HALF, ONE, whole } from './rational.ts'
import { add, scale, type Num } from './real.ts'
import type { Run } from './run.ts'
import { DEGREE, inDegrees, piTimes } from './trigonometry.ts'
import type { Value } from './value.ts'

const golden = (run: Run): Num => scale(add(ONE, rootOf(whole(5), 2n, run)), HALF)
const oneDegree = (run: Run): Num => (run.angle === 'deg' ? ONE : piTimes(DEGREE))
const oneRadian = (run: Run): Num => (run.angle === 'deg' ? inDegrees(ONE, run) : ONE)

const constants = new Map<string, (run: Run) => Value>([
  ['pi', () => piTimes(ONE)],
  ['π', () => piTimes(ONE)],
  ['tau', () => piTimes(whole(2))],
  ['τ', () => piTimes(whole(2))],
  ['e', (run) => expOf(ONE, run)],
  ['phi', golden],
  ['φ', golden],
  ['deg', oneDegree],
  ['degree', oneDegree],
  ['degrees', oneDegree],
  ['rad', oneRadian],
  ['radian', oneRadian],
  ['radians', oneRadian],
  ['true', () => true],
  ['false', () => false],
])

/** The constant of a name; names of two letters or more also in capitals. */
export function constantNamed(name: string): ((run: Run) => Value) | undefined {
  return constants.get(name) ?? (name.length > 1 ? constants.get(name.toLowerCase()) : undefined)
}
