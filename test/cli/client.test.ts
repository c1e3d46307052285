import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogue } from '../../bridge/catalogue.ts'
import { Fault, createClient, type InputOf, type OutputOf } from '../../clients/client.ts'
import { root } from '../root.ts'
import { startTestService, type TestService } from '../service.ts'
import { answering, problem } from './answering.ts'
import { Holding, holdOperations } from './hold.ts'

const letter = join(root, 'samples/letter.pdf')
const report = join(root, 'samples/report.pdf')
const bytesOf = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path))
const clientOf = ({ url, home }: TestService) => createClient({ url, home, env: {} })
const isFault =
  (code: string, detail = /./) =>
  (error: unknown) =>
    error instanceof Fault && error.code === code && detail.test(error.message)

const hold = holdOperations.find(({ name }) => name === 'test.hold')
assert.ok(hold)

test('every operation of the catalogue is a method, and its answer equals the one of HTTP', async (t) => {
  const service = await startTestService(t)
  const client = clientOf(service)
  const { result } = await client.calc.eval({ input: '0.1 + 0.2' })
  assert.equal(result, '0.3')
  const read = await client.documents.read({ path: letter })
  const overHttp = await service.call('/v1/documents/read', { json: { path: letter } })
  assert.equal(JSON.stringify(read), await overHttp.text())
  assert.match(read.documents[0]?.pages[0]?.text ?? '', /Offer 2025-0417/)
  const policy: OutputOf<'bridge.policy'> = await client.bridge.policy({})
  assert.equal(policy.tiers.destructive, 'confirm')
  // What only the owner may ask goes with the token of the owner.
  assert.ok((await client.bridge.audit({ limit: 1 })).entries.length === 1)
  for (const { name } of catalogue) {
    const [family = '', verb = ''] = name.split('.')
    assert.equal(typeof Reflect.get(Reflect.get(client, family), verb), 'function', name)
  }
})

test('types: an input of the wrong shape does not compile', () => {
  const right: InputOf<'calc.eval'> = { input: '1' }
  // @ts-expect-error: the expression is a text
  const wrong: InputOf<'calc.eval'> = { input: 1 }
  // @ts-expect-error: there is no such operation
  const none: InputOf<'calc.guess'> = {}
  assert.ok(right && wrong && none)
})

test('what does not fit the operation is refused before anything is sent', async (t) => {
  const { url, requests } = await answering(t, (_request, response) => problem(response, 500, 'INTERNAL'))
  const client = createClient({ url, token: 'x', env: {} })
  const unfit: unknown = { input: 5 }
  const sent = client.call('calc.eval', unfit as InputOf<'calc.eval'>)
  await assert.rejects(sent, isFault('INVALID_INPUT', /^input: /))
  await assert.rejects(client.documents.read({}), isFault('INVALID_INPUT', /exactly one of/))
  await assert.rejects(client.calc.eval({ input: ' '.repeat(70_000) }), isFault('TOO_LARGE', /65536 bytes/))
  for (const timeoutMs of [0, -1, NaN, 5001]) {
    await assert.rejects(
      client.calc.eval({ input: '1' }, { timeoutMs }),
      isFault('INVALID_INPUT', /1 to 5000/),
    )
  }
  const file = { bytes: new Uint8Array(1) }
  await assert.rejects(client.upload('calc.eval', file), isFault('TYPE_UNSUPPORTED'))
  assert.throws(() => client.stream('calc.eval', { input: '1' }), isFault('INVALID_INPUT'))
  assert.equal(requests.length, 0)
})

test('a fault of the service arrives with its code, detail and data', async (t) => {
  const client = clientOf(await startTestService(t))
  await assert.rejects(client.calc.eval({ input: '1/0' }), isFault('DIVISION_BY_ZERO'))
  await assert.rejects(client.documents.read({ path: '/no/such/file' }), isFault('NOT_FOUND'))
})

test('a file may travel as the body: raw, or multipart where a field would not survive being text', async (t) => {
  const service = await startTestService(t)
  const client = clientOf(service)
  const upload = { bytes: bytesOf(report), name: 'r.pdf' }
  const { documents } = await client.upload('documents.read', upload, { pages: '2', maxChars: 20 })
  assert.equal(documents[0]?.name, 'r.pdf')
  assert.equal(documents[0]?.pages[0]?.number, 2)
  const steps = [{ op: 'gaussianBlur' as const, sigmaPx: 1.5 }]
  const picture = { bytes: bytesOf(join(root, 'samples/picture.png')) }
  const blurred = await client.upload('image.filter', picture, { steps })
  const byPath = await client.image.filter({ source: { path: join(root, 'samples/picture.png') }, steps })
  assert.deepEqual(blurred, byPath)
})

test('stored bytes come back whole and in part', async (t) => {
  const client = clientOf(await startTestService(t))
  const bytes = bytesOf(letter)
  const { blob, bytes: size, mediaType } = await client.blobs.put(bytes, { mediaType: 'application/pdf' })
  assert.equal(blob, `sha256:${createHash('sha256').update(bytes).digest('hex')}`)
  assert.deepEqual([size, mediaType], [bytes.length, 'application/pdf'])
  assert.deepEqual(await client.blobs.get(blob), bytes)
  assert.deepEqual(await client.blobs.get(blob, { start: 5, end: 9 }), bytes.slice(5, 9))
  assert.deepEqual(await client.blobs.get(blob, { start: bytes.length - 3 }), bytes.slice(-3))
  await assert.rejects(client.blobs.get(blob, { start: bytes.length }), isFault('INVALID_INPUT'))
  await assert.rejects(client.blobs.get(blob, { start: 5, end: 5 }), isFault('INVALID_INPUT'))
  await assert.rejects(client.blobs.get(`sha256:${'0'.repeat(64)}`), isFault('NOT_FOUND'))
  await assert.rejects(client.blobs.put(new Uint8Array(0)), isFault('EMPTY_FILE'))
  const { documents } = await client.documents.read({ source: { blob, name: 'letter.pdf' } })
  assert.equal(documents[0]?.name, 'letter.pdf')
})

test('many small calls in one request: results in order, a failure in its place', async (t) => {
  const client = clientOf(await startTestService(t))
  const [sum, failed, policy] = await client.batch([
    { operation: 'calc.eval', input: { input: '1+1' } },
    { operation: 'calc.eval', input: { input: '1/0' } },
    { operation: 'bridge.policy', input: {} },
  ])
  assert.equal(sum.output?.result, '2')
  assert.equal(failed.fault?.code, 'DIVISION_BY_ZERO')
  assert.equal(policy.output?.tiers.read, 'allow')
  const unfit = client.batch([{ operation: 'calc.eval', input: { input: '1', precision: 0 } }])
  await assert.rejects(unfit, isFault('INVALID_INPUT'))
})

test('entries arrive as they are finished, then the rest', async (t) => {
  const client = clientOf(await startTestService(t))
  const input: InputOf<'documents.read'> = { sources: [{ path: report }, { path: '/missing' }], pages: '1-3' }
  const stream = client.stream('documents.read', input)
  const entries: unknown[] = []
  let step = await stream.next()
  for (; !step.done; step = await stream.next()) entries.push(step.value)
  const { documents, skipped } = await client.documents.read(input)
  const pages = documents.flatMap((document, index) =>
    document.pages.map((page) => ({ document: index, page })),
  )
  assert.deepEqual(entries, pages)
  const rest: unknown = step.value
  assert.ok(rest !== null && typeof rest === 'object' && 'skipped' in rest)
  assert.deepEqual(rest.skipped, skipped)
  const failing = client.stream('documents.read', { path: '/missing' })
  await assert.rejects(failing.next(), isFault('NOT_FOUND'))
})

test('a job: handed over, watched, its result as of a call', async (t) => {
  const client = clientOf(await startTestService(t))
  const job = await client.jobs.submit('documents.read', { path: report, pages: 'all' })
  const states: string[] = []
  const ended = await client.jobs.wait(job.id, { onState: ({ state }) => states.push(state) })
  assert.equal(ended.state, 'succeeded')
  assert.equal(states.at(-1), 'succeeded')
  assert.deepEqual(
    await client.jobs.result(job.id),
    await client.documents.read({ path: report, pages: 'all' }),
  )
  assert.deepEqual(
    (await client.jobs.list()).map(({ id }) => id),
    [job.id],
  )
  const failing = await client.jobs.submit('documents.read', { source: { path: letter }, pages: '999' })
  assert.equal((await client.jobs.wait(failing.id)).state, 'failed')
  const [fault] = await Promise.allSettled([client.jobs.result(failing.id)])
  assert.equal(fault.status, 'rejected')
})

test('the same idempotency key is the same job', async (t) => {
  const client = clientOf(await startTestService(t))
  const submit = () => client.jobs.submit('calc.eval', { input: '2^10' }, { idempotencyKey: 'once' })
  const [first, second] = [await submit(), await submit()]
  assert.equal(first.id, second.id)
  assert.notEqual((await client.jobs.submit('calc.eval', { input: '2^10' })).id, first.id)
})

test('progress is heard, and giving up cancels the job on the service', async (t) => {
  const holding = new Holding()
  const service = await startTestService(t, {}, holding.extension)
  const client = clientOf(service)
  const controller = new AbortController()
  const heard: number[] = []
  const answer = client.answer(
    hold,
    { input: { text: 'x' } },
    {
      signal: controller.signal,
      onProgress: ({ fraction }) => {
        heard.push(fraction)
        if (fraction === 0.5) controller.abort()
      },
    },
  )
  const context = await holding.begun
  context.progress(0.5)
  await assert.rejects(answer, isFault('CANCELLED'))
  assert.equal(await holding.cancelled, 'CANCELLED')
  assert.equal(heard.at(-1), 0.5)
  const [job] = await client.jobs.list()
  assert.ok(job)
  assert.equal((await client.jobs.wait(job.id)).state, 'cancelled')
})

test('giving up before a call has become a job cancels it too', async (t) => {
  const holding = new Holding()
  const client = clientOf(await startTestService(t, {}, holding.extension))
  const controller = new AbortController()
  const answer = client.answer(hold, { input: {} }, { signal: controller.signal, onProgress: () => {} })
  await holding.begun
  controller.abort()
  await assert.rejects(answer, isFault('CANCELLED'))
  assert.equal(await holding.cancelled, 'CANCELLED')
})

test('a call given up while the id of its job is on its way is cancelled all the same', async (t) => {
  const controller = new AbortController()
  const view = { id: 'late', operation: 'test.hold', state: 'running', position: 0, progress: 0, etaMs: null }
  const body = JSON.stringify({ ...view, createdAt: '2026-08-01T00:00:00.000Z' })
  let cancelled: (path: string | undefined) => void = () => {}
  const cancel = new Promise<string | undefined>((resolve) => (cancelled = resolve))
  const { url } = await answering(t, (request, response) => {
    if (request.method === 'DELETE') cancelled(request.url)
    else controller.abort()
    response
      .writeHead(request.method === 'POST' ? 202 : 200, { 'content-type': 'application/json' })
      .end(body)
  })
  const client = createClient({ url, token: 'x', env: {} })
  const { signal } = controller
  await assert.rejects(
    client.answer(hold, { input: {} }, { signal, onProgress: () => {} }),
    isFault('CANCELLED'),
  )
  assert.equal(await cancel, '/v1/jobs/late')
})

test('the time a call may take is heard by the service', async (t) => {
  const holding = new Holding()
  const client = clientOf(await startTestService(t, {}, holding.extension))
  const { fault } = await client.answer(hold, { input: {} }, { timeoutMs: 100 })
  assert.equal(fault?.code, 'DEADLINE')
  assert.equal(await holding.cancelled, 'DEADLINE')
})

test('events go on after a lost connection, from the last one seen', async (t) => {
  const view = (state: string, progress: number) => ({
    id: 'j',
    operation: 'test.hold',
    state,
    position: 0,
    progress,
    etaMs: null,
    createdAt: '2026-08-01T00:00:00.000Z',
  })
  const event = (id: number, state: string, progress: number) =>
    `id: r-${id}\nevent: state\ndata: ${JSON.stringify(view(state, progress))}\n\n`
  let streams = 0
  const { url, requests } = await answering(t, (request, response) => {
    if (!request.url?.endsWith('/events')) return void response.end(JSON.stringify(view('running', 0.5)))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (++streams > 1) response.end(event(3, 'succeeded', 1))
    else response.write(event(1, 'running', 0) + event(2, 'running', 0.5), () => response.destroy())
  })
  const client = createClient({ url, token: 'x', env: {} })
  const seen: number[] = []
  const job = await client.jobs.wait('j', { onState: ({ progress }) => seen.push(progress) })
  assert.equal(job.state, 'succeeded')
  assert.deepEqual(seen, [0, 0.5, 1])
  const reopened = requests.filter((request) => request.url?.endsWith('/events'))[1]
  assert.equal(reopened?.headers['last-event-id'], 'r-2')
})

test('approvals: the owner answers, the call is repeated with its id', async (t) => {
  const service = await startTestService(t)
  const client = clientOf(service)
  const mutate = service.service.operations.get('test.mutate')
  assert.ok(mutate)
  const first = await client.answer(mutate, { input: { text: 'm' } })
  assert.equal(first.fault?.code, 'APPROVAL_NEEDED')
  const [approval] = await client.approvals.list()
  assert.ok(approval)
  await client.approvals.answer(approval.id, 'once')
  const second = await client.answer(mutate, { input: { text: 'm' } }, { approval: approval.id })
  assert.equal(second.fault, undefined)
  await assert.rejects(client.approvals.answer(approval.id, 'once'), isFault('NOT_FOUND'))
})
