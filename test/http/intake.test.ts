import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startTestService, type TestService } from '../service.ts'

interface Problem {
  code: string
  detail: string
  issues?: { field: string }[]
}

const problem = async (response: Response): Promise<Problem> => (await response.json()) as Problem
const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
const binary = { accept: 'application/octet-stream', 'content-type': 'application/octet-stream' }

test('a raw body comes back byte for byte, whatever its size', async (t) => {
  const service = await startTestService(t)
  for (const size of [1, 1000, 65_536, 65_537, 3_000_000]) {
    const bytes = randomBytes(size)
    const response = await service.call('/v1/test/echo', { body: bytes, headers: binary })
    assert.equal(response.status, 200)
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes), `${size} bytes`)
  }
})

test('a body sent in chunks without a length comes back too', async (t) => {
  const service = await startTestService(t)
  const bytes = randomBytes(200_000)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let offset = 0; offset < bytes.length; offset += 30_000)
        controller.enqueue(bytes.subarray(offset, offset + 30_000))
      controller.close()
    },
  })
  const response = await service.call('/v1/test/echo', { body, headers: binary })
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes))
})

test('without an Accept for its type a binary result is a stored blob', async (t) => {
  const service = await startTestService(t)
  const bytes = randomBytes(100_000)
  const response = await service.call('/v1/test/echo', {
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
  const { file } = (await response.json()) as { file: { blob: string; bytes: number; url: string } }
  assert.equal(file.blob, sha256(bytes))
  assert.equal(file.bytes, bytes.length)
  const stored = await service.call(file.url)
  assert.ok(Buffer.from(await stored.arrayBuffer()).equals(bytes))
})

test('a blob is stored once, named by its digest, read whole and in part, and used as a source', async (t) => {
  const service = await startTestService(t)
  const bytes = randomBytes(70_000)
  const put = await service.call('/v1/blobs', {
    method: 'PUT',
    body: bytes,
    headers: { 'content-type': 'image/png' },
  })
  assert.equal(put.status, 201)
  const { blob, url } = (await put.json()) as { blob: string; url: string }
  assert.equal(blob, sha256(bytes))
  const head = await service.call(url, { method: 'HEAD' })
  assert.equal(head.headers.get('content-length'), '70000')
  assert.equal(head.headers.get('content-type'), 'image/png')
  const part = await service.call(url, { headers: { range: 'bytes=10-19' } })
  assert.equal(part.status, 206)
  assert.equal(part.headers.get('content-range'), 'bytes 10-19/70000')
  assert.ok(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20)))
  assert.equal((await service.call(url, { headers: { range: 'bytes=70000-' } })).status, 416)
  assert.equal((await service.call(url, { headers: { 'if-none-match': `"${blob}"` } })).status, 304)
  const echoed = await service.call('/v1/test/echo', {
    json: { source: { blob } },
    headers: { accept: 'application/octet-stream' },
  })
  assert.ok(Buffer.from(await echoed.arrayBuffer()).equals(bytes))
  assert.equal((await service.call(`/v1/blobs/${sha256(Buffer.from('absent'))}`)).status, 404)
  assert.equal((await service.call('/v1/blobs/sha256:zz')).status, 400)
})

test('multipart carries an input and a file', async (t) => {
  const service = await startTestService(t)
  const bytes = randomBytes(50_000)
  const form = new FormData()
  form.append('input', '{}')
  form.append('file', new Blob([bytes]), 'some.bin')
  const response = await service.call('/v1/test/echo', {
    body: form,
    headers: { accept: 'application/octet-stream' },
  })
  assert.equal(response.status, 200)
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes))
})

for (const [what, init, status, code] of [
  ['a body that is not JSON', { body: '{', headers: { 'content-type': 'application/json' } }, 400, 'SYNTAX'],
  [
    'a body that is not UTF-8',
    { body: Buffer.from([0x22, 0xff, 0x22]), headers: { 'content-type': 'application/json' } },
    400,
    'INVALID_INPUT',
  ],
  ['an unknown field', { json: { input: '1', nope: 1 } }, 400, 'INVALID_INPUT'],
  ['a field of the wrong type', { json: { input: 1 } }, 400, 'INVALID_INPUT'],
  ['a list for an object', { json: [] }, 400, 'INVALID_INPUT'],
  [
    '__proto__ as a field',
    { body: '{"input":"1","__proto__":{"x":1}}', headers: { 'content-type': 'application/json' } },
    400,
    'INVALID_INPUT',
  ],
  [
    'a raw body where no file is taken',
    { body: 'x', headers: { 'content-type': 'text/plain' } },
    415,
    'TYPE_UNSUPPORTED',
  ],
  [
    'a timeout over the limit',
    { json: { input: '1' }, headers: { 'talaria-timeout-ms': '99999999' } },
    400,
    'INVALID_INPUT',
  ],
] as const) {
  test(`${what} is ${code}`, async (t) => {
    const service = await startTestService(t)
    const response = await service.call('/v1/calc/eval', init)
    assert.equal(response.status, status)
    assert.equal((await problem(response)).code, code)
    assert.equal((await service.call('/v1/calc/eval', { json: { input: '1+1' } })).status, 200)
  })
}

test('a PNG declared as a PDF is a mismatch, and an empty file is said to be empty', async (t) => {
  const service = await startTestService(t)
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const wrong = await service.call('/v1/documents/read', {
    body: png,
    headers: { 'content-type': 'application/pdf' },
  })
  assert.equal(wrong.status, 415)
  assert.equal((await problem(wrong)).code, 'TYPE_MISMATCH')
  const empty = await service.call('/v1/documents/read', {
    body: Buffer.alloc(0),
    headers: { 'content-type': 'application/pdf' },
  })
  assert.equal(empty.status, 422)
  assert.equal((await problem(empty)).code, 'EMPTY_FILE')
})

test('a body over the limit is refused at its header, and at the first byte over it when it has no length', async (t) => {
  const service = await startTestService(t, { 'http.maxBodyBytes': '100000' })
  const declared = await service.call('/v1/test/echo', { body: randomBytes(100_001), headers: binary })
  assert.equal(declared.status, 413)
  const { status } = await rawRequest(service, 'transfer-encoding: chunked', (socket) => {
    const chunk = Buffer.alloc(20_000)
    const frame = Buffer.concat([Buffer.from('4e20\r\n'), chunk, Buffer.from('\r\n')])
    for (let count = 0; count < 6; count++) socket.write(frame)
  })
  assert.equal(status, 413)
  const json = await service.call('/v1/calc/eval', { json: { input: '1'.repeat(2_000_000) } })
  assert.equal(json.status, 413)
})

/** Speaks HTTP by hand: writes a request head, lets `send` write what it likes, resolves with the status line. */
async function rawRequest(
  service: TestService,
  bodyHeader: string,
  send: (socket: ReturnType<typeof connect>) => void,
): Promise<{ status: number; text: string }> {
  const { port } = new URL(service.url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(
    `POST /v1/test/echo HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${service.agent}\r\ncontent-type: application/octet-stream\r\n${bodyHeader}\r\n\r\n`,
  )
  send(socket)
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  return { status: Number(text.split(' ')[1]), text }
}

test('a body that arrives a byte at a time is dropped, and the service answers the next call', async (t) => {
  const service = await startTestService(t, {
    'http.bodyIdleMs': '400',
    'http.minBodyBytesPerSecond': '1000',
  })
  let drip: NodeJS.Timeout | undefined
  const { status, text } = await rawRequest(service, 'content-length: 1000', (socket) => {
    drip = setInterval(() => socket.write('x'), 50)
  })
  clearInterval(drip)
  assert.equal(status, 504)
  assert.match(text, /DEADLINE/)
  assert.equal((await service.call('/v1/calc/eval', { json: { input: '1+1' } })).status, 200)
})

test('a body that falls silent is dropped', async (t) => {
  const service = await startTestService(t, { 'http.bodyIdleMs': '300' })
  const { status } = await rawRequest(service, 'content-length: 1000', (socket) =>
    socket.write('x'.repeat(500)),
  )
  assert.equal(status, 504)
})

test('a body that stops half-way leaves nothing behind', async (t) => {
  const service = await startTestService(t)
  const { port } = new URL(service.url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST /v1/test/echo HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${service.agent}\r\ncontent-type: application/octet-stream\r\ncontent-length: 1000000\r\n\r\n`,
  )
  socket.write(Buffer.alloc(400_000))
  await new Promise((resolve) => setTimeout(resolve, 100))
  const held = (): number => service.service.budget.heldBytes
  assert.equal(held(), 1_000_000)
  socket.destroy()
  while (held() !== 0) await new Promise((resolve) => setTimeout(resolve, 10))
  assert.equal((await service.call('/v1/test/echo', { body: randomBytes(10), headers: binary })).status, 200)
})

test('bodies that together pass the memory budget are BUSY, and those before them finish', async (t) => {
  const service = await startTestService(t, { 'http.maxHeldBytes': '150000' })
  const one = await service.call('/v1/test/echo', { body: randomBytes(200_000), headers: binary })
  assert.equal(one.status, 503)
  assert.equal((await problem(one)).code, 'BUSY')
  assert.ok(one.headers.has('retry-after'))
  assert.equal(
    (await service.call('/v1/test/echo', { body: randomBytes(60_000), headers: binary })).status,
    200,
  )
  assert.equal(service.service.budget.heldBytes, 0)
})

test('options of a raw body come in the query string', async (t) => {
  const service = await startTestService(t)
  const response = await service.call('/v1/calc/eval?input=22%2F7&precision=5', { method: 'POST' })
  assert.equal(response.status, 200)
  assert.equal(((await response.json()) as { result: string }).result, '3.1429')
  const wrong = await service.call('/v1/calc/eval?input=1&precision=many', { method: 'POST' })
  assert.equal(wrong.status, 400)
})
