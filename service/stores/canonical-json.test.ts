import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson, jsonDigest } from './canonical-json.ts'

test('the example of RFC 8785, section 3.2.2 and 3.2.3', () => {
  const input = JSON.parse(
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
      '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
  )
  assert.equal(
    canonicalJson(input),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('keys are sorted by UTF-16 code units (RFC 8785, section 3.2.3), also those that look like numbers', () => {
  const input = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
  assert.equal(
    canonicalJson(input),
    '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}',
  )
  assert.equal(canonicalJson({ 9: 'a', 10: 'b' }), '{"10":"b","9":"a"}')
})

test('it is JSON of the same value, and the order of keys never matters', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value)
      // JSON itself cannot tell -0 from 0.
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
      const turned = JSON.parse(text, (_, part: unknown) =>
        part !== null && typeof part === 'object' && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).reverse())
          : part,
      )
      assert.equal(jsonDigest(turned), jsonDigest(value))
    }),
  )
})

test('what JSON leaves out changes nothing', () => {
  assert.equal(canonicalJson({ a: 1, b: undefined }), '{"a":1}')
  assert.equal(jsonDigest({ a: 1, b: undefined }), jsonDigest({ a: 1 }))
})
