import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { MiB, operation } from '../bridge/operation.ts'
import { Source } from '../bridge/sources.ts'
import { readText } from '../service/http/body.ts'
import type { Plan } from '../service/plan.ts'
import type { Extension } from '../service/run.ts'

const Anything = z.strictObject({ text: z.string().max(1000) })

const base = {
  tool: { name: 'bench' },
  tier: { base: 'read' as const },
  limits: { timeoutMs: 60_000, maxInputBytes: 64 * MiB },
  deterministic: true,
  volatile: [],
  cache: 'none' as const,
  version: 1,
  faults: [],
  examples: [],
}

const noop = operation({
  ...base,
  name: 'bench.noop',
  summary: 'A no-op leaf through the quick lane, with everything around it.',
  lane: 'quick',
  input: Anything,
  output: Anything,
})

const upload = operation({
  ...base,
  name: 'bench.upload',
  summary: 'A raw body to a worker thread and back.',
  lane: 'quick',
  input: z.strictObject({ source: Source }),
  output: z.strictObject({ bytes: z.int() }),
  files: { one: 'source', mediaTypes: ['application/octet-stream'] },
})

const buffered = operation({
  ...upload,
  name: 'bench.buffered',
  summary: 'A raw body that is only buffered.',
  lane: 'home',
})

const spin = operation({
  ...base,
  name: 'bench.spin',
  summary: 'Work of a known length in a lane.',
  lane: 'quick',
  input: z.strictObject({ ms: z.number().min(0).max(60_000), lane: z.enum(['quick', 'heavy']) }),
  output: z.strictObject({ spun: z.number() }),
})

const noopPlan: Plan<z.infer<typeof Anything>> = (input, ctx) =>
  ctx.leaf('probe.noop', input, { lane: 'quick' })

const uploadPlan: Plan<{ source: z.infer<typeof Source> }> = async ({ source }, ctx) => {
  const { digest } = await ctx.open(source)
  const { bytes } = await ctx.leaf<{ bytes: number }>(
    'probe.echo',
    { digest },
    { lane: 'quick', files: [digest] },
  )
  return { bytes }
}

const bufferedPlan: Plan<{ source: z.infer<typeof Source> }> = async ({ source }, ctx) => {
  const { bytes } = await ctx.open(source)
  return { bytes }
}

const spinPlan: Plan<{ ms: number; lane: 'quick' | 'heavy' }> = async ({ ms, lane }, ctx) => {
  await ctx.leaf('bench.spin', { ms }, { lane })
  return { spun: ms }
}

/** A route that only parses its body and its answer by schema: what any typed route costs at least. */
function addSchemaRoute(app: FastifyInstance): void {
  const limits = { maxBytes: 64 * 1024, idleMs: 10_000, minBytesPerSecond: 0 }
  app.post('/bench/schema', { config: { open: true } }, async (request) => {
    const text = await readText(request.raw, limits)
    return Anything.parse(Anything.parse(JSON.parse(text)))
  })
}

/** How late the event loop is, of this process: DELETE starts anew, GET answers the 99th percentile since then. */
function addLoopDelayRoutes(app: FastifyInstance): void {
  const histogram = monitorEventLoopDelay({ resolution: 1 })
  histogram.enable()
  app.delete('/bench/loop-delay', { config: { open: true } }, async () => {
    histogram.reset()
    return {}
  })
  app.get('/bench/loop-delay', { config: { open: true } }, async () => ({
    p99Ms: histogram.percentile(99) / 1e6,
  }))
}

/** What the benchmarks add to the shipped service. */
export const benchExtension: Extension = {
  operations: [noop, upload, buffered, spin],
  plans: {
    'bench.noop': noopPlan,
    'bench.upload': uploadPlan,
    'bench.buffered': bufferedPlan,
    'bench.spin': spinPlan,
  },
  leaves: { 'bench.spin': { url: new URL('./spin-leaf.js', import.meta.url).href, export: 'spin' } },
  routes: (app) => {
    addSchemaRoute(app)
    addLoopDelayRoutes(app)
  },
}
