import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { isFaultCode } from '../../bridge/faults.ts'
import { read } from '../../bridge/operations/documents.ts'
import { MiB } from '../../bridge/operation.ts'
import { startProcess, type ServiceProcess } from '../service-process.ts'

/** What became of one file. */
export interface Reading {
  file: string
  /** `text`, `no text`, or the code it was refused with. */
  outcome: string
  ms: number
  /** Digest of the answer, to tell whether two were the same. */
  answer: string
}

/** One go through all files. */
export interface Pass {
  atOnce: number
  readings: Reading[]
  /** Files whose answer took longer than the operation may, or never came. */
  late: string[]
  /** Whether the service was the same process and answered a good file after it. */
  alive: boolean
  /** Resident memory of the service before, at most and after, in MiB. */
  memory: { before: number; most: number; after: number }
}

/** How much longer than its deadline an answer may take on the way. */
const GRACE_MS = 2000
const SAMPLE_EVERY_MS = 250

/**
 * Reads every PDF of a folder through a running service over HTTP, all pages of each: one by one, then eight at a
 * time. The result cache is off, so that the second pass works as hard as the first.
 */
export async function scoreService(folder: string, only = ''): Promise<Pass[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.toLowerCase().endsWith('.pdf') && file.includes(only))
    .sort()
  const home = mkdtempSync(join(tmpdir(), 'talaria-score-'))
  const ends: (() => unknown)[] = []
  try {
    const service = await startProcess({ after: (end) => void ends.push(() => end) }, home, {
      'cache.enabled': 'false',
    })
    const passes: Pass[] = []
    for (const atOnce of [1, 8]) passes.push(await pass(service, folder, files, atOnce))
    await service.end('SIGTERM')
    return passes
  } finally {
    for (const end of ends) await end()
    rmSync(home, { recursive: true, force: true })
  }
}

async function pass(
  service: ServiceProcess,
  folder: string,
  files: readonly string[],
  atOnce: number,
): Promise<Pass> {
  const before = residentMiB(service)
  let most = before
  const sampler = setInterval(() => (most = Math.max(most, residentMiB(service))), SAMPLE_EVERY_MS)
  try {
    const readings: Reading[] = []
    const left = files.values()
    const reader = async (): Promise<void> => {
      for (const file of left) readings.push(await readOne(service, folder, file))
    }
    await Promise.all(Array.from({ length: atOnce }, reader))
    readings.sort((a, b) => (a.file < b.file ? -1 : 1))
    return {
      atOnce,
      readings,
      late: readings
        .filter(({ ms, outcome }) => ms > read.limits.timeoutMs + GRACE_MS || outcome === 'no answer')
        .map(({ file }) => file),
      alive: await isAlive(service),
      memory: { before, most, after: residentMiB(service) },
    }
  } finally {
    clearInterval(sampler)
  }
}

const Problem = z.looseObject({ code: z.string() })

async function readOne(service: ServiceProcess, folder: string, file: string): Promise<Reading> {
  const began = performance.now()
  try {
    const response = await service.call('/v1/documents/read', {
      json: { path: join(folder, file), pages: 'all' },
    })
    const text = await response.text()
    const ms = performance.now() - began
    return {
      file,
      outcome: outcomeOf(response.status, JSON.parse(text)),
      ms,
      answer: createHash('sha256').update(text).digest('hex'),
    }
  } catch {
    return { file, outcome: 'no answer', ms: performance.now() - began, answer: '' }
  }
}

function outcomeOf(status: number, body: unknown): string {
  if (status !== 200) {
    const { code } = Problem.parse(body)
    return isFaultCode(code) ? code : `unknown code ${code}`
  }
  const [document] = read.output.parse(body).documents
  const damaged = document?.pages.filter(({ error }) => error !== undefined).length ?? 0
  const text = document?.pages.some((page) => page.text !== '') ? 'text' : 'no text'
  return damaged === 0 ? text : `${text}, some pages DAMAGED`
}

async function isAlive(service: ServiceProcess): Promise<boolean> {
  if (service.child.exitCode !== null || service.child.signalCode !== null) return false
  const response = await service.call('/v1/calc/eval', { json: { input: '6 * 7' } })
  const ready = await service.call('/readyz')
  return (await response.text()).includes('"result":"42"') && ready.ok
}

/** Resident memory of the service's own process, which reads PDFs in threads. */
function residentMiB(service: ServiceProcess): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(service.child.pid)], { encoding: 'utf8' })
  return Math.round((Number(stdout) * 1024) / MiB)
}

/** Prints what the passes came to; returns 1 when a file was late, the service died or answers differed. */
export function printPasses(passes: readonly Pass[]): number {
  for (const { readings, atOnce } of passes) {
    console.log(`\n${readings.length} files, ${atOnce} at a time`)
    const counts = new Map<string, number>()
    for (const { outcome } of readings) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    console.table(Object.fromEntries([...counts].map(([outcome, count]) => [outcome, { files: count }])))
  }
  const [first] = passes
  for (const { file, outcome } of first?.readings ?? [])
    if (outcome !== 'text') console.log(`${file}: ${outcome}`)
  const differing = passes.flatMap(({ readings }) =>
    readings.filter(({ answer }, index) => answer !== first?.readings[index]?.answer).map(({ file }) => file),
  )
  console.log(`\nAnswers that differ between the passes: ${differing.join(', ') || 'none'}`)
  for (const { atOnce, readings, late, alive, memory } of passes) {
    const slowest = readings.toSorted((a, b) => b.ms - a.ms).slice(0, 3)
    console.log(
      `${atOnce} at a time: slowest ${slowest.map(({ file, ms }) => `${file} ${(ms / 1000).toFixed(1)} s`).join(', ')}; ` +
        `late: ${late.join(', ') || 'none'}; service ${alive ? 'alive' : 'DEAD'}; ` +
        `memory ${memory.before} MiB before, ${memory.most} at most, ${memory.after} after`,
    )
  }
  return differing.length > 0 || passes.some(({ late, alive }) => late.length > 0 || !alive) ? 1 : 0
}
