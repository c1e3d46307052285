import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { Agent } from 'node:http'
import { median } from './harness.ts'
import { ask, percentile } from './open-load.ts'
import { keepResults, printTable } from './report.ts'
import { startBenchService } from './server.ts'

const CALLS = 400

/**
 * Quick calls while every core runs a heavy leaf, against quick calls while every core runs a plain busy loop of
 * another program: the lanes must not make it worse than the machine being busy does.
 */
export async function bench([rounds = '5']: string[]): Promise<void> {
  const service = await startBenchService()
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const cores = availableParallelism()
  const quick = {
    url: `${service.url}/v1/bench/noop`,
    headers: service.headers,
    body: JSON.stringify({ text: 'x' }),
  }
  const p99 = async (): Promise<number> => {
    const times: number[] = []
    for (let count = 0; count < CALLS; count++) {
      const { status, ms } = await ask(quick, agent)
      if (status !== 200) throw new Error(`quick call answered ${status}`)
      times.push(ms)
    }
    return percentile(times, 0.99)
  }
  const underPlainLoad = async (): Promise<number> => {
    const burners = Array.from({ length: cores }, () =>
      spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }),
    )
    try {
      await new Promise((resolve) => setTimeout(resolve, 300))
      return await p99()
    } finally {
      for (const burner of burners) burner.kill('SIGKILL')
    }
  }
  const underHeavyLeaves = async (): Promise<number> => {
    const heavy = {
      url: `${service.url}/v1/bench/spin`,
      headers: service.headers,
      body: JSON.stringify({ ms: 60_000, lane: 'heavy' }),
    }
    const abort = new AbortController()
    const running = Array.from({ length: cores }, () =>
      fetch(heavy.url, {
        method: 'POST',
        headers: heavy.headers,
        body: heavy.body,
        signal: abort.signal,
      }).catch(() => undefined),
    )
    try {
      await new Promise((resolve) => setTimeout(resolve, 300))
      return await p99()
    } finally {
      abort.abort()
      await Promise.all(running)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  try {
    await p99()
    const idle = await p99()
    const plain: number[] = []
    const heavy: number[] = []
    for (let round = 0; round < Number(rounds); round++) {
      plain.push(await underPlainLoad())
      heavy.push(await underHeavyLeaves())
    }
    const ratio = median(heavy.map((ms, round) => ms / plain[round]!))
    printTable([
      ['quick no-op over HTTP', 'p99 ms'],
      ['nothing else running', idle.toFixed(2)],
      [`${cores} plain busy loops`, median(plain).toFixed(2)],
      [`${cores} heavy leaves`, median(heavy).toFixed(2)],
      ['heavy ÷ plain (bar: ≤ 4)', ratio.toFixed(2)],
    ])
    keepResults('quick-under-load', { idle, plain, heavy, ratio })
  } finally {
    agent.destroy()
    await service.stop()
  }
}
