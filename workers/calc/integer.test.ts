import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bitLength, exactRoot, gcd, powerOfTen, product, rootFloor, squareRoot, takeOut } from './integer.ts'

const natural = (bits: number): fc.Arbitrary<bigint> => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) })
const slowGcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : slowGcd(b, a % b))

test('bitLength is the length in base 2', () => {
  fc.assert(
    fc.property(fc.oneof(natural(70), natural(2000)), (x) => {
      assert.equal(bitLength(x), x === 0n ? 0 : x.toString(2).length)
      assert.equal(bitLength(-x), bitLength(x))
    }),
  )
  for (const k of [31, 32, 33, 52, 53, 54, 63, 64, 65]) {
    assert.equal(bitLength(2n ** BigInt(k)), k + 1)
    assert.equal(bitLength(2n ** BigInt(k) - 1n), k)
  }
})

test('gcd agrees with Euclid, for small numbers and for numbers that take the fast way', () => {
  fc.assert(
    fc.property(natural(60), natural(60), natural(40), (a, b, common) => {
      assert.equal(gcd(a * common, b * common), slowGcd(a * common, b * common))
    }),
  )
  fc.assert(
    fc.property(natural(3000), natural(2500), natural(900), (a, b, common) => {
      assert.equal(gcd(a * common, -b * common), slowGcd(a * common, b * common))
    }),
    { numRuns: 60 },
  )
  assert.equal(gcd(0n, 2n ** 100n), 2n ** 100n)
  assert.equal(gcd(2n ** 100n, 0n), 2n ** 100n)
  assert.equal(gcd(0n, 0n), 0n)
})

test('neighbouring Fibonacci numbers, the longest way for Euclid, have no common divisor', () => {
  let [a, b] = [1n, 1n]
  for (let i = 0; i < 5000; i++) [a, b] = [a + b, a]
  assert.equal(gcd(a, b), 1n)
  assert.equal(gcd(a * 12345n, b * 12345n), 12345n)
})

test('roots are the greatest whole number whose power is not above', () => {
  fc.assert(
    fc.property(
      fc.oneof(natural(53), natural(300), natural(4000)),
      fc.integer({ min: 2, max: 70 }),
      (x, k) => {
        const root = rootFloor(x, k)
        assert.ok(root ** BigInt(k) <= x && (root + 1n) ** BigInt(k) > x)
        const square = squareRoot(x)
        assert.ok(square * square <= x && (square + 1n) ** 2n > x)
      },
    ),
    { numRuns: 300 },
  )
  assert.equal(exactRoot(3n ** 70n, 7), 3n ** 10n)
  assert.equal(exactRoot(3n ** 70n + 1n, 7), undefined)
})

test('product, takeOut and powerOfTen do what a loop does', () => {
  let loop = 1n
  for (let i = 3n; i <= 303n; i += 4n) loop *= i
  assert.equal(product(3, 303, 4), loop)
  assert.equal(product(5, 4, 1), 1n)
  assert.deepEqual(takeOut(7n * 2n ** 1001n, 2n), { times: 1001, rest: 7n })
  assert.deepEqual(takeOut(7n, 2n), { times: 0, rest: 7n })
  assert.equal(powerOfTen(1500), 10n ** 1500n)
})
