import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { canaries } from '../service/canaries.ts'
import { createLanes } from '../service/lanes/lanes.ts'
import { loadSettings } from '../service/load-settings.ts'
import { leaves } from '../workers/leaves.ts'
import { compare, median } from './harness.ts'
import { keepResults, printTable } from './report.ts'
import { startBenchService } from './server.ts'

const BYTES = 10 * 1024 * 1024
const digest = `sha256:${'0'.repeat(64)}`

/**
 * A 10 MB body to a worker thread and back. First what the pool itself adds, against reading a file of the same size:
 * the leaf answers the bytes it was given, so that nothing but the way there and back is timed; beside it a leaf that
 * copies and names them anew. Then over HTTP how late the event loop is, against a route that only buffers the body.
 */
export async function bench(): Promise<void> {
  await poolOverhead()
  await loopDelay()
}

async function poolOverhead(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'talaria-upload-'))
  const path = join(folder, 'ten.bin')
  writeFileSync(path, randomBytes(BYTES))
  const url = new URL('./bounce-leaf.js', import.meta.url).href
  const lanes = createLanes({
    settings: loadSettings({ home: folder }, {}).lanes,
    leaves: {
      ...leaves,
      'bench.bounce': { url, export: 'bounce' },
      'bench.rewrite': { url, export: 'rewrite' },
    },
    canaries,
    log: pino({ level: 'silent' }),
  })
  const shared = new Uint8Array(new SharedArrayBuffer(BYTES))
  shared.set(await readFile(path))
  const trip = async (leaf: string): Promise<void> => {
    const { files } = await lanes.run({
      leaf,
      lane: 'quick',
      input: { digest },
      files: new Map([[digest, shared]]),
      signal: new AbortController().signal,
      deadline: Date.now() + 60_000,
      priority: 'interactive',
      client: 'bench',
    })
    if ([...files.values()][0]?.byteLength !== BYTES) throw new Error('the bytes did not come back')
  }
  await compare(
    [
      { name: 'read file', run: async () => void (await readFile(path)) },
      { name: 'to a worker and back', run: () => trip('bench.bounce') },
      { name: 'copied and hashed by the worker', run: () => trip('bench.rewrite') },
    ],
    { name: 'upload-pool', rounds: 40, warmUps: 5 },
  )
  await lanes.close(0)
  rmSync(folder, { recursive: true })
}

async function loopDelay(): Promise<void> {
  const service = await startBenchService()
  const body = randomBytes(BYTES)
  const headers = { ...service.headers, 'content-type': 'application/octet-stream' }
  const send = async (path: string): Promise<number> => {
    await (await fetch(`${service.url}/bench/loop-delay`, { method: 'DELETE' })).arrayBuffer()
    for (let count = 0; count < 20; count++) {
      const response = await fetch(service.url + path, { method: 'POST', headers, body })
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
    }
    const { p99Ms } = (await (await fetch(`${service.url}/bench/loop-delay`)).json()) as { p99Ms: number }
    return p99Ms
  }
  const pooled: number[] = []
  const buffered: number[] = []
  try {
    await send('/v1/bench/upload')
    for (let round = 0; round < 7; round++) {
      buffered.push(await send('/v1/bench/buffered'))
      pooled.push(await send('/v1/bench/upload'))
    }
  } finally {
    await service.stop()
  }
  const ratio = median(pooled.map((ms, round) => ms / buffered[round]!))
  printTable([
    ['route', 'event-loop delay p99, ms'],
    ['only buffers', median(buffered).toFixed(2)],
    ['to a worker and back', median(pooled).toFixed(2)],
    ['ratio (bar: ≤ 2)', ratio.toFixed(2)],
  ])
  keepResults('upload-loop', { pooled, buffered, ratio })
}
