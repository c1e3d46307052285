import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { gcd } from './integer.ts'
import * as rational from './rational.ts'
import { ONE, ratio, Rational, same, ZERO } from './rational.ts'

const whole = fc.oneof(fc.bigInt({ min: -50n, max: 50n }), fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }))
const below = fc.oneof(fc.bigInt({ min: 1n, max: 50n }), fc.bigInt({ min: 1n, max: 2n ** 150n }))
const any = fc.tuple(whole, below).map(([n, d]) => ratio(n, d))

function assertSame(a: Rational, b: Rational): void {
  assert.equal(`${a.n}/${a.d}`, `${b.n}/${b.d}`)
}

function assertReduced(a: Rational): void {
  assert.ok(a.d > 0n)
  assert.equal(gcd(a.n, a.d), a.n === 0n ? a.d : 1n)
}

test('the field laws hold, and every result is in lowest terms', () => {
  fc.assert(
    fc.property(any, any, any, (a, b, c) => {
      const { plus, times } = rational
      assertSame(plus(a, b), plus(b, a))
      assertSame(times(a, b), times(b, a))
      assertSame(plus(plus(a, b), c), plus(a, plus(b, c)))
      assertSame(times(times(a, b), c), times(a, times(b, c)))
      assertSame(times(a, plus(b, c)), plus(times(a, b), times(a, c)))
      assertSame(plus(a, ZERO), a)
      assertSame(times(a, ONE), a)
      assertSame(rational.minus(a, a), ZERO)
      if (a.n !== 0n) assertSame(times(a, rational.inverse(a)), ONE)
      for (const result of [plus(a, b), times(a, b), rational.minus(a, b)]) assertReduced(result)
      if (b.n !== 0n) {
        assertReduced(rational.over(a, b))
        assertSame(times(rational.over(a, b), b), a)
      }
    }),
  )
})

test('order, floor, ceiling and truncation fit together', () => {
  fc.assert(
    fc.property(any, any, (a, b) => {
      assert.ok(rational.compare(a, b) === -rational.compare(b, a))
      assert.equal(rational.compare(a, b), rational.sign(rational.minus(a, b)))
      assert.equal(rational.compare(a, b) === 0, same(a, b))
      const low = new Rational(rational.floor(a), 1n)
      const high = new Rational(rational.ceiling(a), 1n)
      assert.ok(rational.compare(low, a) <= 0 && rational.compare(a, rational.plus(low, ONE)) < 0)
      assert.ok(rational.compare(a, high) <= 0 && rational.compare(rational.minus(high, ONE), a) < 0)
      assert.equal(rational.truncate(a), a.n < 0n ? high.n : low.n)
    }),
  )
})

test('whole powers are repeated products', () => {
  fc.assert(
    fc.property(any, fc.integer({ min: 0, max: 12 }), (a, k) => {
      let product = ONE
      for (let i = 0; i < k; i++) product = rational.times(product, a)
      assertSame(rational.wholePower(a, BigInt(k)), product)
      if (a.n !== 0n) assertSame(rational.wholePower(a, BigInt(-k)), rational.inverse(product))
    }),
  )
})
