import { z } from 'zod'
import { operation, type Operation } from '../../bridge/operation.ts'
import type { Extension } from '../../service/run.ts'
import type { PlanContext } from '../../service/plan.ts'

/** Operations that last until they are let go or cancelled. `test.hold` may show progress on a command line. */
export const holdOperations: readonly Operation[] = (['home', 'heavy'] as const).map((lane) =>
  operation({
    name: lane === 'heavy' ? 'test.hold' : 'test.wait',
    tool: { name: 'test', action: lane === 'heavy' ? 'hold' : 'wait' },
    summary: 'Lasts until it is let go.',
    tier: { base: 'read' },
    lane,
    input: z.strictObject({ text: z.string().default('') }),
    output: z.strictObject({ text: z.string() }),
    limits: { timeoutMs: 60_000, maxInputBytes: 1024 },
    deterministic: false,
    volatile: [],
    cache: 'none',
    version: 1,
    faults: [],
    examples: [],
  }),
)

/** Service side of the operations: says when a call has begun, lets it go, tells what ended it. */
export class Holding {
  /** Resolves with the call's context once a call has begun. */
  readonly begun: Promise<PlanContext>
  /** Resolves with the code of the fault that cancelled a call. */
  readonly cancelled: Promise<string>
  readonly extension: Extension
  #letGo: () => void = () => {}

  constructor() {
    let begin: (context: PlanContext) => void
    let cancel: (code: string) => void
    this.begun = new Promise((resolve) => (begin = resolve))
    this.cancelled = new Promise((resolve) => (cancel = resolve))
    const released = new Promise<void>((resolve) => (this.#letGo = resolve))
    const plan = (input: { text: string }, context: PlanContext): Promise<{ text: string }> =>
      new Promise((resolve, reject) => {
        const { signal } = context
        signal.addEventListener('abort', () => {
          cancel(signal.reason.code)
          reject(signal.reason)
        })
        void released.then(() => resolve({ text: input.text }))
        begin(context)
      })
    this.extension = { operations: holdOperations, plans: { 'test.hold': plan, 'test.wait': plan } }
  }

  /** Lets every call end with its text. */
  letGo(): void {
    this.#letGo()
  }
}
