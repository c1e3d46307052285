/** Bounds of one argument of the tool, and its value where nothing usable came. */
interface Whole {
  from: number
  to: number
  otherwise: number
}

const bounds = {
  maxPages: { from: 1, to: 20, otherwise: 3 },
  limit: { from: 1, to: 50, otherwise: 15 },
} as const satisfies Record<string, Whole>

const chars = { from: 200, to: 20_000 } as const

/** What an agent is told of them. */
export const toolNotes =
  'Through this tool an answer is kept small: maxPages is 1 to 20 (3 unless given), limit 1 to 50 (15), maxChars 200 to ' +
  '20000 for each document together (4000 for up to three documents, else 800); values outside are moved to the nearest. ' +
  'ocr may be true or false. What is left out is named in `skipped` with the page to go on from: pages "N-".'

/**
 * Arguments of the tool `system_documents` as `documents.read` takes them. A model writes numbers as texts, booleans for
 * words and figures far off; such are put right, never refused. Page ranges that are asked for by name stay as they are.
 */
export function readToolArguments(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { maxChars, ocr, ...rest } = args
  return {
    ...rest,
    maxPages: whole(args['maxPages'], bounds.maxPages),
    limit: whole(args['limit'], bounds.limit),
    maxDocumentChars: args['maxDocumentChars'] ?? whole(maxChars, { ...chars, otherwise: 0 }) ?? 'auto',
    ...(ocr !== undefined && { ocr: ocrOf(ocr) }),
  }
}

/** A whole number within bounds; 0, nothing and what is no number is the usual value, none where that is 0. */
function whole(value: unknown, { from, to, otherwise }: Whole): number | undefined {
  const number = typeof value === 'string' && /^\s*[-+]?\d+\s*$/.test(value) ? Number(value) : value
  const given =
    typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : number === true ? 1 : 0
  if (given === 0) return otherwise === 0 ? undefined : otherwise
  return Math.min(to, Math.max(from, given))
}

function ocrOf(value: unknown): unknown {
  if (value === 'never' || value === 'always' || value === 'auto') return value
  const isNo =
    value === false ||
    value === 0 ||
    (typeof value === 'string' && /^\s*(?:false|no|off|0|n)\s*$/i.test(value))
  return isNo ? 'never' : 'auto'
}
