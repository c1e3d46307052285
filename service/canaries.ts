import type { Canary } from './lanes/lanes.ts'

/** What shows that each lane works: it takes a call, runs it in its own kind of worker and answers rightly. */
export const canaries: Record<'quick' | 'heavy' | 'native', Canary> = {
  quick: { leaf: 'probe.noop', input: { alive: true }, expect: { alive: true } },
  heavy: { leaf: 'probe.noop', input: { alive: true }, expect: { alive: true } },
  native: {
    leaf: 'probe.draw',
    input: {},
    expect: { pixels: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0] },
  },
}
