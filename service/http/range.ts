/** A single byte range (RFC 9110 §14), both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Reads a Range header against a length. Undefined: send everything (no header, several ranges, or one that does not
 * parse, which the standard says to ignore).
 */
export function parseRange(
  header: string | undefined,
  length: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (match === null) return undefined
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const end = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  if (start >= length || (from === '' && Number(to) === 0)) return 'unsatisfiable'
  return { start, end }
}
