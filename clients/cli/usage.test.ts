import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nearest, suggestion } from './usage.ts'

const known = ['documents', 'calc', 'image', 'serve', 'status', 'stop', 'completion']

test('the nearest word is found over a letter too many, too few, wrong or swapped', () => {
  for (const word of ['docments', 'documentss', 'documemts', 'docuemnts', 'DOCUMENTS']) {
    assert.equal(nearest(word, known), 'documents', word)
  }
  assert.equal(nearest('clac', known), 'calc')
  assert.equal(nearest('statsu', known), 'status')
})

test('a word that is near to nothing has no suggestion, and what there is gets listed', () => {
  assert.equal(nearest('weather', known), undefined)
  assert.equal(suggestion('weather', ['calc', 'image']), 'Known: calc, image.')
})

test('a beginning is taken for the word', () => {
  assert.equal(suggestion('comp', known), 'Did you mean completion?')
})

test('a word is nearest to itself, whatever else there is', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 })), fc.string({ minLength: 1 }), (others, word) => {
      const found = nearest(word, [...others, word])
      assert.equal(found?.toLowerCase(), word.toLowerCase())
    }),
  )
})
