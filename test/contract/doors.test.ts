import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileTypeFromBuffer } from 'file-type'
import { catalogue } from '../../bridge/catalogue.ts'
import type { Operation } from '../../bridge/operation.ts'
import { binaryOf, sourcesOf } from '../../bridge/operation-files.ts'
import { commandArguments } from '../../clients/cli/example-line.ts'
import { startTestService } from '../service.ts'
import { casesOf, exampleOf, isRecord, makePlaces, type Case, type Places } from './cases.ts'
import { Description } from './description.ts'
import { Doors, flatArguments, outcome, routeOf, throughTool, whole, type Answer } from './doors.ts'

// Held against each other here: the same call through every door, with one worker and with two, with and without the
// result cache. The catalogue says what the calls are, so an operation added to it is covered without a word here.

interface Asked {
  operation: Operation
  one: Case
  answer: Answer
}

/** Starts a service on the home of the places. */
async function open(t: TestContext, places: Places, flags: Record<string, string>): Promise<Doors> {
  // Small leaves, so that the samples are read by several.
  const service = await startTestService(t, { home: places.home, 'documents.pagesPerLeaf': '2', ...flags })
  return new Doors(service, places.folder)
}

function newPlaces(): Places {
  const folder = mkdtempSync(join(tmpdir(), 'talaria-contract-'))
  const home = join(folder, 'home')
  mkdirSync(home, { mode: 0o700 })
  return makePlaces(folder, home)
}

/** The body without what two equal calls may answer differently. */
function comparable({ deterministic, volatile }: Operation, body: string): string {
  if (deterministic || volatile.length === 0) return body
  const output: unknown = JSON.parse(body)
  if (!isRecord(output)) return body
  return JSON.stringify(
    Object.fromEntries(Object.entries(output).filter(([name]) => !volatile.includes(name))),
  )
}

function same(operation: Operation, actual: Answer, expected: Answer, door: string): void {
  assert.equal(comparable(operation, actual.body), comparable(operation, expected.body), door)
  assert.equal(actual.status, expected.status, door)
}

async function askAll(doors: Doors, places: Places): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const operation of catalogue) {
    for (const one of casesOf(operation, places)) {
      asked.push({ operation, one, answer: await doors.answer(operation, one.input) })
    }
  }
  return asked
}

/** Runs the slow doors a few cases at a time. */
async function forEach<T>(
  items: readonly T[],
  width: number,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]()
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of left) await act(item)
    }),
  )
}

test('every door gives the same bytes', async (t) => {
  const places = newPlaces()
  const doors = await open(t, places, {})
  // After the service has closed: what was registered first runs first.
  t.after(() => rmSync(places.folder, { recursive: true, force: true }))
  const asked = await askAll(doors, places)
  const description = new Description(await (await doors.service.call('/openapi.json')).json())

  await t.test('every answer fits its schema and every fault is declared', () => {
    for (const { operation, one, answer } of asked) {
      assert.ok(
        answer.status === 200 || answer.status < 500,
        `${operation.name}, ${one.title}: ${answer.body}`,
      )
      description.check(operation, answer)
      assert.equal(
        one.refused === true,
        answer.body.includes('"issues":'),
        `${operation.name}, ${one.title}: ${answer.body}`,
      )
    }
    for (const { name } of catalogue) {
      assert.ok(asked.some(({ operation, answer }) => operation.name === name && answer.status === 200))
    }
  })

  await t.test('a second equal call, and one that waits for a job', async () => {
    for (const { operation, one, answer } of asked) {
      same(
        operation,
        await doors.answer(operation, one.input),
        answer,
        `${operation.name}, ${one.title}, again`,
      )
      const waited = await doors.answer(operation, one.input, { prefer: 'wait=60' })
      same(operation, waited, answer, `${operation.name}, ${one.title}, waited for`)
    }
  })

  await t.test('the result of a job', async () => {
    for (const { operation, one, answer } of asked) {
      same(operation, await doors.job(operation, one.input), answer, `${operation.name}, ${one.title}`)
    }
  })

  await t.test('a batch', async () => {
    for (const operation of catalogue) {
      const own = asked.filter((one) => one.operation === operation && !tooLargeForOne(one))
      const text = await doors.batch(own.map(({ one: { input } }) => ({ operation, input })))
      const bodies = own.map(({ answer: { status, body } }) =>
        status === 200 ? `{"status":200,"output":${body}}` : `{"status":${status},"error":${body}}`,
      )
      if (operation.deterministic || operation.volatile.length === 0) {
        assert.equal(text, `{"results":[${bodies.join(',')}]}`)
        continue
      }
      const { results } = JSON.parse(text) as {
        results: { status: number; output?: unknown; error?: unknown }[]
      }
      results.forEach(({ status, output, error }, index) => {
        same(
          operation,
          { status, body: JSON.stringify(output ?? error) },
          own[index]!.answer,
          own[index]!.one.title,
        )
      })
    }
  })

  await t.test('the typed client', async () => {
    for (const { operation, one, answer } of asked) {
      const title = `${operation.name}, ${one.title}`
      const came = await doors.method(operation, one.input)
      if ('output' in came) {
        same(operation, { status: 200, body: JSON.stringify(came.output) }, answer, title)
        continue
      }
      const { code, message, status, data } = came.fault
      if (answer.body.includes('"TOO_LARGE"') && tooLargeForOne({ operation, one, answer })) {
        // Refused before it was sent, in words of its own.
        assert.deepEqual({ code, status }, { code: 'TOO_LARGE', status: answer.status }, title)
        continue
      }
      const { type: _type, title: _title, retryable: _retryable, ...problem } = JSON.parse(answer.body)
      assert.deepEqual({ ...data, status, code, detail: message }, problem, title)
    }
  })

  await t.test('MCP over HTTP', async () => {
    for (const operation of catalogue) {
      const client = await doors.mcp(operation)
      for (const { one, answer } of asked.filter((one) => one.operation === operation)) {
        // The arguments of a tool are an object; what is none cannot be sent.
        if (!isRecord(one.input)) continue
        const args = one.refused ? one.input : flatArguments(operation, one.input)
        same(operation, await throughTool(client, operation, args), answer, `${operation.name}, ${one.title}`)
      }
      await client.close()
    }
  })

  await t.test('MCP over the standard streams', async () => {
    const client = await doors.mcpCommand()
    for (const { operation, one, answer } of asked) {
      // What only the owner may do is no tool there.
      if (!isRecord(one.input) || operation.role === 'owner') continue
      const title = `${operation.name}, ${one.title}`
      const args = one.refused ? one.input : flatArguments(operation, one.input)
      const came = await throughTool(client, operation, args)
      if (tooLargeForOne({ operation, one, answer })) {
        // Refused before it was sent, in words of its own.
        assert.equal(JSON.parse(came.body).code, 'TOO_LARGE', title)
        assert.equal(came.status, answer.status, title)
      } else same(operation, came, answer, title)
    }
    await client.close()
  })

  await t.test('the command line', async () => {
    await forEach(asked, 3, async ({ operation, one, answer }) => {
      const title = `${operation.name}, ${one.title}`
      const { code, stdout, stderr } = await doors.cli(operation, one.input)
      if (one.refused) {
        // Refused before anything was sent: the line is what is wrong, and a script sees that by the code.
        assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, title)
        // What is no object at all is no input of a command line; the field it came by is named instead.
        assert.ok(
          stderr.includes(isRecord(one.input) ? JSON.parse(answer.body).detail : '--input'),
          `${title}: ${stderr}`,
        )
        return
      }
      if (tooLargeForOne({ operation, one, answer })) {
        assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, title)
        assert.match(stderr, /TOO_LARGE/)
        return
      }
      same(operation, { status: answer.status, body: stdout }, answer, `${title}: ${stderr}`)
      const failed = answer.status === 200 && answer.body.includes('"error":{')
      assert.equal(code, answer.status !== 200 ? 1 : failed ? 3 : 0, `${title}: ${stderr}`)
    })
  })

  await t.test('the command lines that examples show', async () => {
    const examples = catalogue.flatMap((operation: Operation) =>
      operation.examples.map((example, index) => ({ operation, example, index })),
    )
    await forEach(examples, 3, async ({ operation, example, index }) => {
      const line = example.cli ?? commandArguments(operation, example.input)
      // Results go to a folder of the test; everything else is as a reader types it.
      const typed = line.replace(/(?<=--out )/, `${places.folder}/`)
      const { code, stdout } = await doors.command(operation, `${typed} --json`)
      assert.equal(code, 0, line)
      const answer = asked.filter((one) => one.operation === operation)[index]!.answer
      same(operation, { status: 200, body: stdout }, answer, line)
    })
  })

  await t.test('entries as a stream: the last line is the rest', async () => {
    for (const { operation, one, answer } of asked.filter(({ operation: { streams } }) => streams)) {
      const response = await doors.http(operation, one.input, { accept: 'application/x-ndjson' })
      const text = await response.text()
      if (answer.status !== 200) {
        same(operation, { status: response.status, body: text }, answer, one.title)
        continue
      }
      const rest = operation.streams?.rest(JSON.parse(answer.body))
      assert.equal(text.trimEnd().split('\n').at(-1), JSON.stringify({ end: rest }), one.title)
    }
  })

  await t.test('a file by whichever way it comes', async () => {
    for (const operation of catalogue) await uploads(doors, operation)
  })

  await t.test('the bytes of a binary result, asked for or fetched', async () => {
    for (const { operation, one, answer } of asked) {
      const result = answer.status === 200 ? binaryOf(operation, JSON.parse(answer.body)) : undefined
      if (result === undefined) continue
      const stored = Buffer.from(await (await doors.service.call(result.url)).arrayBuffer())
      const sent = await doors.http(operation, one.input, { accept: result.mediaType })
      assert.equal(sent.headers.get('content-type'), result.mediaType)
      assert.equal(stored.length, result.bytes)
      assert.ok(Buffer.from(await sent.arrayBuffer()).equals(stored), one.title)
    }
  })

  assert.equal(doors.service.service.budget.heldBytes, 0)
})

/** A body over the operation's own limit, which is a limit of bodies and so does not hold within a batch. */
function tooLargeForOne({ operation, one }: Asked): boolean {
  return JSON.stringify(one.input).length > operation.limits.maxInputBytes
}

/** The file of the first example as a raw body, as multipart, as a stored blob, by the client and on standard input. */
async function uploads(doors: Doors, operation: Operation): Promise<void> {
  const { files } = operation
  const [source] = sourcesOf(operation, exampleOf(operation))
  if (files?.one === undefined || source === undefined || !('path' in source)) return
  const { service } = doors
  const bytes = new Uint8Array(readFileSync(source.path))
  const token = doors.token(operation)
  const fields = Object.fromEntries(
    Object.entries(exampleOf(operation)).filter(([name]) => ![files.one, files.many, 'path'].includes(name)),
  )
  const name = 'stdin'
  const put = await service.call('/v1/blobs', { method: 'PUT', body: bytes, token })
  const { blob } = (await put.json()) as { blob: string }
  const stored = await doors.answer(operation, { ...fields, [files.one]: { blob, name } })
  assert.equal(stored.status, 200, stored.body)

  const form = new FormData()
  form.set('input', JSON.stringify(fields))
  form.set('file', new Blob([bytes]), name)
  same(
    operation,
    await whole(await service.call(routeOf(operation), { body: form, token })),
    stored,
    'multipart',
  )

  const own = (await fileTypeFromBuffer(bytes))?.mime
  for (const mediaType of files.mediaTypes) {
    // Declared as what it is, or as nothing in particular.
    if (mediaType !== own && mediaType !== 'application/octet-stream') continue
    const query = new URLSearchParams({ name })
    for (const [field, value] of Object.entries(fields)) {
      query.set(field, typeof value === 'string' ? value : JSON.stringify(value))
    }
    const raw = await service.call(`${routeOf(operation)}?${query}`, {
      body: bytes,
      token,
      headers: { 'content-type': mediaType },
    })
    same(operation, await whole(raw), stored, `a raw body of ${mediaType}`)
  }

  const client = doors.client(operation)
  const came = await outcome(async () => {
    const answer = await client.answer(operation, { upload: { bytes, name }, fields })
    return JSON.parse(Buffer.from(answer.body).toString())
  })
  assert.ok('output' in came)
  same(operation, { status: 200, body: JSON.stringify(came.output) }, stored, 'an upload of the client')

  const options = Object.entries(fields).map(([field, value]) => `--${field} '${JSON.stringify(value)}'`)
  const piped = await doors.command(operation, `- ${options.join(' ')} --json`, bytes)
  same(
    operation,
    { status: piped.code === 0 ? 200 : 0, body: piped.stdout },
    stored,
    `standard input: ${piped.stderr}`,
  )
}

test('the number of workers and the result cache change no byte', async (t) => {
  const places = newPlaces()
  t.after(() => rmSync(places.folder, { recursive: true, force: true }))
  let first: Asked[] | undefined
  for (const [workers, cache] of [
    ['1', 'false'],
    ['2', 'false'],
    ['2', 'true'],
    ['1', 'true'],
  ] as const) {
    await t.test(`${workers} heavy workers, cache ${cache}`, async (inner) => {
      const doors = await open(inner, places, { 'lanes.heavy.workers': workers, 'cache.enabled': cache })
      const asked = await askAll(doors, places)
      first ??= asked
      asked.forEach(({ operation, one, answer }, index) => {
        same(operation, answer, first![index]!.answer, `${operation.name}, ${one.title}`)
      })
      const metrics = await (await doors.service.call('/metrics')).text()
      const hits = Number(/outcome="hit"\} (\d+)/.exec(metrics)?.[1] ?? 0)
      assert.equal(hits > 0, cache === 'true')
    })
  }
})
