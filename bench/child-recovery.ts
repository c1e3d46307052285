import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { canaries } from '../service/canaries.ts'
import type { Lanes } from '../service/lanes/lane.ts'
import { createLanes } from '../service/lanes/lanes.ts'
import { loadSettings } from '../service/load-settings.ts'
import { leaves } from '../workers/leaves.ts'
import { median } from './harness.ts'
import { percentile } from './open-load.ts'
import { keepResults, printTable } from './report.ts'

/**
 * How soon the native lane works again when its child is killed in the middle of a call, against the cold start of
 * a child: in each round the canary of the lane is asked once of lanes that have just been made, and once at the
 * moment of a kill from outside.
 */
export async function bench([rounds = '40']: string[]): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'talaria-recovery-'))
  const cold: number[] = []
  const back: number[] = []
  for (let round = -1; round < Number(rounds); round++) {
    const lanes = nativeLane(home)
    const coldMs = await timeOf(() => ask(lanes, canaries.native.leaf, canaries.native.input))
    const { pid } = (await ask(lanes, 'bench.process-id', {})) as { pid: number }
    const victim = ask(lanes, 'bench.spin', { ms: 10_000 }).then(
      () => 'answered',
      () => 'lost',
    )
    await new Promise((resolve) => setTimeout(resolve, 50))
    process.kill(pid, 'SIGKILL')
    const backMs = await timeOf(() => ask(lanes, canaries.native.leaf, canaries.native.input))
    if ((await victim) !== 'lost') throw new Error('the child was not the one that ran the call')
    await lanes.close(0)
    if (round < 0) continue
    cold.push(coldMs)
    back.push(backMs)
  }
  rmSync(home, { recursive: true })
  const ratio = median(back.map((ms, round) => ms / cold[round]!))
  const row = (name: string, times: number[]): string[] => [
    name,
    median(times).toFixed(1),
    percentile(times, 0.99).toFixed(1),
  ]
  printTable([
    ['until the canary is answered', 'median ms', 'p99 ms'],
    row('cold start', cold),
    row('after a kill', back),
  ])
  console.log(`ratio within a round, median: ${ratio.toFixed(2)} (bar 1.5)`)
  keepResults('child-recovery', { cold, back, ratio })
}

/** One child at a time: the call after the kill cannot go to another. */
function nativeLane(home: string): Lanes {
  const settings = loadSettings({ home }, {}).lanes
  const locate = (file: string): string => new URL(file, import.meta.url).href
  return createLanes({
    settings: { ...settings, native: { ...settings.native, workers: 1 } },
    leaves: {
      ...leaves,
      'bench.process-id': { url: locate('./process-leaf.js'), export: 'processId' },
      'bench.spin': { url: locate('./spin-leaf.js'), export: 'spin' },
    },
    canaries,
    log: pino({ level: 'silent' }),
  })
}

async function ask(lanes: Lanes, leaf: string, input: unknown): Promise<unknown> {
  const { output } = await lanes.run({
    leaf,
    lane: 'native',
    input,
    files: new Map(),
    signal: new AbortController().signal,
    deadline: Date.now() + 60_000,
    priority: 'interactive',
    client: 'bench',
  })
  return output
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
