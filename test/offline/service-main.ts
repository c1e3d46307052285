import { z } from 'zod'
import { KiB, operation } from '../../bridge/operation.ts'
import type { Plan } from '../../service/plan.ts'
import { run } from '../../service/run.ts'
import { Dial, reachOut, type Dialled } from './dial-leaf.ts'

// The shipped service and one operation more, which reaches out from where it is told to.

const DialFrom = Dial.extend({ from: z.enum(['main', 'quick', 'heavy', 'native']) })
type DialFrom = z.infer<typeof DialFrom>

const dial = operation({
  name: 'test.dial',
  tool: { name: 'test', action: 'dial' },
  summary: 'Reach out.',
  tier: { base: 'read' },
  lane: 'home',
  input: DialFrom,
  output: z.strictObject({ code: z.string() }),
  limits: { timeoutMs: 60_000, maxInputBytes: KiB },
  deterministic: false,
  volatile: [],
  cache: 'none',
  version: 1,
  faults: [],
  examples: [],
})

const dialPlan: Plan<DialFrom, Dialled> = ({ from, wait }, ctx) =>
  from === 'main' ? reachOut({ wait }) : ctx.leaf('test.dial', { wait }, { lane: from })

await run(process.argv.slice(2), {
  operations: [dial],
  plans: { 'test.dial': dialPlan },
  leaves: { 'test.dial': { url: new URL('./dial-leaf.js', import.meta.url).href, export: 'dial' } },
})
