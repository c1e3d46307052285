import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalise } from './normalise.ts'
import { passwordSpellings } from './password.ts'
import { dingbat } from './dingbats.ts'

test('ligatures and presentation forms become letters', () => {
  assert.equal(normalise('e\ufb03cient \ufb02ow'), 'efficient flow')
  assert.equal(normalise('\ufefb\ufedf\ufee4'), 'لالم')
  assert.equal(normalise('\u2f00'), '一')
})

test('what carries meaning stays', () => {
  assert.equal(normalise('x² ½ ℃ Ａ'), 'x² ½ ℃ Ａ')
  assert.equal(normalise('\uffff'), '\uffff')
})

test('odd spaces become spaces, unseen marks vanish, accents are composed', () => {
  assert.equal(normalise('1\u202f000\u00a0€'), '1 000 €')
  assert.equal(normalise('a\u0000b\ufeffc\nd'), 'abc\nd')
  assert.equal(normalise('e\u0301'), 'é')
})

test('bullets of Word documents are named', () => {
  assert.equal(normalise('\uf0b7 one \uf0fc two'), '• one ✓ two')
})

test('dingbats by the table of the standard', () => {
  // ISO 32000-1, D.6: a20 at octal 064, a71 at 154, a112 at 250, a161 at 325.
  assert.equal(['\x34', '\x6c', '\xa8', '\xd5'].map(dingbat).join(''), '✔●♣→')
})

test('spellings of a password, the given one first, each once', () => {
  assert.deepEqual(passwordSpellings(undefined), [])
  assert.deepEqual(passwordSpellings('plain'), ['plain'])
  const spellings = passwordSpellings('a\u030a\u00ad\u2003x')
  assert.equal(spellings[0], 'a\u030a\u00ad\u2003x')
  assert.ok(spellings.includes('å x'))
  assert.equal(new Set(spellings).size, spellings.length)
})
