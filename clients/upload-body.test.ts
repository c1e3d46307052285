import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { Fault } from '../bridge/faults.ts'
import { operation } from '../bridge/operation.ts'
import { Source } from '../bridge/sources.ts'
import { uploadBody } from './upload-body.ts'

const recognise = operation({
  name: 'test.recognise',
  tool: { name: 'test' },
  summary: '',
  tier: { base: 'read' },
  lane: 'home',
  input: z.strictObject({
    source: Source,
    languages: z.union([z.literal('auto'), z.array(z.string())]).optional(),
    pages: z.array(z.int()).optional(),
    output: z.strictObject({ format: z.string() }).optional(),
    deskew: z.boolean().optional(),
  }),
  output: z.unknown(),
  files: { one: 'source', mediaTypes: ['image/png', 'image/jpeg'] },
  limits: { timeoutMs: 1000, maxInputBytes: 1000 },
  deterministic: true,
  volatile: [],
  cache: 'none',
  version: 1,
  faults: [],
  examples: [],
})

const bytes = new Uint8Array([1, 2, 3])

test('fields that survive being text go into the query, the bytes are the body', () => {
  const fields = { languages: 'auto', pages: [1, 2], output: { format: 'png' }, deskew: false }
  const { query, headers, body } = uploadBody(recognise, { bytes, name: 'a b.png' }, fields)
  assert.deepEqual(Object.fromEntries(new URLSearchParams(query)), {
    languages: 'auto',
    pages: '[1,2]',
    output: '{"format":"png"}',
    deskew: 'false',
    name: 'a b.png',
  })
  assert.deepEqual(headers, { 'content-type': 'image/png' })
  assert.equal(body, bytes)
})

test('a list where a text is allowed too would be taken for a text: multipart', async () => {
  const upload = { bytes, mediaType: 'image/jpeg' }
  const { query, headers, body } = uploadBody(recognise, upload, { languages: ['deu', 'eng'] })
  assert.ok(body instanceof FormData)
  assert.equal(query, '')
  assert.deepEqual(headers, {})
  assert.deepEqual(JSON.parse(String(body.get('input'))), { languages: ['deu', 'eng'] })
  const file = body.get('file')
  assert.ok(file instanceof File)
  assert.equal(file.type, 'image/jpeg')
  assert.deepEqual(new Uint8Array(await file.arrayBuffer()), bytes)
})

test('fields are checked as if the file were in its place', () => {
  const wrong = (error: unknown) => error instanceof Fault && error.code === 'INVALID_INPUT'
  assert.throws(() => uploadBody(recognise, { bytes }, { deskew: 'yes' }), wrong)
  assert.throws(() => uploadBody(recognise, { bytes }, { unknown: 1 }), wrong)
})
