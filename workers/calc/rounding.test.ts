import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decimal } from '../../test/calc.ts'
import { ballOf } from './ball.ts'
import { plainText, scientificText, grouped } from './decimal.ts'
import { roundBall, roundToDigits, roundToWhole, type Rounding } from './rounding.ts'

const modes: Rounding[] = ['half_even', 'half_up', 'half_down', 'up', 'down', 'ceiling', 'floor', '05up']

test('the modes round as the table of the General Decimal Arithmetic specification says', () => {
  // Columns: -2.5, -1.6, -1.1, 1.1, 1.5, 2.5, 10.2
  const table: Record<Rounding, number[]> = {
    half_even: [-2, -2, -1, 1, 2, 2, 10],
    half_up: [-3, -2, -1, 1, 2, 3, 10],
    half_down: [-2, -2, -1, 1, 1, 2, 10],
    up: [-3, -2, -2, 2, 2, 3, 11],
    down: [-2, -1, -1, 1, 1, 2, 10],
    ceiling: [-2, -1, -1, 2, 2, 3, 11],
    floor: [-3, -2, -2, 1, 1, 2, 10],
    '05up': [-2, -1, -1, 1, 1, 2, 11],
  }
  for (const mode of modes) {
    const rounded = [-25n, -16n, -11n, 11n, 15n, 25n, 102n].map((n) => Number(roundToWhole(n, 10n, mode)))
    assert.deepEqual(rounded, table[mode], mode)
  }
})

test('rounding to digits is within one unit, exact where nothing is dropped, and never has more digits', () => {
  const whole = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n })
  const below = fc.bigInt({ min: 1n, max: 10n ** 30n })
  fc.assert(
    fc.property(
      whole,
      below,
      fc.integer({ min: 1, max: 45 }),
      fc.constantFrom(...modes),
      (n, d, digits, mode) => {
        const { coefficient, exponent, inexact } = roundToDigits(n, d, digits, mode)
        const size = coefficient < 0n ? -coefficient : coefficient
        assert.ok(size < 10n ** BigInt(digits))
        // n/d - coefficient 10^exponent, over d 10^|exponent|
        const scale = 10n ** BigInt(Math.abs(exponent))
        const error = exponent >= 0 ? n - coefficient * scale * d : n * scale - coefficient * d
        const unit = exponent >= 0 ? d * scale : d
        assert.ok((error < 0n ? -error : error) < unit)
        assert.equal(inexact, error !== 0n)
        if (mode === 'floor') assert.ok(error >= 0n)
        if (mode === 'ceiling') assert.ok(error <= 0n)
        if (mode.startsWith('half')) assert.ok(2n * (error < 0n ? -error : error) <= unit)
      },
    ),
  )
})

test('a ball rounds to what its middle rounds to, or says that it cannot', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 30n }),
      fc.bigInt({ min: 2n, max: 10n ** 30n }),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(...modes),
      (n, d, digits, mode) => {
        const ball = roundBall(ballOf({ n, d }, 200), digits, mode)
        const exact = roundToDigits(n, d, digits, mode)
        if (ball !== undefined)
          assert.deepEqual([ball.coefficient, ball.exponent], [exact.coefficient, exact.exponent])
        // With 200 bits, only what is exact in that many digits may be undecided.
        else assert.ok(!exact.inexact || roundToDigits(n, d, 45, 'down').inexact === false)
      },
    ),
  )
})

test('a number a hair above 1 goes up in the mode ceiling', () => {
  const hair = { n: 10n ** 40n + 1n, d: 10n ** 40n }
  assert.equal(roundToDigits(hair.n, hair.d, 7, 'ceiling').coefficient, 1000001n)
  assert.equal(roundBall(ballOf(hair, 200), 7, 'ceiling')?.coefficient, 1000001n)
  assert.equal(roundBall(ballOf(hair, 100), 7, 'ceiling'), undefined)
})

test('plain and scientific texts read back as the same number', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
      fc.integer({ min: -40, max: 40 }),
      (coefficient, exponent) => {
        const expected = decimal(`${coefficient}E${exponent}`)
        assert.deepEqual(decimal(plainText(coefficient, exponent)), expected)
        if (coefficient !== 0n)
          assert.deepEqual(decimal(scientificText({ coefficient, exponent, inexact: false })), expected)
        assert.deepEqual(decimal(grouped(plainText(coefficient, exponent)).replaceAll(',', '')), expected)
      },
    ),
  )
  assert.equal(grouped('-1234567.8901'), '-1,234,567.8901')
  assert.equal(grouped('123'), '123')
  assert.equal(plainText(-12n, -4), '-0.0012')
})
