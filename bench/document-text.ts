import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { root } from '../test/root.ts'
import { median } from './harness.ts'
import { ownText } from './own-text.ts'
import { rawText, type TextTask } from './raw-text.ts'
import { keepResults, printTable } from './report.ts'
import { startBenchService, type BenchServer } from './server.ts'

/** Pages read of each file. */
const PAGES = 20
/** Calls under way at once where several threads read. */
const AT_ONCE = 4

interface File {
  path: string
  name: string
  bytes: Buffer
  /** How many of its pages are read. */
  pages: number
}

/**
 * `bench document-text <folder of PDFs> [rounds] [long.pdf]`: the text of the same pages by us and by pdf.js alone: in
 * one thread, file by file in turn; then what a second thread gains, of the service and of plain threads. With a file of
 * many pages: its last page but one against its first.
 */
export async function bench([folder, rounds = '3', long]: string[]): Promise<void> {
  if (folder === undefined) throw new Error('Usage: npm run bench -- document-text <folder of PDFs>')
  const files = await readable(folder)
  console.log(`${files.length} files that both can read, ${PAGES} pages of each at most`)
  const one = await oneThread(files, Number(rounds))
  const two = await twoThreads(files, Number(rounds))
  const pages = long === undefined ? undefined : await farPage(long)
  printTable([
    ['document-text', 'measured', 'bar'],
    ['pdf.js alone ÷ ours, all files', one.total.toFixed(2), '≥ 0.85'],
    ['the same, median over the files', median(one.ratios).toFixed(2), ''],
    ['a second thread gains, pdf.js alone', two.raw.toFixed(2), ''],
    ['a second thread gains, ours', two.ours.toFixed(2), ''],
    ['ours ÷ pdf.js alone', (two.ours / two.raw).toFixed(2), '≥ 0.85'],
    ...(pages === undefined ? [] : [['far page ÷ first page', pages.toFixed(2), '≤ 2']]),
  ])
  keepResults('document-text', { files: files.length, one, two, farPage: pages })
}

/** PDFs of a folder and its folders that pdf.js alone reads without a fault. */
async function readable(folder: string): Promise<File[]> {
  const files: File[] = []
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!entry.endsWith('.pdf')) continue
    const path = join(folder, entry)
    const bytes = readFileSync(path)
    const { chars, pages } = await rawText({ bytes, pages: PAGES }).catch(() => ({ chars: 0, pages: 0 }))
    const isOurs = pages > 0 && (await ownText({ bytes, pages }).catch(() => 0)) > 0
    if (chars > 0 && isOurs) files.push({ path, name: entry, bytes, pages })
  }
  return files
}

/** Each in a thread of its own, of which one works at a time: what we change in a thread must not help pdf.js alone. */
async function oneThread(files: readonly File[], rounds: number) {
  const threads = { ours: threadOf('own-text-thread'), raw: threadOf('raw-text-thread') }
  const times = new Map(files.map(({ name }) => [name, { ours: [] as number[], raw: [] as number[] }]))
  const cases = ['ours', 'raw'] as const
  try {
    for (let round = -1; round < rounds; round++) {
      for (const { name, bytes, pages } of files) {
        for (const reader of round % 2 === 0 ? cases : cases.toReversed()) {
          const ms = await ask(threads[reader], { bytes, pages })
          if (round >= 0) times.get(name)?.[reader].push(ms)
        }
      }
    }
  } finally {
    await Promise.all(Object.values(threads).map((thread) => thread.terminate()))
  }
  const medians = [...times].map(([name, { ours, raw }]) => ({ name, ours: median(ours), raw: median(raw) }))
  const sum = (of: 'ours' | 'raw'): number => medians.reduce((total, file) => total + file[of], 0)
  const slowest = medians.toSorted((a, b) => b.ours - b.raw - (a.ours - a.raw)).slice(0, 12)
  for (const { name, ours, raw } of slowest)
    console.log(`  ${name}: ours ${ours.toFixed(1)} ms, pdf.js ${raw.toFixed(1)}`)
  return { total: sum('raw') / sum('ours'), ratios: medians.map(({ ours, raw }) => raw / ours), medians }
}

const threadOf = (script: string): Worker => new Worker(join(root, `dist/bench/${script}.js`))

/** Milliseconds a thread takes for a file, as it measures them. */
async function ask(thread: Worker, task: TextTask): Promise<number> {
  const done = once(thread, 'message')
  thread.postMessage(task)
  const [ms] = await done
  return Number(ms)
}

async function twoThreads(files: readonly File[], rounds: number): Promise<{ raw: number; ours: number }> {
  const gains = { raw: [] as number[], ours: [] as number[] }
  const [single, double] = [await startService(1), await startService(2)]
  try {
    for (let round = -1; round < rounds; round++) {
      const raw = (await withThreads(files, 1)) / (await withThreads(files, 2))
      const ours = (await withService(single, files)) / (await withService(double, files))
      if (round >= 0) gains.raw.push(raw)
      if (round >= 0) gains.ours.push(ours)
    }
  } finally {
    await single.stop()
    await double.stop()
  }
  return { raw: median(gains.raw), ours: median(gains.ours) }
}

const startService = (threads: number): Promise<BenchServer> =>
  startBenchService({ 'cache.enabled': 'false', 'lanes.heavy.workers': String(threads) })

/** Milliseconds in which so many plain threads read all files; each takes the next when it is done. */
async function withThreads(files: readonly File[], count: number): Promise<number> {
  const threads = Array.from({ length: count }, () => threadOf('raw-text-thread'))
  let next = 0
  const all = (): Promise<unknown> => {
    next = 0
    return Promise.all(
      threads.map(async (thread) => {
        for (let file = files[next++]; file !== undefined; file = files[next++])
          await ask(thread, { bytes: file.bytes, pages: file.pages })
      }),
    )
  }
  try {
    // Its code is warm before anything counts, as that of the service is.
    await all()
    const began = performance.now()
    await all()
    return performance.now() - began
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}

async function withService(service: BenchServer, files: readonly File[]): Promise<number> {
  let next = 0
  const began = performance.now()
  const reader = async (): Promise<void> => {
    for (let file = files[next++]; file !== undefined; file = files[next++]) {
      await read(service, { path: file.path, maxPages: PAGES, ocr: 'never', hints: false })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, reader))
  return performance.now() - began
}

/** How much longer the last page but one of a file takes than its first, by the middle of several. */
async function farPage(path: string): Promise<number> {
  const service = await startBenchService({ 'cache.enabled': 'false' })
  try {
    const { documents } = await read(service, { path, maxPages: 1 })
    const far = (documents[0]?.pageCount ?? 2) - 1
    const ratios: number[] = []
    for (let round = -2; round < 9; round++) {
      const times: number[] = []
      for (const pages of ['1', String(far)]) {
        const began = performance.now()
        await read(service, { path, pages, hints: false })
        times.push(performance.now() - began)
      }
      if (round >= 0) ratios.push(times[1]! / times[0]!)
    }
    return median(ratios)
  } finally {
    await service.stop()
  }
}

interface Answer {
  documents: { pageCount?: number }[]
}

async function read({ url, headers }: BenchServer, input: Record<string, unknown>): Promise<Answer> {
  const response = await fetch(`${url}/v1/documents/read`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  })
  if (!response.ok) throw new Error(`${JSON.stringify(input)}: ${await response.text()}`)
  return (await response.json()) as Answer
}
