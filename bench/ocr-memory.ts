import { readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import { treeBytes } from './process-tree.ts'
import { keepResults, printTable } from './report.ts'
import { startBenchService, type BenchServer } from './server.ts'

const MIB = 1024 * 1024
/** Pictures read one at a time, then how many at a time until every worker is warm, and then again. */
const SINGLE = 20
const AT_ONCE = 4
const WARM = 40
const ALL = 200
/** Time for what is let go of to be given back, in milliseconds. */
const REST_MS = 5000

/**
 * `bench ocr-memory <folder of pictures>`: memory of the service and its children over that of a service which has
 * just started, while each program reads one picture after another, and whether it grows over 200 pictures once every
 * worker is warm.
 */
export async function bench([folder]: string[]): Promise<void> {
  if (folder === undefined) throw new Error('Usage: npm run bench -- ocr-memory <folder of pictures>')
  const pictures = readdirSync(folder)
    .filter((file) => ['.png', '.jpg'].includes(extname(file)))
    .map((file) => join(folder, file))
  const figures = []
  for (const engine of ['tesseract', 'ppocr', 'auto']) {
    figures.push({ engine, ...(await measure(engine, pictures, engine === 'auto' ? ALL : WARM)) })
  }
  printTable([
    [
      'MiB over idle',
      'idle',
      'one by one, most',
      `${AT_ONCE} at once, at rest`,
      'at rest at the end',
      'growth',
    ],
    ...figures.map(({ engine, count, idle, most, warm, end }) => [
      `${engine}, ${count} more pictures`,
      ...[idle, most - idle, warm - idle, end - idle].map((bytes) => (bytes / MIB).toFixed(0)),
      `${((end / warm - 1) * 100).toFixed(1)} %`,
    ]),
  ])
  keepResults('ocr-memory', { figures })
}

async function measure(engine: string, pictures: readonly string[], count: number) {
  const service = await startBenchService({ 'cache.enabled': 'false' })
  const readMany = async (many: number, atOnce: number): Promise<number> => {
    let next = 0
    const reader = async (): Promise<void> => {
      while (next < many) await read(service, pictures[next++ % pictures.length]!, engine)
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
    const warm = await readMany(WARM, AT_ONCE)
    return { count, idle, most, warm, end: await readMany(count, AT_ONCE) }
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
