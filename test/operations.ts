import { z } from 'zod'
import type { FaultCode } from '../bridge/faults.ts'
import { MiB, operation, type Operation, type Tier } from '../bridge/operation.ts'
import { Source } from '../bridge/sources.ts'
import type { Plan } from '../service/plan.ts'

const common = () => ({
  summary: 'An operation of the tests.',
  limits: { timeoutMs: 20_000, maxInputBytes: 50 * MiB },
  deterministic: true,
  volatile: [] as string[],
  cache: 'none' as const,
  version: 1,
  faults: [] as FaultCode[],
  examples: [],
})

const Text = z.strictObject({ text: z.string().default('') })

/** An operation of a tier that answers its text; counts how often it really ran. */
function tiered(tier: Tier): Operation {
  return operation({
    ...common(),
    name: `test.${tier}`,
    tool: { name: 'test', action: tier },
    tier: { base: tier },
    lane: 'inline',
    input: Text,
    output: z.strictObject({ text: z.string(), runs: z.int() }),
  })
}

const runs = new Map<string, number>()

function counted(tier: Tier): Plan<z.infer<typeof Text>> {
  return ({ text }) => {
    const count = (runs.get(tier) ?? 0) + 1
    runs.set(tier, count)
    return { text, runs: count }
  }
}

/** Sleeps on the main thread's clock; checks its signal. */
const sleep = operation({
  ...common(),
  name: 'test.sleep',
  tool: { name: 'test', action: 'sleep' },
  tier: { base: 'read' },
  lane: 'home',
  input: z.strictObject({ ms: z.int().min(0).max(60_000) }),
  output: z.strictObject({ slept: z.int() }),
})

const sleepPlan: Plan<{ ms: number }> = ({ ms }, ctx) =>
  new Promise((resolve, reject) => {
    const steps = 10
    let step = 0
    const timer = setInterval(() => {
      ctx.progress(++step / steps)
      if (step < steps) return
      clearInterval(timer)
      resolve({ slept: ms })
    }, ms / steps)
    ctx.signal.addEventListener('abort', () => {
      clearInterval(timer)
      reject(ctx.signal.reason)
    })
  })

/** The same, but it acts: after a crash it may not be done again. */
const actSlowly: Operation = {
  ...sleep,
  name: 'test.actSlowly',
  tool: { name: 'test', action: 'actSlowly' },
  tier: { base: 'act' },
}

/** Sends a file to the quick lane and back. */
const echo = operation({
  ...common(),
  name: 'test.echo',
  tool: { name: 'test', action: 'echo' },
  tier: { base: 'read' },
  lane: 'quick',
  input: z.strictObject({ source: Source }),
  output: z.strictObject({
    file: z.strictObject({ blob: z.string(), mediaType: z.string(), bytes: z.int(), url: z.string() }),
  }),
  files: { one: 'source', mediaTypes: ['application/octet-stream'] },
  binary: 'file',
})

const echoPlan: Plan<{ source: z.infer<typeof Source> }> = async ({ source }, ctx) => {
  const { digest } = await ctx.open(source)
  const copy = await ctx.leaf<{ digest: string }>(
    'probe.echo',
    { digest },
    { lane: 'quick', files: [digest] },
  )
  return { file: ctx.blob(copy.digest, 'application/octet-stream') }
}

/** A plan that throws what is no fault. */
const mistake = operation({
  ...common(),
  name: 'test.mistake',
  tool: { name: 'test', action: 'mistake' },
  tier: { base: 'read' },
  lane: 'inline',
  input: z.strictObject({}),
  output: z.strictObject({}),
})

/** Operations that exist only in tests: one of each tier, slow ones, one that carries bytes, one that is wrong. */
export const testOperations: readonly Operation[] = [
  tiered('read'),
  tiered('act'),
  tiered('mutate'),
  tiered('destructive'),
  sleep,
  actSlowly,
  echo,
  mistake,
]

export const testPlans: Readonly<Record<string, Plan<never>>> = {
  'test.read': counted('read'),
  'test.act': counted('act'),
  'test.mutate': counted('mutate'),
  'test.destructive': counted('destructive'),
  'test.sleep': sleepPlan,
  'test.actSlowly': sleepPlan,
  'test.echo': echoPlan,
  'test.mistake': () => {
    throw new TypeError('a secret that must not be shown')
  },
}
