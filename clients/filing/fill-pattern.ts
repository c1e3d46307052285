import type { Pattern } from '../../bridge/operations/documents-places.ts'
import { kindLike, withCapitalsOf, type Kind } from './kind-names.ts'

/** What is known of a document that folders are named by. */
export interface Facts {
  kind?: Kind | undefined
  /** Who issued it. */
  sender?: string | undefined
  /** ISO 8601. */
  date?: string | undefined
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** Folders are filled in as far as it goes; `left` are those that cannot be. */
export interface Filled {
  folders: string[]
  left: string[]
}

/**
 * Names folders for a document as those of a layout are named: `{yyyy}/{month}` with the example `2024/March` gives
 * `2026/April`. Digits alone below a year are months (`2024/03`). The first folder that the facts do not tell ends it.
 */
export function fillPattern(
  { pattern, example }: Pick<Pattern, 'pattern' | 'example'>,
  facts: Facts,
): Filled {
  const patterns = pattern.split('/')
  const examples = example.split('/')
  const folders: string[] = []
  for (const [at, one] of patterns.entries()) {
    const isBelowYear = patterns.slice(0, at).some((above) => above.includes('{yyyy}'))
    const folder = filledFolder(one, examples[at] ?? '', facts, isBelowYear)
    if (folder === undefined) break
    folders.push(folder)
  }
  return { folders, left: patterns.slice(folders.length) }
}

function filledFolder(
  pattern: string,
  example: string,
  facts: Facts,
  isBelowYear: boolean,
): string | undefined {
  const pieces = pattern.split(/(\{[^}]+\})/)
  const form = pieces.map((piece, at) => (at % 2 === 0 ? literal(piece) : '(.+?)')).join('')
  const parts = new RegExp(`^${form}$`, 'u').exec(example)
  if (parts === null) return undefined
  let folder = ''
  for (const [at, piece] of pieces.entries()) {
    const value = at % 2 === 0 ? piece : valueLike(piece, parts[(at + 1) / 2] ?? '', facts, isBelowYear)
    if (value === undefined) return undefined
    folder += value
  }
  return folder
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** A part of a name, written as the part of the example is. */
function valueLike(
  token: string,
  example: string,
  { kind, sender, date }: Facts,
  isBelowYear: boolean,
): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(date ?? '') ?? []
  if (token === '{name}') return sender === undefined ? undefined : fileNamePart(sender)
  if (token === '{kind}') return kind && kindLike(kind, example)
  if (year === '') return undefined
  switch (token) {
    case '{yyyy}':
      return year
    case '{yyyy-mm}':
      return `${year}${example.charAt(4)}${month}`
    case '{quarter}':
      return `${example.charAt(0)}${Math.ceil(Number(month) / 3)}`
    case '{month}':
      return monthLike(example, Number(month))
    case '{number}':
      return isBelowYear ? monthDigits(example, Number(month)) : undefined
    case '{date}':
      return dateLike(example, [year, month, day])
    default:
      return undefined
  }
}

function monthLike(example: string, month: number): string | undefined {
  const name = months[month - 1]
  return name && withCapitalsOf(example, example.length > 4 ? name : name.slice(0, 3))
}

function monthDigits(example: string, month: number): string | undefined {
  const isMonth = /^\d{1,2}$/.test(example) && Number(example) >= 1 && Number(example) <= 12
  return isMonth ? String(month).padStart(example.length, '0') : undefined
}

/** Undefined where the example does not tell the day from the month. */
function dateLike(example: string, [year, month, day]: [string, string, string]): string | undefined {
  const first = /^\d{4}(\D?)\d\d\1\d\d$/.exec(example)
  if (first) return [year, month, day].join(first[1])
  const last = /^(\d\d?)(\D)\d\d?\2\d{4}$/.exec(example)
  return last && Number(last[1]) > 12 ? [day, month, year].join(last[2]) : undefined
}

/** Text as part of a name on every file system: what any of them forbids becomes a hyphen. */
const fileNamePart = (text: string) =>
  text
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[. ]+$/, '')
