import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { runWith, valueOf } from '../../test/calc.ts'
import { roundReal } from './answer.ts'
import * as balls from './ball.ts'
import * as elementary from './elementary.ts'
import { plainText } from './decimal.ts'
import { ratio, type Rational } from './rational.ts'
import { Real } from './real.ts'

const fraction = (limit: bigint): fc.Arbitrary<Rational> =>
  fc
    .tuple(fc.bigInt({ min: -limit * 1000n, max: limit * 1000n }), fc.bigInt({ min: 1n, max: 1000n }))
    .map(([n, d]) => ratio(n, d * 1000n))
const positive = (limit: bigint): fc.Arbitrary<Rational> =>
  fraction(limit).map(({ n, d }) => ratio(n < 0n ? 1n - n : n + 1n, d))

/** Whether two balls may be the same number. */
function overlap(a: balls.Ball | undefined, b: balls.Ball | undefined): boolean {
  if (a === undefined || b === undefined) return false
  return balls.touchesZero(balls.sum(a, balls.opposite(b), 1000))
}

/** Bits that a ball around a number near 1 knows. */
const known = (ball: balls.Ball | undefined): number =>
  ball === undefined ? 0 : -ball.e - ball.r.toString(2).length

test('a ball of fewer bits holds the one of more bits, for every function', () => {
  const functions = {
    exp: elementary.exp,
    ln: (x: balls.Ball, bits: number) =>
      elementary.ln(balls.sum(balls.times(x, x, bits + 40), { m: 1n, e: -10, r: 0n }, bits + 40), bits),
    sin: (x: balls.Ball, bits: number) => elementary.sinCos(x, bits)?.sin,
    cos: (x: balls.Ball, bits: number) => elementary.sinCos(x, bits)?.cos,
    atan: elementary.atan,
    root: (x: balls.Ball, bits: number) =>
      balls.rootOf(balls.sum(balls.times(x, x, bits), { m: 1n, e: 0, r: 0n }, bits), 2, bits),
  }
  for (const [name, compute] of Object.entries(functions)) {
    fc.assert(
      fc.property(fraction(40n), fc.integer({ min: 60, max: 260 }), (x, bits) => {
        const coarse = compute(balls.ballOf(x, bits + 30), bits)
        const fine = compute(balls.ballOf(x, 2 * bits + 300), 2 * bits + 200)
        assert.ok(overlap(coarse, fine), `${name} of ${x.n}/${x.d} at ${bits} bits`)
      }),
      { numRuns: 150 },
    )
  }
})

test('the identities that define the functions hold within their balls', () => {
  fc.assert(
    fc.property(fraction(20n), positive(20n), (x, y) => {
      const bits = 200
      const bx = balls.ballOf(x, bits)
      const by = balls.ballOf(y, bits)
      const log = elementary.ln(by, bits)
      assert.ok(log !== undefined && overlap(elementary.exp(log, bits), by))
      const both = elementary.sinCos(bx, bits)
      assert.ok(both !== undefined)
      const one = balls.sum(
        balls.times(both.sin, both.sin, bits),
        balls.times(both.cos, both.cos, bits),
        bits,
      )
      assert.ok(overlap(one, { m: 1n, e: 0, r: 0n }) && known(one) > 150)
      // tan(atan x) = x
      const arc = elementary.atan(bx, bits)
      const turned = arc && elementary.sinCos(arc, bits)
      assert.ok(turned !== undefined && overlap(balls.quotient(turned.sin, turned.cos, bits), bx))
    }),
    { numRuns: 200 },
  )
})

test('constants have their published digits', () => {
  const digits = (text: string, precision: number): string => {
    const value = valueOf(text)
    assert.ok(value instanceof Real)
    const { coefficient, exponent } = roundReal(value, precision, 'down', runWith())
    return plainText(coefficient, exponent)
  }
  // OEIS A000796, A001113, A002162, A002193, A001622
  assert.equal(digits('pi', 60), '3.14159265358979323846264338327950288419716939937510582097494')
  assert.equal(digits('e', 60), '2.71828182845904523536028747135266249775724709369995957496696')
  assert.equal(digits('ln(2)', 60), '0.693147180559945309417232121458176568075500134360255254120680')
  assert.equal(digits('sqrt(2)', 60), '1.41421356237309504880168872420969807856967187537694807317667')
  assert.equal(digits('phi', 60), '1.61803398874989484820458683436563811772030917980576286213544')
  // The 1000th decimal of pi and the nine before it: 2164201989.
  assert.equal(digits('pi', 1001).slice(-10), '2164201989')
})

test('arguments of all sizes keep all digits asked for', () => {
  const digits = (text: string): string => {
    const value = valueOf(text)
    assert.ok(value instanceof Real)
    const { coefficient, exponent } = roundReal(value, 20, 'half_even', runWith())
    return `${coefficient}E${exponent}`
  }
  // Taylor: sin x = x - x^3/6, ln(1 + x) = x - x^2/2, atan x = x - x^3/3, for tiny x.
  assert.equal(digits('sin(1e-300)'), '10000000000000000000E-319')
  assert.equal(digits('ln(1 + 1e-50)'), '10000000000000000000E-69')
  assert.equal(digits('atan(1e-30)'), '10000000000000000000E-49')
  assert.equal(digits('exp(1e-30) - 1'), '10000000000000000000E-49')
  // Published for argument reduction tests (Ng, 1992): sin(10^22) = -0.8522008497671888…
  assert.equal(digits('sin(1e22)').slice(0, 17), '-8522008497671888')
  // mpmath, 60 digits
  assert.equal(digits('tan(1.5707963267948966)'), '51998506188720270660E-3')
})
