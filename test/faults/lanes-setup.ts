import type { TestContext } from 'node:test'
import { Fault, type FaultCode } from '../../bridge/faults.ts'
import type { Lanes, LeafRequest, LeafResponse } from '../../service/lanes/lane.ts'
import { createLanes, type LanesOptions } from '../../service/lanes/lanes.ts'
import type { LeafRecord } from '../../service/lanes/figures.ts'
import { SettingsSchema } from '../../service/settings.ts'
import type { LeafLocation } from '../../workers/leaves.ts'
import { laneLeaves } from '../leaves/lane-leaves.ts'
import { repeats as sampleOrAll } from '../random.ts'

export type LaneName = LeafRequest['lane']

interface LogLine {
  level: 'info' | 'warn' | 'error'
  message: string
  fields: Record<string, unknown>
}

/** Lanes under test, with what they logged and recorded. */
export interface Setup {
  lanes: Lanes
  log: LogLine[]
  records: LeafRecord[]
  /** Runs a leaf with sensible defaults. */
  run(leaf: string, lane: LaneName, input?: unknown, more?: Partial<LeafRequest>): Promise<LeafResponse>
}

/** Makes lanes that close with the test. */
export function setUp(
  t: TestContext,
  settings: Record<string, unknown> = {},
  options: { leaves?: Record<string, LeafLocation>; cores?: number } = {},
): Setup {
  const log: LogLine[] = []
  const records: LeafRecord[] = []
  const write = (level: LogLine['level']) => (fields: object, message: string) => {
    log.push({ level, message, fields: { ...fields } })
  }
  const canary = { leaf: 'lane.noop', input: { is: 'alive' }, expect: { is: 'alive' } }
  const laneOptions: LanesOptions = {
    settings: SettingsSchema.parse({ home: '/nowhere', lanes: settings }).lanes,
    leaves: options.leaves ?? laneLeaves,
    canaries: { quick: canary, heavy: canary, native: canary },
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    onLeaf: (record) => records.push(record),
    cores: options.cores ?? 2,
  }
  const lanes = createLanes(laneOptions)
  t.after(() => lanes.close(0))
  return {
    lanes,
    log,
    records,
    run: (leaf, lane, input, more) =>
      lanes.run({
        leaf,
        lane,
        input,
        files: new Map(),
        signal: new AbortController().signal,
        deadline: Date.now() + 30_000,
        priority: 'interactive',
        client: 'tester',
        ...more,
      }),
  }
}

/** The fault a promise rejects with; fails when it resolves or rejects with anything else. */
export async function faultOf(promise: Promise<unknown>): Promise<Fault> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Fault) return error
    throw new Error('expected a fault', { cause: error })
  }
  throw new Error('expected a fault, but the call succeeded')
}

/** The code of the fault a promise rejects with. */
export const codeOf = async (promise: Promise<unknown>): Promise<FaultCode> => (await faultOf(promise)).code

/** Waits until something holds, looking every few milliseconds; fails after `limitMs`. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs = 5000,
): Promise<void> {
  for (const end = Date.now() + limitMs; !(await holds());) {
    if (Date.now() > end) throw new Error(`Not within ${limitMs} ms: ${what}`)
    await pause(5)
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** How often the random tests repeat. */
export const repeats = sampleOrAll(10, 200)

/** Seed of the random tests; TALARIA_SEED repeats one. */
export const seed = Number(process.env['TALARIA_SEED'] ?? 20_260_801)
