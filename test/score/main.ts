import { z } from 'zod'
import { scoreDocuments, type CaseScore, type Tally } from './documents.ts'
import { printHints, scoreHints } from './hints.ts'
import { printOcr, scoreOcr } from './ocr.ts'
import { printPasses, scoreService } from './service.ts'

/**
 * `score documents <folder> [part of a file name]` scores a folder of cases and prints a table and the failures;
 * `score ocr <folder> [part of a file name] [engine]` does so for pictures with their text;
 * `score hints …` does so for the filing hints of documents;
 * `score service …` reads every PDF of a folder through a running service and says what became of each.
 */
async function main([family, folder, only, engine = 'auto']: string[]): Promise<number> {
  if (family === 'ocr' && folder !== undefined) {
    printOcr(await scoreOcr(folder, z.enum(['auto', 'tesseract', 'ppocr']).parse(engine), only))
    return 0
  }
  if (family === 'hints' && folder !== undefined) {
    printHints(await scoreHints(folder, only))
    return 0
  }
  if (family === 'service' && folder !== undefined) return printPasses(await scoreService(folder, only))
  if (family !== 'documents' || folder === undefined) {
    console.error('Usage: npm run score -- documents <folder with manifest.json> [part of a file name]')
    console.error(
      '       npm run score -- ocr <folder of pictures with manifest.json> [part of a file name] [engine]',
    )
    console.error('       npm run score -- hints <folder with manifest.json> [part of a file name]')
    console.error('       npm run score -- service <folder of PDFs> [part of a file name]')
    return 2
  }
  const scores = await scoreDocuments(folder, only)
  for (const { file, failures, ms } of scores) {
    for (const failure of failures.slice(0, 5)) console.log(`${file} (${ms.toFixed(0)} ms) ${failure}`)
    if (failures.length > 5) console.log(`${file} … and ${failures.length - 5} more`)
  }
  printTable(scores)
  const slowest = scores.reduce((slow, score) => (score.ms > slow.ms ? score : slow), { file: '-', ms: 0 })
  console.log(`\nSlowest: ${slowest.file}, ${(slowest.ms / 1000).toFixed(1)} s`)
  return 0
}

function printTable(scores: readonly CaseScore[]): void {
  const groups = new Map<string, CaseScore[]>()
  for (const score of scores) groups.set(score.group, [...(groups.get(score.group) ?? []), score])
  groups.set('all', [...scores])
  const rows = [...groups].map(([group, members]) => ({ group, files: members.length, ...totals(members) }))
  console.table(Object.fromEntries(rows.map(({ group, ...rest }) => [group, rest])))
}

function totals(members: readonly CaseScore[]): Record<string, string> {
  const sums: Record<string, Tally> = {}
  for (const { checks } of members) {
    for (const [kind, tally] of Object.entries(checks)) {
      const sum = (sums[kind] ??= { right: 0, of: 0 })
      sum.right += tally.right
      sum.of += tally.of
    }
  }
  const shares = members.flatMap(({ checks }) => (checks['ordered'] ? [share(checks['ordered'])] : []))
  const mean =
    shares.length === 0
      ? {}
      : { 'ordered, mean of files': (shares.reduce((a, b) => a + b) / shares.length).toFixed(3) }
  const kinds = ['typed', 'outcome', 'pages', 'snippets', 'markdown', 'ordered', 'words', 'mail']
  const cells = kinds.flatMap((kind) => {
    const sum = sums[kind]
    return sum ? [[kind, `${sum.right}/${sum.of}`]] : []
  })
  return { ...Object.fromEntries(cells), ...mean }
}

const share = ({ right, of }: Tally): number => right / of

process.exitCode = await main(process.argv.slice(2))
