import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { catalogue } from '../../bridge/catalogue.ts'
import { operation, type Operation } from '../../bridge/operation.ts'
import { Source } from '../../bridge/sources.ts'
import { callOptions, fieldOptions } from './operation-options.ts'

function declared(input: z.ZodType, more: Partial<Operation> = {}): Operation {
  return {
    ...operation({
      name: 'test.one',
      tool: { name: 'test' },
      summary: '',
      tier: { base: 'read' },
      lane: 'home',
      input,
      output: z.unknown(),
      limits: { timeoutMs: 1000, maxInputBytes: 1000 },
      deterministic: true,
      volatile: [],
      cache: 'none',
      version: 1,
      faults: [],
      examples: [],
    }),
    ...more,
  }
}

test('each kind of field becomes an option with its type, bounds, default and choices', () => {
  const input = z.strictObject({
    text: z.string().describe('A text'),
    count: z.int().min(1).max(9).default(3).describe('How many'),
    ratio: z.number().optional(),
    mode: z.enum(['fast', 'exact']).default('fast').describe('How'),
    deskew: z.boolean().default(true).describe('Straighten'),
    languages: z.array(z.string()).optional().describe('Languages'),
    auto: z.union([z.literal('auto'), z.array(z.string())]).optional(),
    steps: z.array(z.strictObject({ op: z.string() })).optional(),
    output: z.strictObject({ format: z.enum(['png', 'jpeg']), quality: z.int() }).optional(),
  })
  assert.deepEqual(fieldOptions(declared(input)), [
    { name: 'text', description: 'A text', required: true, value: 'TEXT' },
    { name: 'count', description: 'How many (1 to 9)', required: false, value: 'N', default: 3 },
    { name: 'ratio', description: '', required: false, value: 'NUMBER' },
    {
      name: 'mode',
      description: 'How',
      required: false,
      value: 'fast|exact',
      default: 'fast',
      choices: ['fast', 'exact'],
    },
    { name: 'deskew', description: 'Straighten', required: false, negatable: true, default: true },
    {
      name: 'languages',
      description: 'Languages (a JSON list, or once for each)',
      required: false,
      value: 'TEXT',
      multiple: true,
    },
    { name: 'auto', description: '', required: false, value: 'TEXT' },
    {
      name: 'steps',
      description: '(a JSON list, or once for each)',
      required: false,
      value: 'JSON',
      multiple: true,
    },
    { name: 'output', description: '', required: false, value: 'JSON' },
    { name: 'output.format', description: '', required: false, value: 'png|jpeg', choices: ['png', 'jpeg'] },
    { name: 'output.quality', description: '', required: false, value: 'N' },
  ])
})

test('fields that name files take file names, and nothing within them is an option', () => {
  const input = z.strictObject({
    source: Source.optional(),
    sources: z.array(Source).optional(),
    path: z.string(),
  })
  const options = fieldOptions(declared(input, { files: { one: 'source', many: 'sources', mediaTypes: [] } }))
  assert.deepEqual(
    options.map(({ name, value, isFile }) => [name, value, isFile]),
    [
      ['source', 'FILE', true],
      ['sources', 'FILE', true],
      ['path', 'FILE', true],
    ],
  )
})

test('every field of every operation can be given: by an option, or as a positional where the option is taken', () => {
  for (const one of catalogue) {
    const { properties = {} } = z.toJSONSchema(one.input, { io: 'input', unrepresentable: 'any' })
    const names = new Set(fieldOptions(one).map(({ name }) => name))
    for (const field of Object.keys(properties)) {
      assert.ok(names.has(field) || one.cli?.positional?.includes(field), `${one.name} ${field}`)
    }
  }
})

test('no two options of an operation have the same name', () => {
  for (const one of catalogue) {
    const names = [...fieldOptions(one), ...callOptions(one)].map(({ name }) => name)
    assert.equal(new Set(names).size, names.length, one.name)
  }
})
