import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { median } from './harness.ts'
import { treeBytes } from './process-tree.ts'
import { keepResults, printTable } from './report.ts'
import { startBenchService, type BenchServer } from './server.ts'

const MIB = 1024 * 1024
/** Pictures read one at a time, then stretches of them, so many at a time. */
const SINGLE = 20
const STRETCH = 40
const AT_ONCE = 4
/** Time for what is let go of to be given back, in milliseconds. */
const REST_MS = 5000
/** How long idle workers are kept here; a service keeps them for minutes. */
const IDLE_MS = 20_000

const STRETCHES: Readonly<Record<string, number>> = { tesseract: 2, ppocr: 2, auto: 6 }

/**
 * `bench ocr-memory <folder of pictures> [program …]`: memory of the service and its children over that of a service
 * which has just started, while each program reads one picture after another; whether it grows from one stretch of
 * pictures to the next, by the middle one of the first half and of the second; and what is left when the idle workers
 * have been let go.
 */
export async function bench([folder, ...engines]: string[]): Promise<void> {
  if (folder === undefined) throw new Error('Usage: npm run bench -- ocr-memory <folder of pictures>')
  const pictures = readdirSync(folder)
    .filter((file) => ['.png', '.jpg'].includes(extname(file)))
    .map((file) => join(folder, file))
  const figures = []
  for (const engine of engines.length > 0 ? engines : Object.keys(STRETCHES)) {
    figures.push({ engine, ...(await measure(engine, pictures, STRETCHES[engine] ?? 2)) })
  }
  printTable([
    ['MiB', 'idle', 'one by one, most', `${AT_ONCE} at once, at rest`, 'growth', 'let go'],
    ...figures.map(({ engine, idle, most, rests, growth, letGo }) => [
      engine,
      whole(idle),
      `+${whole(most - idle)}`,
      rests.map((bytes) => `+${whole(bytes - idle)}`).join(' '),
      `${(growth * 100).toFixed(1)} %`,
      whole(letGo),
    ]),
  ])
  keepResults('ocr-memory', { figures })
}

const whole = (bytes: number): string => (bytes / MIB).toFixed(0)

async function measure(engine: string, pictures: readonly string[], stretches: number) {
  const service = await startBenchService({ 'cache.enabled': 'false', 'lanes.idleMs': `${IDLE_MS}` })
  let next = 0
  const readMany = async (many: number, atOnce: number): Promise<number> => {
    const end = next + many
    const reader = async (): Promise<void> => {
      while (next < end) await read(service, pictures[next++ % pictures.length]!, engine)
    }
    await Promise.all(Array.from({ length: atOnce }, reader))
    await pause(REST_MS)
    return treeBytes(service.pid)
  }
  try {
    await pause(REST_MS)
    const idle = treeBytes(service.pid)
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, treeBytes(service.pid))), 250)
    await readMany(SINGLE, 1)
    clearInterval(watch)
    const rests: number[] = []
    for (let i = 0; i < stretches; i++) rests.push(await readMany(STRETCH, AT_ONCE))
    const growth = median(rests.slice(stretches / 2)) / median(rests.slice(0, stretches / 2)) - 1
    await pause(IDLE_MS + REST_MS)
    return { idle, most, rests, growth, letGo: treeBytes(service.pid) }
  } finally {
    await service.stop()
  }
}

async function read({ url, headers }: BenchServer, path: string, engine: string): Promise<void> {
  const body = JSON.stringify({ source: { path }, engine })
  const response = await fetch(`${url}/v1/ocr/recognize`, { method: 'POST', headers, body })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${text}`)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
