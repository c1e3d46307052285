import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { characterErrorRate, editDistance, wordF1 } from './text-distance.ts'

test('distances of the textbooks', () => {
  assert.equal(editDistance('kitten', 'sitting'), 3)
  assert.equal(editDistance('intention', 'execution'), 5)
  assert.equal(editDistance('', 'abc'), 3)
  assert.equal(editDistance('abc', ''), 3)
  assert.equal(editDistance('a😀c', 'ac'), 1)
})

test('a distance is symmetric and bounded', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      const distance = editDistance(a, b)
      assert.equal(distance, editDistance(b, a))
      assert.ok(distance <= Math.max([...a].length, [...b].length))
      assert.equal(editDistance(a, a), 0)
    }),
  )
})

test('rates', () => {
  assert.equal(characterErrorRate('one  two\nthree', 'one two three'), 0)
  assert.equal(characterErrorRate('abcd', 'abce'), 0.25)
  assert.equal(wordF1('b a', 'a b'), 1)
  assert.equal(wordF1('a a', 'a b'), 0.5)
  assert.equal(wordF1('', ''), 1)
})
