import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { catalogue } from './catalogue.ts'
import { mcpTools } from './mcp-tools.ts'
import { operation, type Operation, type Tier } from './operation.ts'
import { Source } from './sources.ts'

function declared(verb: string, input: z.ZodType, more: Omit<Partial<Operation>, 'name'> = {}): Operation {
  return operation({
    name: `sample.${verb}`,
    tool: { name: 'sample', action: verb },
    summary: `Does ${verb}.`,
    tier: { base: 'read' },
    lane: 'inline',
    input,
    output: z.strictObject({}),
    limits: { timeoutMs: 1000, maxInputBytes: 1000 },
    deterministic: true,
    volatile: [],
    cache: 'none',
    version: 1,
    faults: [],
    examples: [],
    ...more,
  })
}

function only(operations: readonly Operation[]) {
  const [tool, ...more] = mcpTools(operations)
  assert.ok(tool && more.length === 0)
  return tool
}

test('every tool of the catalogue sets all four annotations and one type for each argument', () => {
  for (const { name, annotations, inputSchema } of mcpTools(catalogue, 'owner')) {
    assert.deepEqual(
      Object.values(annotations).map((hint) => typeof hint),
      Array(4).fill('boolean'),
      name,
    )
    for (const [field, schema] of Object.entries(inputSchema.properties ?? {})) {
      assert.equal(typeof Reflect.get(Object(schema), 'type'), 'string', `${name}.${field}`)
    }
  }
})

test('names of tools and arguments stay what they are in hosts that allow letters, digits and _ only', () => {
  for (const { name, inputSchema } of mcpTools(catalogue, 'owner')) {
    assert.match(name, /^[A-Za-z0-9_]+$/)
    for (const field of Object.keys(inputSchema.properties ?? {})) assert.match(field, /^[A-Za-z0-9_]+$/)
  }
})

test('what only the owner may do is listed for the owner alone', () => {
  const actions = (role: 'agent' | 'owner') =>
    [
      ...(mcpTools(catalogue, role)
        .find(({ name }) => name === 'bridge')
        ?.operations.keys() ?? []),
    ].join()
  assert.equal(actions('agent'), 'policy')
  assert.equal(actions('owner'), 'policy,audit')
})

test('a grouped tool has the annotations of its most dangerous action', () => {
  const at = (...tiers: Tier[]) =>
    only(tiers.map((base) => declared(base, z.strictObject({}), { tier: { base } }))).annotations
  assert.deepEqual(at('read'), {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  })
  assert.deepEqual(at('read', 'act'), {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  })
  assert.equal(at('act', 'mutate').destructiveHint, false)
  assert.equal(at('destructive', 'read').destructiveHint, true)
  const rising = declared('rise', z.strictObject({}), { tier: { base: 'read', rise: () => 'read' } })
  assert.equal(only([rising]).annotations.destructiveHint, true, 'it may rise to anything')
})

test('sources, objects and fields of several types become flat arguments', () => {
  const input = z.strictObject({
    source: Source,
    output: z.strictObject({ format: z.enum(['png', 'svg']), quality: z.int().optional() }).optional(),
    languages: z.union([z.literal('auto'), z.array(z.string())]).default('auto'),
  })
  const tool = only([declared('draw', input, { files: { one: 'source', mediaTypes: [] } })])
  assert.deepEqual(Object.keys(tool.inputSchema.properties ?? {}), [
    'action',
    'continue',
    'path',
    'blob',
    'name',
    'format',
    'quality',
    'languages',
  ])
  const read = (args: Record<string, unknown>) => tool.read(args).input
  assert.deepEqual(read({ path: '/a', format: 'png', languages: '["eng","deu"]' }), {
    source: { path: '/a' },
    output: { format: 'png' },
    languages: ['eng', 'deu'],
  })
  assert.deepEqual(read({ action: 'draw', blob: 'sha256:0', name: 'a.png', languages: 'auto' }), {
    source: { blob: 'sha256:0', name: 'a.png' },
    languages: 'auto',
  })
  // As HTTP has it is understood too.
  assert.deepEqual(read({ source: { path: '/a' }, other: 1 }), { source: { path: '/a' }, other: 1 })
})

test('a list of sources is a list of texts that keeps its order', () => {
  const input = z.strictObject({ sources: z.array(Source).min(1).max(9) })
  const tool = only([declared('join', input, { files: { many: 'sources', mediaTypes: [] } })])
  assert.deepEqual(Object(tool.inputSchema.properties?.['sources']).items, { type: 'string' })
  assert.deepEqual(tool.inputSchema.required, ['sources'])
  const blob = `sha256:${'0'.repeat(64)}`
  assert.deepEqual(tool.read({ sources: ['/b', blob, '/a'] }).input, {
    sources: [{ path: '/b' }, { blob }, { path: '/a' }],
  })
})

test('a name that two actions use for different types, or that every tool uses, gets the verb in front', () => {
  const tool = only([
    declared('plot', z.strictObject({ points: z.int(), job: z.string() })),
    declared('list', z.strictObject({ points: z.array(z.string()) })),
  ])
  const { properties = {} } = tool.inputSchema
  assert.deepEqual(Object.keys(properties), ['action', 'continue', 'points', 'plotJob', 'listPoints'])
  assert.deepEqual(tool.read({ action: 'list', listPoints: ['a'] }).input, { points: ['a'] })
  assert.deepEqual(tool.read({ action: 'plot', points: 2, plotJob: 'x' }).input, { points: 2, job: 'x' })
})

test('an unknown action is named, and one action is the default', () => {
  const two = only([declared('one', z.strictObject({})), declared('two', z.strictObject({}))])
  assert.deepEqual(two.inputSchema.required, ['action'])
  assert.throws(() => two.read({}), {
    code: 'INVALID_INPUT',
    message: 'action: expected one of one, two; none came.',
  })
  assert.throws(() => two.read({ action: '__proto__' }), { code: 'INVALID_INPUT' })
  assert.equal(only([declared('one', z.strictObject({}))]).read({}).operation.name, 'sample.one')
})
