import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { RecognizeInput } from '../../bridge/operations/ocr.ts'
import { recognizePlan } from '../../service/plans/ocr.ts'
import { planContext } from '../plan-context.ts'
import { characterErrorRate, wordF1 } from './text-distance.ts'

/** Pictures with the text that is on them. */
export const PictureCases = z.array(
  z.object({
    file: z.string(),
    category: z.string(),
    lang: z.string(),
    truth: z.string(),
  }),
)

/** How well one picture was read. */
export interface PictureScore {
  file: string
  category: string
  language: string
  engine: string
  cer: number
  f1: number
  confidence: number
  ms: number
}

/** Reads every picture of a folder with `manifest.json`, engine by engine of those asked for. */
export async function scoreOcr(
  folder: string,
  engine: RecognizeInput['engine'],
  only = '',
): Promise<PictureScore[]> {
  const cases = PictureCases.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
  const scores: PictureScore[] = []
  for (const { file, category, lang, truth } of cases) {
    if (!file.includes(only)) continue
    const input = RecognizeInput.parse({ source: { path: join(folder, file) }, engine })
    const began = performance.now()
    const read = await recognizePlan(input, planContext())
    scores.push({
      file,
      category,
      language: lang,
      engine: `${read.engine}${read.languages.length > 0 ? ` ${read.languages.join('+')}` : ''}`,
      cer: characterErrorRate(read.text, truth),
      f1: wordF1(read.text, truth),
      confidence: read.confidence,
      ms: performance.now() - began,
    })
  }
  return scores
}

/** A line a picture, then means by category, of the English ones, and of all. */
export function printOcr(scores: readonly PictureScore[]): void {
  for (const { file, engine, cer, f1, confidence, ms } of scores) {
    const figures = `CER ${percent(cer)} F1 ${percent(f1)} confidence ${confidence.toFixed(3)} ${(ms / 1000).toFixed(2)} s`
    console.log(`${file.padEnd(32)} ${engine.padEnd(16)} ${figures}`)
  }
  const groups = new Map<string, PictureScore[]>()
  for (const score of scores) groups.set(score.category, [...(groups.get(score.category) ?? []), score])
  groups.set(
    'English',
    scores.filter(({ language }) => language === 'eng'),
  )
  groups.set('all', [...scores])
  const rows = [...groups].map(([group, members]) => [
    group,
    {
      pictures: members.length,
      'CER %': percent(mean(members.map(({ cer }) => cer))),
      'word F1 %': percent(mean(members.map(({ f1 }) => f1))),
      'seconds each': mean(members.map(({ ms }) => ms / 1000)).toFixed(2),
    },
  ])
  console.table(Object.fromEntries(rows))
}

const percent = (share: number): string => (share * 100).toFixed(1)
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
