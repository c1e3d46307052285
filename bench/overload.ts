import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { ask, openLoad, percentile, type Answered } from './open-load.ts'
import { keepResults, printTable } from './report.ts'
import { startBenchService } from './server.ts'

const LEAF_MS = 20
const QUEUE = 32

/**
 * Ten times the capacity of the quick lane for half a minute: what the accepted calls, the refused ones and a bare
 * route see meanwhile, how much memory the service takes, and how soon it is itself again.
 */
export async function bench([seconds = '30']: string[]): Promise<void> {
  const workers = 1
  const service = await startBenchService({
    'lanes.quick.queue': String(QUEUE),
    'lanes.quick.workers': String(workers),
  })
  const call = {
    url: `${service.url}/v1/bench/spin`,
    headers: service.headers,
    body: JSON.stringify({ ms: LEAF_MS, lane: 'quick' }),
  }
  const agent = new Agent({ keepAlive: true })
  try {
    const unloaded: number[] = []
    for (let count = 0; count < 60; count++) {
      const { ms, status } = await ask(call, agent)
      if (status !== 200) throw new Error(`unloaded call answered ${status}`)
      if (count >= 10) unloaded.push(ms)
    }
    const capacity = (1000 / LEAF_MS) * workers
    const memory: number[] = []
    const watch = setInterval(() => memory.push(residentBytes(service.pid)), 500)
    const [answers, bare] = await Promise.all([
      openLoad({ ...call, perSecond: capacity * 10, seconds: Number(seconds) }),
      openLoad({ url: `${service.url}/healthz`, method: 'GET', perSecond: 50, seconds: Number(seconds) }),
    ])
    clearInterval(watch)
    const ended = performance.now()
    const after = await firstAtSpeed(() => ask(call, agent), percentile(unloaded, 0.99), ended)
    report({ unloaded, answers, bare, memory, after, workers })
  } finally {
    agent.destroy()
    await service.stop()
  }
}

/** How long after the load the first call is as fast as without it. */
async function firstAtSpeed(
  call: () => Promise<Answered>,
  unloadedMs: number,
  since: number,
): Promise<number> {
  for (;;) {
    const { status, ms } = await call()
    if (status === 200 && ms <= unloadedMs * 1.5) return performance.now() - since
    if (performance.now() - since > 30_000) return Infinity
  }
}

function residentBytes(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return pages * 4096
}

interface Seen {
  unloaded: number[]
  answers: Answered[]
  bare: Answered[]
  memory: number[]
  after: number
  workers: number
}

function report({ unloaded, answers, bare, memory, after, workers }: Seen): void {
  const accepted = answers.filter(({ status }) => status === 200).map(({ ms }) => ms)
  const refusals = answers.filter(({ status }) => status === 503)
  const other = answers.length - accepted.length - refusals.length
  const withRetry = refusals.filter(({ retryAfter }) => Number(retryAfter) >= 1).length
  const p99 = (list: number[]): number => percentile(list, 0.99)
  const bound = 2 * p99(unloaded) + (QUEUE * percentile(unloaded, 0.5)) / workers
  const refusedMs = refusals.map(({ ms }) => ms)
  const bareMs = bare.map(({ ms }) => ms)
  const MiB = 1024 * 1024
  const half = Math.floor(memory.length / 2)
  printTable([
    ['what', 'measured', 'bar'],
    [
      'calls',
      `${answers.length}: ${accepted.length} accepted, ${refusals.length} refused, ${other} else`,
      'else 0',
    ],
    ['refusals with Retry-After', `${withRetry}`, `${refusals.length}`],
    ['accepted p99 ms', p99(accepted).toFixed(1), `≤ ${bound.toFixed(1)}`],
    ['refused p99 ms ÷ bare route p99', (p99(refusedMs) / p99(bareMs)).toFixed(2), '≤ 3'],
    ['refused p99, bare p99 ms', `${p99(refusedMs).toFixed(1)}, ${p99(bareMs).toFixed(1)}`, ''],
    [
      'resident MB, first half and second',
      `${(Math.max(...memory.slice(0, half)) / MiB).toFixed(0)}, ${(Math.max(...memory.slice(half)) / MiB).toFixed(0)}`,
      'level',
    ],
    ['ms after the load to unloaded speed', after.toFixed(0), '≤ 1000'],
  ])
  keepResults('overload', {
    unloadedP50: percentile(unloaded, 0.5),
    unloadedP99: p99(unloaded),
    acceptedP99: p99(accepted),
    bound,
    refusedP99: p99(refusedMs),
    bareP99: p99(bareMs),
    memory,
    recoveryMs: after,
    counts: { accepted: accepted.length, refused: refusals.length, other },
  })
}
