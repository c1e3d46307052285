import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './harness.ts'
import { treeBytes } from './process-tree.ts'
import { keepResults, printTable } from './report.ts'
import { startBenchService, type BenchServer } from './server.ts'

const MIB = 1024 * 1024
/** Files of one call, and calls that count. */
const FILES = 15
const CALLS = 8
/** Files read one by one, and how often the memory is looked at meanwhile. */
const MANY = 500
const SAMPLES = 10
/** Time for what is let go of to be given back, in milliseconds. */
const REST_MS = 5000

/**
 * `bench document-memory <folder of PDFs>`: memory of the service and its children over that of one that has just
 * started: most while 15 files of 3 pages are read in one call, again and again; and at rest before and after 500 files.
 */
export async function bench([folder]: string[]): Promise<void> {
  if (folder === undefined) throw new Error('Usage: npm run bench -- document-memory <folder of PDFs>')
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.pdf'))
    .sort()
    .map((file) => join(folder, file))
  const service = await startBenchService({ 'cache.enabled': 'false' })
  try {
    await pause(REST_MS)
    const idle = treeBytes(service.pid)
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, treeBytes(service.pid))), 100)
    for (let call = 0; call < CALLS; call++) {
      const first = (call * FILES) % paths.length
      await read(service, {
        sources: [...paths, ...paths].slice(first, first + FILES).map((path) => ({ path })),
      })
    }
    clearInterval(watch)
    const rests: number[] = []
    for (let file = 0; file < MANY; file++) {
      await read(service, { sources: [{ path: paths[file % paths.length] }] })
      if ((file + 1) % (MANY / SAMPLES) === 0) {
        await pause(REST_MS)
        rests.push(treeBytes(service.pid))
      }
    }
    const growth = median(rests.slice(SAMPLES / 2)) / median(rests.slice(0, SAMPLES / 2)) - 1
    printTable([
      ['document-memory', 'measured', 'bar'],
      ['idle, MiB', whole(idle), ''],
      [`${FILES} files of 3 pages, most over idle, MiB`, whole(most - idle), '≤ 450'],
      [
        `at rest during ${MANY} files, over idle, MiB`,
        rests.map((bytes) => whole(bytes - idle)).join(' '),
        '',
      ],
      ['growth from the first half to the second', `${(growth * 100).toFixed(1)} %`, '≤ 10 %'],
    ])
    keepResults('document-memory', { idle, most, rests, growth })
  } finally {
    await service.stop()
  }
}

const whole = (bytes: number): string => (bytes / MIB).toFixed(0)

async function read({ url, headers }: BenchServer, input: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${url}/v1/documents/read`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
