import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dictionaryText, parseArray, parseDictionary, referenceOf } from './pdf-values.ts'

test('a dictionary keeps its values as they are written', () => {
  const text =
    ' <</Type/Page % note >> \n/Parent 3 0 R/MediaBox [0 0 1.5 -2]/Resources<</Font<</F1 5 0 R>>>>' +
    '/Contents[6 0 R 7 0 R]/Name (a \\) (b) >>)/Hex<3e3e>/On true/None null/Rotate 90>> stream'
  const dictionary = parseDictionary(text)
  assert.deepEqual(Object.fromEntries(dictionary ?? []), {
    Type: '/Page',
    Parent: '3 0 R',
    MediaBox: '[0 0 1.5 -2]',
    Resources: '<</Font<</F1 5 0 R>>>>',
    Contents: '[6 0 R 7 0 R]',
    Name: '(a \\) (b) >>)',
    Hex: '<3e3e>',
    On: 'true',
    None: 'null',
    Rotate: '90',
  })
  assert.deepEqual(parseDictionary(dictionaryText(dictionary ?? new Map())), dictionary)
  assert.deepEqual(parseArray('\n[6 0 R[1 2] /N (x)]'), ['6 0 R', '[1 2]', '/N', '(x)'])
  assert.equal(referenceOf('12 0 R'), 12)
  assert.equal(referenceOf('<<>>'), undefined)
})

test('what does not end, or nests without end, is no dictionary', () => {
  for (const text of ['', '<<', '<</A', '<</A 1', '<</A (x>>', '<</A[1>>', '<</A<</B 1>>', '<<A 1>>', '[1]'])
    assert.equal(parseDictionary(text), undefined, text)
  assert.equal(parseDictionary(`<</A ${'['.repeat(100_000)}`), undefined)
  assert.equal(parseArray('[1 2'), undefined)
})
