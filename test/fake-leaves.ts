import type { PlanContext } from '../service/plan.ts'
import { defaultSettings } from './plan-context.ts'

type Answer = (input: never, options: { lane: string }) => unknown

/** A plan context whose leaves are given by name, for tests of what a plan decides; and what it asked for. */
export interface FakePlanContext extends PlanContext {
  asked: { leaf: string; lane: string; timeoutMs?: number; input: Record<string, unknown> }[]
  emitted: unknown[]
  fractions: number[]
}

/** Leaves answer through JSON, as a lane does; one that is not given fails the test. */
export function fakePlanContext(
  leaves: Record<string, Answer>,
  opened: { mediaType: string; name?: string } = { mediaType: 'application/pdf' },
): FakePlanContext {
  const context: FakePlanContext = {
    signal: new AbortController().signal,
    deadline: Number.POSITIVE_INFINITY,
    settings: defaultSettings(),
    asked: [],
    isHeard: true,
    emitted: [],
    fractions: [],
    async leaf(name, input, { lane, timeoutMs }) {
      const answer = leaves[name]
      if (answer === undefined) throw new Error(`The plan ran ${name}, which this test does not expect.`)
      const sent = JSON.parse(JSON.stringify(input))
      context.asked.push({ leaf: name, lane, ...(timeoutMs !== undefined && { timeoutMs }), input: sent })
      return JSON.parse(JSON.stringify(await answer(sent as never, { lane })))
    },
    list: () => Promise.resolve(undefined),
    open: () => Promise.resolve({ digest: `sha256:${'1'.repeat(64)}`, bytes: 10, ...opened }),
    progress: (fraction) => context.fractions.push(fraction),
    emit: (item) => context.emitted.push(JSON.parse(JSON.stringify(item))),
    blob: () => {
      throw new Error('No blob is expected here.')
    },
  }
  return context
}
