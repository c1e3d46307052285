import { z } from 'zod'
import { KiB, operation } from '../operation.ts'

const Line = z.strictObject({
  input: z.string(),
  display: z.string().optional(),
  value: z.string().optional(),
  unit: z.string().optional(),
  error: z.strictObject({ code: z.string(), detail: z.string() }).optional(),
})

export const EvalInput = z.strictObject({
  input: z.string().describe('Expression to work out, such as "(2 + 3) * 7/4"; several lines are a note'),
  precision: z
    .int()
    .min(1)
    .max(1000)
    .default(34)
    .describe('Significant digits of an answer that has no end as a decimal'),
  rounding: z
    .enum(['half_even', 'half_up', 'half_down', 'up', 'down', 'ceiling', 'floor', '05up'])
    .default('half_even')
    .describe('How the digits beyond `precision` are dropped; names of the decTest suite'),
  angle: z.enum(['rad', 'deg']).default('rad').describe('Unit of angles without one'),
})
export type EvalInput = z.infer<typeof EvalInput>

export const EvalOutput = z.strictObject({
  result: z.string().describe('The answer as a plain decimal, or true or false; exact unless `approximate`'),
  display: z.string().describe('The answer as a person reads it'),
  value: z.string().describe('Same as `result`'),
  kind: z
    .enum(['number', 'percent', 'quantity', 'boolean'])
    .describe('For a percent the value is the ratio: 0.25 is 25 %'),
  unit: z.string().optional().describe('Unit of a quantity'),
  fraction: z.string().optional().describe('Exact fraction in lowest terms, where the decimal never ends'),
  approximate: z.boolean().describe('Whether digits were dropped'),
  readings: z.array(z.string()).describe('How the input was read, where there was a choice'),
  steps: z.array(z.string()).describe('The working, an operation a step; of more than thirty the first'),
  lines: z.array(Line).optional().describe('An answer for each line, where the input has several'),
})
export type EvalOutput = z.infer<typeof EvalOutput>

export const evaluate = operation({
  name: 'calc.eval',
  tool: { name: 'calc', action: 'eval' },
  cli: { positional: ['input'] },
  summary: 'Work out an arithmetic expression exactly.',
  description:
    'Numbers are rationals of any size, so 0.1 + 0.2 is 0.3 and 1/3 * 3 is 1; roots, logarithms and multiples of pi ' +
    'stay exact while they have a form, so sqrt(2) * sqrt(8) is 4 and sin(pi/6) is 0.5. An answer that never ends ' +
    'as a decimal is rounded correctly at `precision` significant digits, and given as a fraction where it is one. ' +
    'Where the text had more than one meaning, `readings` says which was taken. Several lines are a note: each ' +
    'line has its own answer or error, `name = value` gives later lines a name, and `total`, `average`, `prev` and ' +
    '`line 2` refer to lines above.',
  tier: { base: 'read' },
  lane: 'inline',
  input: EvalInput,
  output: EvalOutput,
  limits: { timeoutMs: 5_000, maxInputBytes: 64 * KiB },
  deterministic: true,
  volatile: [],
  cache: 'none',
  version: 1,
  faults: [
    'SYNTAX',
    'EMPTY',
    'TOO_LONG',
    'TOO_DEEP',
    'TOO_LARGE',
    'DIVISION_BY_ZERO',
    'DOMAIN',
    'AMBIGUOUS',
    'UNKNOWN_NAME',
    'UNKNOWN_UNIT',
  ],
  examples: [
    { title: 'Exact decimals', input: { input: '0.1 + 0.2' }, cli: '"0.1 + 0.2"' },
    { title: 'A share of an amount', input: { input: '15% of 84.50' }, cli: '"15% of 84.50"' },
    { title: 'A note', input: { input: 'rent = 1250\nfood: 420.50\ntotal' } },
    {
      title: 'A fraction that never ends',
      input: { input: '22/7', precision: 10 },
      cli: '"22/7" --precision 10',
    },
  ],
})
