import { availableParallelism } from 'node:os'
import { keepResults, printTable } from './report.ts'

/** One thing to measure. */
interface Case {
  name: string
  /** Does the whole work of one round. */
  run(): void | Promise<void>
}

interface CompareOptions {
  /** Name of the results file. */
  name: string
  /** Rounds that count; each runs every case once. */
  rounds: number
  /** Rounds before them, for the compiler; 1 unless given. */
  warmUps?: number
  /** Pieces of work in one run, for figures by the second. */
  operations?: number
  /** Case that ratios are given to; the first unless named. */
  baseline?: string
  /** Anything that belongs to the figures: versions, agreement of answers. */
  facts?: Record<string, unknown>
}

interface Figures {
  name: string
  /** Milliseconds of one run: the middle one, the fastest and the slowest. */
  medianMs: number
  leastMs: number
  mostMs: number
  /** Pieces of work a second, by the median. */
  perSecond: number
  /** Processor milliseconds of one run, all threads of this process together; the middle one. */
  cpuMs: number
  /** Median of the ratios baseline time / own time within the same round: above 1 is faster than the baseline. */
  speed: number
}

/** The middle of some numbers; of two middle ones their mean. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

interface Time {
  ms: number
  cpuMs: number
}

async function time(one: Case): Promise<Time> {
  const before = process.cpuUsage()
  const start = performance.now()
  await one.run()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  return { ms, cpuMs: (user + system) / 1000 }
}

/**
 * Runs the cases in turn, the order reversed in every other round, so that a busy machine or a warm cache favours
 * none. Ratios are taken within a round. Prints a table and keeps the figures in bench/results/<name>.json.
 */
export async function compare(cases: readonly Case[], options: CompareOptions): Promise<Figures[]> {
  const { name, rounds, warmUps = 1, operations = 1, baseline = cases[0]?.name ?? '', facts = {} } = options
  const times = new Map<string, Time[]>(cases.map((one) => [one.name, []]))
  for (let round = -warmUps; round < rounds; round++) {
    const order = round % 2 === 0 ? cases : [...cases].reverse()
    for (const one of order) {
      const taken = await time(one)
      if (round >= 0) times.get(one.name)?.push(taken)
    }
  }
  const base = times.get(baseline)
  if (base === undefined) throw new Error(`There is no case "${baseline}" to compare with.`)
  const figures = cases.map((one): Figures => {
    const taken = times.get(one.name) ?? []
    const own = taken.map(({ ms }) => ms)
    const medianMs = median(own)
    return {
      name: one.name,
      medianMs,
      leastMs: Math.min(...own),
      mostMs: Math.max(...own),
      perSecond: (operations / medianMs) * 1000,
      cpuMs: median(taken.map(({ cpuMs }) => cpuMs)),
      speed: median(own.map((ms, round) => (base[round]?.ms ?? Number.NaN) / ms)),
    }
  })
  print(figures, baseline, rounds)
  keepResults(name, { rounds, operations, baseline, facts, figures, times: Object.fromEntries(times) })
  return figures
}

function print(figures: readonly Figures[], baseline: string, rounds: number): void {
  const rows = figures.map(({ name, medianMs, leastMs, mostMs, cpuMs, perSecond, speed }) => [
    name,
    medianMs.toFixed(1),
    `${leastMs.toFixed(1)}–${mostMs.toFixed(1)}`,
    cpuMs.toFixed(1),
    Math.round(perSecond).toLocaleString('en-US'),
    `${speed.toFixed(2)}×`,
  ])
  printTable([['case', 'median ms', 'range ms', 'CPU ms', 'per second', `speed of ${baseline} = 1`], ...rows])
  console.log(`${rounds} rounds in turn, Node ${process.version}, ${availableParallelism()} cores`)
}
