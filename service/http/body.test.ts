import assert from 'node:assert/strict'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { CallFiles, ByteBudget } from '../call-files.ts'
import { readIntoCall, readText } from './body.ts'

const limits = { maxBytes: 10, idleMs: 1000, minBytesPerSecond: 0 }

/** A request whose body is not here yet, or in part. */
function request(...chunks: (string | null)[]): IncomingMessage {
  const message = new IncomingMessage(new Socket())
  // As the parser does it: what ends with `null` came in whole.
  for (const chunk of chunks) message.push(chunk)
  message.complete = chunks.includes(null)
  return message
}

test('a body that came with its head is read in whole', async () => {
  assert.equal(await readText(request('{"a":', '1}', null), limits), '{"a":1}')
  assert.equal(await readText(request(null), limits), '')
})

test('a body that comes later is waited for', async () => {
  const message = request('{"a"')
  const text = readText(message, limits)
  await new Promise((resolve) => setTimeout(resolve, 20))
  message.push(':1}')
  message.push(null)
  assert.equal(await text, '{"a":1}')
})

test('the limit holds however the body comes', async () => {
  await assert.rejects(readText(request('x'.repeat(11), null), limits), { code: 'TOO_LARGE' })
  await assert.rejects(readText(request('x'.repeat(6), 'x'.repeat(5)), limits), { code: 'TOO_LARGE' })
  assert.equal((await readText(request('x'.repeat(10), null), limits)).length, 10)
})

test('bytes that are not UTF-8 are refused', async () => {
  const message = new IncomingMessage(new Socket())
  message.push(Buffer.from([0x22, 0xff, 0x22]))
  message.push(null)
  message.complete = true
  await assert.rejects(readText(message, limits), { code: 'INVALID_INPUT' })
})

test('a sender that has left before anything listens is not waited for', async () => {
  const left = (): IncomingMessage => request('{"a"').destroy()
  await assert.rejects(readText(left(), limits), { code: 'CANCELLED' })
  await assert.rejects(readIntoCall(left(), limits, new CallFiles(new ByteBudget(100))), {
    code: 'CANCELLED',
  })
  const leaving = request('{"a"')
  const text = readText(leaving, limits)
  leaving.destroy()
  await assert.rejects(text, { code: 'CANCELLED' })
})
