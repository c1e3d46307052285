import { z } from 'zod'
import { MiB, operation } from '../operation.ts'
import { BlobResult, Source } from '../sources.ts'

const GaussianBlur = z.strictObject({
  op: z.literal('gaussianBlur'),
  sigmaPx: z.number().min(0).max(250).describe('Standard deviation in pixels'),
})

export const FilterInput = z.strictObject({
  source: Source,
  steps: z.array(GaussianBlur).min(1).max(16).describe('Filters, applied in order'),
  output: z.strictObject({ format: z.literal('png') }).default({ format: 'png' }),
})
export type FilterInput = z.infer<typeof FilterInput>

export const FilterOutput = z.strictObject({
  picture: BlobResult,
  width: z.int().positive(),
  height: z.int().positive(),
})
export type FilterOutput = z.infer<typeof FilterOutput>

export const filter = operation({
  name: 'image.filter',
  tool: { name: 'image', action: 'filter' },
  cli: { positional: ['source'] },
  summary: 'Apply filters to a picture.',
  description:
    'Takes PNG of any kind and answers with an 8-bit PNG of the same size; colour profile, resolution and orientation ' +
    'are kept. A blur mixes colours by their alpha, and beyond its edges the picture goes on with its edge pixels.',
  tier: { base: 'read' },
  lane: 'native',
  input: FilterInput,
  output: FilterOutput,
  files: { one: 'source', mediaTypes: ['image/png'] },
  binary: 'picture',
  limits: { timeoutMs: 60_000, maxInputBytes: 50 * MiB },
  deterministic: true,
  volatile: [],
  cache: 'content',
  version: 1,
  faults: ['EMPTY_FILE', 'DAMAGED', 'TYPE_UNSUPPORTED', 'TYPE_MISMATCH', 'TOO_MANY_PIXELS', 'TOO_LARGE'],
  examples: [
    {
      title: 'A soft blur',
      input: { source: { path: 'samples/picture.png' }, steps: [{ op: 'gaussianBlur', sigmaPx: 4 }] },
    },
  ],
})
