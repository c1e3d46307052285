import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { catalogue } from './catalogue.ts'
import { FAULTS } from './faults.ts'
import { operation } from './operation.ts'
import { referencePages } from './reference.ts'

const crop = operation({
  name: 'canvas.setCrop',
  tool: { name: 'canvas', action: 'crop' },
  cli: { positional: ['sources'] },
  summary: 'Crop.',
  tier: { base: 'read', rise: () => 'mutate' },
  lane: 'native',
  input: z.strictObject({
    sources: z
      .array(z.union([z.strictObject({ path: z.string() }), z.strictObject({ blob: z.string() })]))
      .max(5),
    mode: z.enum(['fit', 'a|b']).default('fit').describe('How\nit fits'),
    box: z.strictObject({ x: z.number().gt(0).lt(1) }).optional(),
    labels: z.record(z.string(), z.strictObject({ text: z.string() })).optional(),
  }),
  output: z.strictObject({ ok: z.literal(true), at: z.int().optional() }),
  limits: { timeoutMs: 1500, maxInputBytes: 1024 },
  deterministic: true,
  volatile: ['at'],
  cache: 'none',
  version: 2,
  faults: ['DOMAIN', 'BUSY'],
  examples: [{ title: 'Fit', input: { sources: [{ path: '/a.png' }] }, cli: 'a.png' }],
})

test('each operation has a page, and the index and the faults are complete', () => {
  const pages = referencePages(catalogue)
  assert.equal(pages.size, catalogue.length + 2)
  for (const { name } of catalogue) {
    assert.ok(pages.has(`${name}.md`))
    assert.ok(pages.get('README.md')?.includes(`(${name}.md)`))
  }
  for (const code of Object.keys(FAULTS)) assert.ok(pages.get('faults.md')?.includes(`| \`${code}\` |`), code)
})

test('a page says the facts, the fields with bounds and defaults, the faults and the examples', () => {
  const page = referencePages([crop]).get('canvas.setCrop.md') ?? ''
  for (const line of [
    '| Route | `POST /v1/canvas/set-crop` |',
    '| Command | `talaria canvas set-crop SOURCE…` |',
    '| Tier | read, higher for some inputs |',
    '| Time allowed | 1.5 s |',
    '| Largest input | 1 KiB |',
    '| Equal calls give equal answers | yes, apart from `at` |',
    '| `sources` | list of one of: {path}; {blob}, at most 5 entries | required |  |',
    '| `sources[].path` | string | required |  |',
    '| `sources[].blob` | string | required |  |',
    '| `mode` | `"fit"`, `"a\\|b"` | `"fit"` | How it fits |',
    '| `box` | {x} | optional |  |',
    '| `box.x` | number, above 0, below 1 | required |  |',
    '| `labels.*.text` | string | required |  |',
    '| `ok` | `true` | always |  |',
    '| `at` | integer | where it applies |  |',
    '| `DOMAIN` | 422 | Outside the domain of the function | no |',
    'talaria canvas set-crop a.png',
  ]) {
    assert.ok(page.split('\n').includes(line), `${line}\nis a line of\n${page}`)
  }
  assert.ok(!page.includes('| `BUSY` |'), 'what any call can meet is named once, below the table')
  assert.ok(page.includes('`BUSY`'))
})
