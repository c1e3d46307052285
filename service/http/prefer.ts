/** What a `Prefer` header (RFC 7240) asks of a call. */
export interface Preference {
  /** Answer 202 at once. */
  async: boolean
  /** Wait this long for the result, then answer 202 while the work goes on. */
  waitMs?: number
}

/** Reads the preferences this service knows; others are ignored, as the standard says. */
export function parsePrefer(header: string | string[] | undefined): Preference | undefined {
  if (header === undefined) return undefined
  const preference: Preference = { async: false }
  for (const part of String(header).split(',')) {
    const [name, value] = part
      .replace(/;.*/, '')
      .split('=')
      .map((text) => text.trim().toLowerCase())
    if (name === 'respond-async') preference.async = true
    const seconds = Number(value)
    if (name === 'wait' && Number.isFinite(seconds) && seconds >= 0)
      preference.waitMs = Math.min(seconds, 3600) * 1000
  }
  return preference.async || preference.waitMs !== undefined ? preference : undefined
}
