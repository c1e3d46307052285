/**
 * Whether an `Accept` header names a media type itself (or its `type/*` range) with a weight above zero. The
 * catch-all range does not count: a caller who takes anything gets JSON.
 */
export function accepts(header: string | undefined, mediaType: string): boolean {
  if (header === undefined || header === '*/*') return false
  const family = `${mediaType.slice(0, mediaType.indexOf('/'))}/*`
  return header.split(',').some((part) => {
    const [range, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    if (range !== mediaType && range !== family) return false
    const weight = parameters.find((text) => text.startsWith('q='))
    return weight === undefined || Number(weight.slice(2)) > 0
  })
}
