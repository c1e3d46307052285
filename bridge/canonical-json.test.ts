import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson, jsonDigest } from './canonical-json.ts'
import { Fault } from './faults.ts'

const throws = (code: string) => (error: unknown) => error instanceof Fault && error.code === code

test('the sample of RFC 8785, section 3.2.2', () => {
  const sample: unknown = JSON.parse(String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`)
  assert.equal(
    canonicalJson(sample),
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],` +
      String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('the order of members of RFC 8785, section 3.2.3', () => {
  const sample: unknown = JSON.parse(String.raw`{
    "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis"
  }`)
  const order = [...canonicalJson(sample).matchAll(/:"([^"]+)"/g)].map((match) => match[1])
  assert.deepEqual(order, [
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ])
})

test('the numbers of RFC 8785, appendix B', () => {
  const rows: [string, string][] = [
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ]
  for (const [bits, text] of rows) assert.equal(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE()), text)
})

test('what JSON cannot hold is refused', () => {
  for (const value of [NaN, Infinity, 10n, () => 1, Symbol('x'), undefined, ['\ud800'], { '\udc00': 1 }]) {
    assert.throws(() => canonicalJson(value), throws('INVALID_INPUT'))
  }
  let deep: unknown = 1
  for (let i = 0; i < 100_000; i++) deep = [deep]
  assert.throws(() => canonicalJson(deep), throws('TOO_DEEP'))
  const loop: Record<string, unknown> = {}
  loop['self'] = loop
  assert.throws(() => canonicalJson(loop), throws('TOO_DEEP'))
})

test('undefined members count as left out; members named like parts of objects are members', () => {
  assert.equal(canonicalJson({ b: undefined, a: 1 }), '{"a":1}')
  assert.equal(
    canonicalJson(JSON.parse('{"constructor":1,"__proto__":{"x":2}}')),
    '{"__proto__":{"x":2},"constructor":1}',
  )
})

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  const out = Object.create(null)
  for (const [key, item] of Object.entries(value).reverse()) out[key] = shuffled(item)
  return out
}

test('any JSON value reads back as itself, and its digest does not depend on the order of members', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value))
      assert.deepEqual(JSON.parse(canonicalJson(plain)), plain)
      assert.equal(jsonDigest(shuffled(plain)), jsonDigest(plain))
    }),
  )
})

test('the digest is SHA-256 of the canonical text in UTF-8', () => {
  // printf '{"a":"é"}' | sha256sum
  assert.equal(
    jsonDigest({ a: 'é' }),
    'sha256:b3a092a6af48807fa9482b2ee140105575daa26d5b24b3c0e60a7e2dee6683b1',
  )
})
