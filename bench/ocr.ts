import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { RecognizeInput } from '../bridge/operations/ocr.ts'
import { recognizePlan } from '../service/plans/ocr.ts'
import { planContext } from '../test/plan-context.ts'
import { root } from '../test/root.ts'
import { PictureCases } from '../test/score/ocr.ts'
import { characterErrorRate, wordF1 } from '../test/score/text-distance.ts'
import { median } from './harness.ts'
import { peer } from './peers.ts'
import { keepResults, printTable } from './report.ts'

/** Reads the text of a picture file. */
type Reader = (path: string) => Promise<string>

interface Reading {
  cer: number
  f1: number
  ms: number
}

interface Row {
  file: string
  kind: Kind
  readings: Record<string, Reading>
}

const PEERS = ['tesseract.js 3', 'tesseract.js 6', 'native tesseract'] as const

/** What the categories of the corpus have in common; all others lean, lie on their side or were photographed. */
const KINDS: Record<string, Kind> = {
  scan300: 'flat',
  scan_real: 'flat',
  newspaper_real: 'flat',
  lowcontrast: 'flat',
  twocolumn: 'flat',
  receipt: 'flat',
  screenshot96: 'small print',
  lowres: 'small print',
}
const kinds = ['flat', 'small print', 'hard'] as const
type Kind = (typeof kinds)[number]

/** How many points of error rate we may be worse than the best peer on a picture. */
const ALLOWED = 0.03

/**
 * `bench ocr <folder with manifest.json> [part of a file name]`: every English picture read by us, by tesseract.js with
 * page segmentation 3 and 6, and by the native tesseract where there is one, in turn, with their errors and times.
 */
export async function bench([folder, only = '']: string[]): Promise<void> {
  if (folder === undefined)
    throw new Error('Usage: npm run bench -- ocr <folder with manifest.json> [part of a name]')
  const cases = PictureCases.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).filter(
    ({ file, lang }) => lang === 'eng' && file.includes(only),
  )
  const [automatic, block] = [await startTesseractJs('3'), await startTesseractJs('6')]
  const readers: Record<string, Reader> = {
    ours: ours('auto'),
    'our tesseract': ours('tesseract'),
    'our ppocr': ours('ppocr'),
    [PEERS[0]]: automatic.read,
    [PEERS[1]]: block.read,
    ...native(),
  }
  try {
    // Each has its data loaded and its code warm before anything counts.
    for (const read of Object.values(readers)) await read(join(folder, cases[0]!.file))
    const rows: Row[] = []
    for (const [index, { file, category, truth }] of cases.entries()) {
      const order = Object.entries(readers)
      const readings: Record<string, Reading> = {}
      for (const [name, read] of index % 2 === 0 ? order : order.reverse()) {
        const began = performance.now()
        const text = await read(join(folder, file))
        const ms = performance.now() - began
        readings[name] = { cer: characterErrorRate(text, truth), f1: wordF1(text, truth), ms }
      }
      rows.push({ file, kind: KINDS[category] ?? 'hard', readings })
      console.error(`${index + 1}/${cases.length} ${file}`)
    }
    report(rows, Object.keys(readers))
  } finally {
    await Promise.all([automatic.stop(), block.stop()])
  }
}

function ours(engine: RecognizeInput['engine']): Reader {
  return async (path) => {
    const input = RecognizeInput.parse({ source: { path }, engine })
    return (await recognizePlan(input, planContext())).text
  }
}

const Worker = z.object({
  setParameters: z.custom<(parameters: Record<string, string>) => Promise<unknown>>(),
  recognize: z.custom<(path: string) => Promise<{ data: { text: string } }>>(),
  terminate: z.custom<() => Promise<unknown>>(),
})
const TesseractJs = z.object({
  createWorker:
    z.custom<(language: string, mode: number, options: Record<string, unknown>) => Promise<unknown>>(),
})

/** tesseract.js with the English data that Talaria has too, and a page segmentation mode of Tesseract. */
async function startTesseractJs(mode: string): Promise<{ read: Reader; stop(): Promise<void> }> {
  const { createWorker } = TesseractJs.parse((await peer('tesseract.js'))['default'])
  const langPath = join(root, 'node_modules/@tesseract.js-data/eng/4.0.0_best_int')
  const worker = Worker.parse(await createWorker('eng', 1, { langPath, cacheMethod: 'none', gzip: true }))
  await worker.setParameters({ tessedit_pageseg_mode: mode })
  return {
    read: async (path) => (await worker.recognize(path)).data.text,
    stop: async () => {
      await worker.terminate()
    },
  }
}

/**
 * The native program with its own mode, where it is on the PATH. It has one thread: with more, short pages take it
 * several times as long on few cores.
 */
function native(): Record<string, Reader> {
  if (spawnSync('tesseract', ['--version']).status !== 0) {
    console.error('There is no native tesseract on the PATH; it is left out.')
    return {}
  }
  const run = promisify(execFile)
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' }
  return { [PEERS[2]]: async (path) => (await run('tesseract', [path, '-', '-l', 'eng'], { env })).stdout }
}

function report(rows: readonly Row[], names: readonly string[]): void {
  const percent = (share: number): string => (share * 100).toFixed(1)
  const cell = ({ cer, f1, ms }: Reading): string =>
    `${percent(cer)} ${percent(f1)} ${(ms / 1000).toFixed(2)}`
  printTable([
    ['CER %, word F1 %, seconds', ...names],
    ...rows.map(({ file, readings }) => [file, ...names.map((name) => cell(readings[name]!))]),
  ])
  const mean = (of: (reading: Reading) => number, name: string): number =>
    rows.reduce((sum, { readings }) => sum + of(readings[name]!), 0) / rows.length
  printTable([
    ['mean', ...names],
    ['CER %', ...names.map((name) => percent(mean(({ cer }) => cer, name)))],
    ['word F1 %', ...names.map((name) => percent(mean(({ f1 }) => f1, name)))],
    ...kinds.map((kind) => [
      `time ÷ ${PEERS[1]}, ${kind}`,
      ...names.map((name) => timeRatio(rows, kind, name).toFixed(2)),
    ]),
  ])
  const behind = rows.flatMap(({ file, readings }) => {
    const best = Math.min(...PEERS.flatMap((name) => readings[name]?.cer ?? []))
    const own = readings['ours']!.cer
    return own > best + ALLOWED ? [`${file}: ${percent(own)} % against ${percent(best)} %`] : []
  })
  console.log(
    behind.length === 0
      ? `No picture is read worse than by the best peer and ${ALLOWED * 100} points.`
      : `Read worse than by the best peer and ${ALLOWED * 100} points:\n  ${behind.join('\n  ')}`,
  )
  keepResults('ocr', { rows })
}

/** Median over the pictures of our time to that of tesseract.js as it comes, which is mode 6. */
function timeRatio(rows: readonly Row[], kind: Kind, name: string): number {
  return median(
    rows
      .filter((row) => row.kind === kind)
      .map(({ readings }) => readings[name]!.ms / readings[PEERS[1]]!.ms),
  )
}
