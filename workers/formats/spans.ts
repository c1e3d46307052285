/** A stretch of a text: UTF-16 units from `start` to `end`, exclusive. */
export interface Span {
  start: number
  end: number
}

/** The same spans of a text that stands further on in another one. */
export const shifted = <S extends Span>(spans: readonly S[], by: number): S[] =>
  spans.map((span) => ({ ...span, start: span.start + by, end: span.end + by }))

/** The spans of a part of a text, as far as they lie within it. */
export const within = <S extends Span>(spans: readonly S[], from: number, to: number): S[] =>
  spans
    .map((span) => ({
      ...span,
      start: Math.max(span.start, from) - from,
      end: Math.min(span.end, to) - from,
    }))
    .filter(({ start, end }) => start < end)

/** Spans without the white space at their ends. */
export const tight = <S extends Span>(text: string, spans: readonly S[]): S[] =>
  spans
    .map((span) => {
      let { start, end } = span
      while (start < end && /\s/.test(text.charAt(start))) start += 1
      while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1
      return { ...span, start, end }
    })
    .filter(({ start, end }) => start < end)
