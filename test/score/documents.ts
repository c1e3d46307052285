import { basename, join } from 'node:path'
import type { Document } from '../../bridge/operations/documents.ts'
import { isFaultCode } from '../../bridge/faults.ts'
import { Reader, type Answer } from './reader.ts'
import { checkMail, plain } from './mail.ts'
import { readManifest, type Case, type Expected } from './manifest.ts'

/** Time one file may take before its thread is killed. */
const limitMs = 60_000

/** What was right and what was asked, for one kind of check. */
export interface Tally {
  right: number
  of: number
}

export interface CaseScore {
  file: string
  group: string
  checks: Record<string, Tally>
  failures: string[]
  ms: number
}

/** Reads every file of a folder and compares it with its manifest. */
export async function scoreDocuments(folder: string, only?: string): Promise<CaseScore[]> {
  const reader = new Reader(limitMs)
  const scores: CaseScore[] = []
  try {
    for (const entry of readManifest(folder)) {
      if (only !== undefined && !entry.file.includes(only)) continue
      scores.push(await scoreCase(folder, entry, reader))
    }
  } finally {
    await reader.close()
  }
  return scores
}

async function scoreCase(folder: string, entry: Case, reader: Reader): Promise<CaseScore> {
  const { expected } = entry
  const path = join(folder, entry.file)
  const answer = await reader.read({
    path,
    ...(expected.password === undefined ? {} : { password: expected.password }),
  })
  const score: CaseScore = {
    file: entry.file,
    group: groupOf(entry.file),
    checks: {},
    failures: [],
    ms: answer.ms,
  }
  const check = (kind: string, right: boolean, what: string): void => {
    const tally = (score.checks[kind] ??= { right: 0, of: 0 })
    tally.of += 1
    if (right) tally.right += 1
    else score.failures.push(`${kind}: ${what}`)
  }
  checkOutcome(expected, answer, check)
  const text = plain(textOf(answer.document))
  const wanted = expected.must_include_markdown
  const markdown = wanted && plain(textOf((await reader.read({ path, format: 'markdown' })).document))
  for (const snippet of wanted ?? []) check('markdown', markdown?.includes(plain(snippet)) === true, snippet)
  for (const snippet of expected.must_not_include ?? [])
    check('markdown', markdown?.includes(plain(snippet)) === false, `not ${snippet}`)
  for (const snippet of [...(expected.text_contains ?? []), ...(expected.also_contains ?? [])]) {
    const own = plain(snippet)
    // Where a manifest asks for Markdown, its snippets have marks of that.
    check('snippets', text.includes(own) || markdown?.includes(own) === true, snippet)
  }
  if (/\.(?:eml|msg|mbox)$/.test(entry.file)) checkMail(expected, answer.document, text, check)
  let from = 0
  for (const snippet of expected.ordered_snippets ?? []) {
    const at = text.indexOf(plain(snippet), from)
    check('ordered', at >= 0, snippet)
    if (at >= 0) from = at + plain(snippet).length
  }
  const words = new Set(textOf(answer.document).split(/\s+/))
  for (const word of expected.whole_words ?? []) check('words', words.has(word), word)
  for (const [page, snippet] of Object.entries(expected.page_snippets ?? {})) {
    const one = await reader.read({ path, pages: page })
    check('pages', plain(textOf(one.document)).includes(plain(snippet)), `page ${page}: ${snippet}`)
  }
  if (expected.pages !== undefined && expected.outcome !== 'limit_or_empty') {
    check('pages', answer.document?.pageCount === expected.pages, `${answer.document?.pageCount} pages`)
  }
  if (expected.without_password === 'encrypted') {
    const closed = await reader.read({ path })
    check('outcome', closed.fault === 'ENCRYPTED', `without a password ${closed.fault ?? 'it opened'}`)
  }
  return score
}

function checkOutcome(
  expected: Expected,
  answer: Answer,
  check: (kind: string, right: boolean, what: string) => void,
) {
  const typed = answer.fault === undefined || isFaultCode(answer.fault)
  check('typed', typed && answer.fault !== 'INTERNAL', answer.fault ?? '')
  const opened = answer.document !== undefined
  const hasText = textOf(answer.document) !== ''
  const said = answer.fault ?? (hasText ? 'text' : 'no text')
  switch (expected.outcome) {
    case 'empty':
      return check('outcome', answer.fault === 'EMPTY_FILE', said)
    case 'corrupt':
    case 'corrupt_or_partial':
    case 'limit_or_empty':
      return check('outcome', typed, said)
    case 'blank_or_no_text':
    case 'no_text':
    case 'text_disputed':
      return check('outcome', opened || (expected.pages === undefined && typed), said)
    default:
      return check('outcome', expected.needs_ocr === true ? opened && !hasText : hasText, said)
  }
}

function textOf(document: Document | undefined): string {
  return (
    document?.pages
      .map((page) => page.text)
      .join('\n\n')
      .trim() ?? ''
  )
}

/** Small groups of their own: what the bars of the project name. */
function groupOf(file: string): string {
  const [folder = ''] = file.split('/')
  const name = basename(file, '.pdf')
  if (/^(dmg|bomb|loop)-/.test(name)) return `${folder} (damaged)`
  if (/^(hebrew|arabic)/.test(name)) return `${folder} (RTL)`
  if (/^(hindi|thai)/.test(name)) return `${folder} (complex)`
  return folder
}
