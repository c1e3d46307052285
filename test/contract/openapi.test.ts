import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { catalogue } from '../../bridge/catalogue.ts'
import { FAULTS } from '../../bridge/faults.ts'
import { startTestService } from '../service.ts'
import { exampleOf, isRecord } from './cases.ts'
import { Description } from './description.ts'
import { routeOf } from './doors.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Pages for people, which no program is told of; as Fastify prints them. */
const PAGES = ['GET /', 'GET /console', 'GET /console*']

/** Every route of an app as `METHOD /path`, parameters as `{name}`. Fastify prints them as a tree. */
function routesOf(app: FastifyInstance): string[] {
  const routes: string[] = []
  const above: string[] = []
  for (const row of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^(.*?)[├└]── (\S+)(?: \((.*)\))?$/.exec(row)
    if (match === null) continue
    const [, indent = '', part = '', methods = ''] = match
    const depth = indent.length / 4
    above.splice(depth)
    above.push(part)
    const path = above.join('').replace(/:(\w+)/g, '{$1}')
    routes.push(
      ...methods
        .split(', ')
        .filter(Boolean)
        .map((method) => `${method} ${path}`),
    )
  }
  return routes
}

/** Every object within a value, with its place. */
function* objectsIn(
  value: unknown,
  place = '#',
): Generator<[place: string, object: Record<string, unknown>]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* objectsIn(item, `${place}/${index}`)
  } else if (isRecord(value)) {
    yield [place, value]
    for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, `${place}/${name}`)
  }
}

test('the OpenAPI document says what there is', async (t) => {
  let app: FastifyInstance | undefined
  const { service, call } = await startTestService(t, {}, { routes: (one) => (app = one) })
  assert.ok(app)
  // Only now: plugins add their routes while the service starts.
  const routes = routesOf(app)
  const description = new Description(await (await call('/openapi.json', { token: null })).json())
  const paths = description.at('paths')
  assert.ok(isRecord(paths))
  const operations = Object.entries(paths).flatMap(([path, item]) => {
    assert.ok(isRecord(item), path)
    assert.deepEqual(
      Object.keys(item).filter((method) => !METHODS.includes(method)),
      [],
      path,
    )
    return Object.entries(item).map(([method, operation]) => ({ path, method, operation }))
  })

  await t.test('its version and its head are those of OpenAPI 3.1', () => {
    assert.equal(description.at('openapi'), '3.1.0')
    assert.equal(description.at('info', 'version'), service.version)
    assert.equal(typeof description.at('info', 'title'), 'string')
  })

  await t.test('every reference leads somewhere', () => {
    for (const [place, { $ref }] of objectsIn(description.document)) {
      if (typeof $ref === 'string') assert.ok(description.resolve($ref) !== undefined, `${place}: ${$ref}`)
    }
  })

  await t.test('its paths are the routes there are', () => {
    assert.ok(routes.includes('GET /v1/jobs/{id}/events') && routes.includes('DELETE /v1/jobs/{id}'))
    const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    // Fastify adds HEAD to every GET.
    const real = routes.filter((route) => !route.startsWith('HEAD ') || described.includes(route))
    assert.deepEqual(described.toSorted(), real.filter((route) => !PAGES.includes(route)).toSorted())
  })

  await t.test('every operation names its parameters and describes its answers', () => {
    const ids = new Set<string>()
    for (const { path, method, operation } of operations) {
      const where = `${method} ${path}`
      assert.ok(isRecord(operation), where)
      const { operationId, parameters = [], responses } = operation
      if (operationId !== undefined) {
        assert.ok(typeof operationId === 'string' && !ids.has(operationId), where)
        ids.add(operationId)
      }
      assert.ok(Array.isArray(parameters))
      const inPath = parameters.filter(isRecord).filter((parameter) => parameter['in'] === 'path')
      assert.ok(
        inPath.every(({ required }) => required === true),
        where,
      )
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      assert.deepEqual(
        inPath.map(({ name }) => name),
        named,
        where,
      )
      assert.ok(isRecord(responses) && Object.keys(responses).length > 0, where)
      for (const [status, response] of Object.entries(responses)) {
        assert.match(status, /^([1-5]\d\d|default)$/, where)
        assert.ok(isRecord(response) && typeof response['description'] === 'string', where)
      }
    }
  })

  await t.test('every schema is one, and examples fit it', () => {
    for (const operation of catalogue) {
      const body = description.at(
        'paths',
        routeOf(operation),
        'post',
        'requestBody',
        'content',
        'application/json',
      )
      assert.ok(isRecord(body) && isRecord(body['schema']))
      const schema = z.fromJSONSchema(body['schema'])
      for (const { input } of operation.examples) schema.parse(input)
      schema.parse(exampleOf(operation))
      assert.equal(schema.safeParse({ ...exampleOf(operation), noSuchField: 1 }).success, false)
      assert.deepEqual(
        Object.keys(Object(body['examples'])),
        operation.examples.map(({ title }) => title),
      )
    }
  })

  await t.test('problems name every code of the table', () => {
    assert.deepEqual(description.at('components', 'schemas', 'Problem', 'properties', 'code'), {
      enum: Object.keys(FAULTS),
    })
  })
})

test('every refusal is a problem as the document describes it, with the status of its code', async (t) => {
  const { call } = await startTestService(t, { 'http.maxBodyBytes': '1000' })
  const description = new Description(await (await call('/openapi.json')).json())
  const problem = z.fromJSONSchema(Object(description.at('components', 'schemas', 'Problem')))
  const answers = [
    call('/v1/status', { token: null }),
    call('/v1/no/such'),
    call('/v1/events'),
    call('/v1/jobs/none'),
    call('/v1/jobs/none/events'),
    call('/v1/blobs/sha256:zz'),
    call(`/v1/blobs/sha256:${'0'.repeat(64)}`),
    call('/v1/blobs', { method: 'PUT', body: 'x'.repeat(1001) }),
    call('/v1/batch', { json: { calls: [] } }),
    call('/v1/calc/eval', { body: '{', headers: { 'content-type': 'application/json' } }),
    call('/v1/calc/eval', { body: 'x', headers: { 'content-type': 'text/plain' } }),
    call('/v1/test/mutate', { json: {} }),
    call('/v1/test/mistake', { json: {} }),
    call('/console/none.js'),
    call('/healthz', { headers: { origin: 'https://elsewhere.example' } }),
  ]
  for (const answer of answers) {
    const response = await answer
    assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/, response.url)
    const body: unknown = await response.json()
    problem.parse(body)
    const { code, status, title, retryable, type } = Object(body)
    const kind = Object.entries(FAULTS).find(([name]) => name === code)?.[1]
    assert.deepEqual({ status, title, retryable }, kind, response.url)
    assert.equal(response.status, status)
    assert.equal(type, `/docs#fault-${code}`)
  }
})
