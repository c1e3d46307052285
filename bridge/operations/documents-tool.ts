/** What an agent is told of the arguments of the tool. */
export const toolNotes =
  'Through this tool maxPages is 1 to 20 (3 unless given), limit 1 to 50 (15), max_chars 200 to 20000 for each document; ' +
  'values outside are moved to the nearest, and ocr may be true or false. What is left out is named in `skipped` with the ' +
  'page to go on from: pages "4-" with maxPages.'

/** Bounds of the arguments that are numbers. */
const bounds = {
  pages: { from: 1, to: 20 },
  limit: { from: 1, to: 50 },
  chars: { from: 200, to: 20_000 },
} as const

/**
 * Arguments of the tool `system_documents` as `documents.read` takes them. A model writes numbers as texts, truth values
 * for words and figures far off; such are put right, never refused, and what is no number counts as not given; objects and
 * lists are left to be judged. Bridges
 * write `max_pages` and `max_chars`, which is of each document; they have room for little, so where they name neither
 * pages nor characters a document gives 4000 characters, or 800 of more than three. What is written in the operation's own
 * words is what it says.
 */
export function readToolArguments(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { max_pages, max_chars, maxPages = max_pages, limit, ocr, ...rest } = args
  const isBridge = 'max_pages' in args || 'max_chars' in args
  const isNamed = ['pages', 'maxChars', 'maxDocumentChars'].some((name) => args[name] !== undefined)
  const chars = whole(max_chars, bounds.chars) ?? (isBridge && !isNamed ? 'auto' : undefined)
  return {
    ...rest,
    ...given('maxPages', whole(maxPages, bounds.pages)),
    ...given('limit', whole(limit, bounds.limit)),
    ...given('maxDocumentChars', rest['maxDocumentChars'] ?? chars),
    ...given('ocr', ocr === undefined ? undefined : ocrOf(ocr)),
  }
}

const given = (name: string, value: unknown): Record<string, unknown> =>
  value === undefined ? {} : { [name]: value }

/** A whole number within bounds; none of 0, nothing and what is no number; an object or a list as it is. */
function whole(value: unknown, { from, to }: { from: number; to: number }): unknown {
  if (isComposed(value)) return value
  const number = typeof value === 'string' && /^\s*[-+]?\d+\s*$/.test(value) ? Number(value) : value
  if (number === true) return from
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  const own = Math.trunc(number)
  return own === 0 ? undefined : Math.min(to, Math.max(from, own))
}

const isComposed = (value: unknown): boolean => typeof value === 'object' && value !== null

function ocrOf(value: unknown): unknown {
  if (value === 'never' || value === 'always' || value === 'auto' || isComposed(value)) return value
  const isNo =
    value === false ||
    value === 0 ||
    (typeof value === 'string' && /^\s*(?:false|no|off|0|n)\s*$/i.test(value))
  return isNo ? 'never' : 'auto'
}
