import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { root } from '../test/root.ts'
import { compactArgs, compactText, cut, maskSecrets } from './redact.ts'

const Contract = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      args: z.record(z.string(), z.json()),
      logged: z.record(z.string(), z.json()),
      want: z.record(z.string(), z.json()).optional(),
    }),
  ),
})
const contract = Contract.parse(
  JSON.parse(readFileSync(join(root, 'test/fixtures/gate/audit_args.json'), 'utf8')),
)

for (const { id, args, logged, want } of contract.cases) {
  test(`arguments as Herald OS logs them: ${id}`, () => assert.deepEqual(compactArgs(args), want ?? logged))
}

test('secrets are redacted by name at every depth, in any spelling', () => {
  assert.deepEqual(
    compactArgs({ a: [{ b: { apiKey: 'k', Private_Key: 'p', pin: 1, note: 'n' } }], shipping: 'x' }),
    {
      a: '[{"b": {"apiKey": "[redacted]", "Private_Key": "[redacted]", "pin": "[redacted]", "note": "n"}}]',
      shipping: 'x',
    },
  )
})

test('secrets are redacted by look', () => {
  const secrets = [
    'sk-abcdefghijklmnopqrstuvwxyz123456',
    'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    'github_pat_11ABCDEFG0123456789abcdef',
    'xoxb-1234567890-abcdefghij',
    'AKIAIOSFODNN7EXAMPLE',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
    'Bearer abcdef0123456789',
  ]
  for (const secret of secrets) {
    assert.deepEqual(compactArgs({ note: `use ${secret} now` }), { note: 'use [redacted] now' })
    assert.deepEqual(compactArgs({ list: [secret] }), { list: '["[redacted]"]' })
  }
  assert.equal(maskSecrets('https://ada:hunter2@example.org/x'), 'https://[redacted]@example.org/x')
  assert.equal(maskSecrets('curl -d password=hunter2&x=1'), 'curl -d password=[redacted]&x=1')
  assert.equal(maskSecrets('-----BEGIN RSA PRIVATE KEY-----\nMIIE\n'), '[redacted]')
  assert.equal(maskSecrets('the token of the town is a lion'), 'the token of the town is a lion')
})

test('a secret is not kept in half where the text is cut', () => {
  const { note } = compactArgs({
    note: `${'x'.repeat(380)} ghp_abcdefghijklmnopqrstuvwxyz0123456789 ${'y'.repeat(100)}`,
  })
  assert.ok(typeof note === 'string' && !note.includes('ghp_') && note.endsWith('…'), String(note))
})

test('content is kept as its size only', () => {
  assert.deepEqual(
    compactArgs({ text: 'Dear Ada', documents: [{ id: 'a', text: 'Dear Ada' }], bytes: new Uint8Array(9) }),
    {
      text: '[8 characters]',
      documents: '[{"id": "a", "text": "[8 characters]"}]',
      bytes: '[9 bytes]',
    },
  )
  assert.deepEqual(compactArgs({ picture: new Uint8Array(70_000) }), { picture: '[70000 bytes]' })
})

test('what is no object is logged as one argument', () => {
  assert.deepEqual(compactArgs(undefined), {})
  assert.deepEqual(compactArgs('ghp_abcdefghijklmnopqrstuvwxyz0123456789'), { input: '[redacted]' })
  assert.deepEqual(compactArgs([1, { token: 'x' }]), { input: '[1, {"token": "[redacted]"}]' })
})

test('whatever comes, the arguments stay small and are JSON', () => {
  fc.assert(
    fc.property(
      fc.anything({ maxDepth: 5, withBigInt: true, withTypedArray: true, withDate: true }),
      (input) => {
        const args = compactArgs(input)
        const text = JSON.stringify(args)
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(args)))
        for (const value of Object.values(args)) {
          if (typeof value === 'string') assert.ok([...value].length <= 400)
        }
      },
    ),
  )
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, 'v'.repeat(500)]))
  assert.ok(JSON.stringify(compactArgs(wide)).length < 4096)
  assert.ok(JSON.stringify(compactArgs({ list: Array(1_000_000).fill('x') })).length < 1000)
})

test('a secret under its name shows nowhere, however deep it stands and whatever it is', () => {
  const name = fc.constantFrom(
    'password',
    'apiKey',
    'API_KEY',
    'accessToken',
    'client_secret',
    'Cookie',
    'otp',
  )
  const secret = fc.constantFrom<unknown>('S3CRET', ['S3CRET'], { a: { b: 'S3CRET' } }, [[{ c: 'S3CRET' }]])
  const step = fc.oneof(fc.constant('list'), fc.string({ maxLength: 5 }))
  fc.assert(
    fc.property(
      name,
      secret,
      fc.array(step, { maxLength: 12 }),
      fc.jsonValue(),
      (key, value, steps, other) => {
        let input: unknown = { other, [key]: value }
        for (const at of steps) input = at === 'list' ? [other, input] : { [at]: input, other }
        assert.ok(!compactText(input).includes('S3CRET'))
      },
    ),
  )
})

test('texts are cut by code points, never within one', () => {
  assert.equal(cut('abcd', 4), 'abcd')
  assert.equal(cut('abcde', 4), 'abc…')
  assert.equal(cut('😀😀😀😀', 4), '😀😀😀😀')
  assert.equal(cut('😀😀😀😀😀', 4), '😀😀😀…')
})
