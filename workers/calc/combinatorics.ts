import { fault } from '../../bridge/faults.ts'
import { bitLength } from './integer.ts'
import { ONE, whole, ZERO } from './rational.ts'
import { read, tooLarge, type Run } from './run.ts'
import { boundedProduct, checked, Factorial, wholeOf, type Value } from './value.ts'

/** n!, or n!! and so on for a greater step. Fault DOMAIN but for whole numbers from 0. */
export function factorial(a: Value, step: number, run: Run): Value {
  const n = wholeOf(a, 'A factorial', run)
  if (n < 0n) throw fault('DOMAIN', `A factorial needs a whole number from 0; it was given ${n}.`)
  if (n >= 2n ** 52n) throw tooLarge('The factorial', run.limits)
  if (step > 1)
    read(run, `n${'!'.repeat(step)} is the product n (n-${step}) (n-${2 * step}) …, not repeated factorials`)
  if (n <= 1n) return ONE
  const pending = new Factorial(Number(n), step)
  return n > 200n ? pending : boundedProduct(pending.n % step || step, pending.n, step, run)
}

/** How many ways there are to take k of n. */
export function choose(a: Value, b: Value, run: Run): Value {
  const n = wholeOf(a, '"choose"', run)
  let k = wholeOf(b, '"choose"', run)
  if (n < 0n || k < 0n)
    throw fault('DOMAIN', `"choose" needs whole numbers from 0; it was given ${n} and ${k}.`)
  if (k > n) return ZERO
  if (k > n - k) k = n - k
  const count = Number(k)
  // n choose k is below (n e / k)^k.
  const bits = count === 0 ? 0 : count * (bitLength(n) - Math.log2(count) + 2)
  if (bits > run.maxBits) throw tooLarge('The number of ways', run.limits)
  let result = 1n
  for (let i = 1n; i <= k; i++) {
    if (i % 256n === 0n) run.checkpoint()
    result = (result * (n - k + i)) / i
  }
  return whole(result)
}

/** How many ordered ways there are to take k of n. */
export function permutations(a: Value, b: Value, run: Run): Value {
  const n = wholeOf(a, 'nPr', run)
  const k = wholeOf(b, 'nPr', run)
  if (n < 0n || k < 0n) throw fault('DOMAIN', `nPr needs whole numbers from 0; it was given ${n} and ${k}.`)
  if (k > n) return ZERO
  if (Number(k) * bitLength(n) > run.maxBits * 2) throw tooLarge('The number of ways', run.limits)
  let result = 1n
  for (let i = n - k + 1n; i <= n; i++) {
    if (i % 256n === 0n) run.checkpoint()
    result *= i
  }
  return checked(whole(result), run)
}
