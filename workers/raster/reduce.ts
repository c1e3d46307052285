import type { LeafContext } from '../leaf.ts'
import type { Grey } from '../recognition.ts'

/**
 * Reduces a picture to at most `targetPixels` by area averaging: each new pixel is the mean of what it covers, with
 * pixels that are cut through counted by their share. A picture that is small enough is given back as it is.
 */
export function reduce(grey: Grey, targetPixels: number, ctx: LeafContext): Grey {
  const scale = Math.sqrt(targetPixels / (grey.width * grey.height))
  if (scale >= 1) return grey
  const width = Math.max(1, Math.floor(grey.width * scale))
  const height = Math.max(1, Math.min(Math.floor(grey.height * scale), Math.floor(targetPixels / width)))
  const columns = spans(grey.width, width)
  const rows = spans(grey.height, height)
  const pixels = new Uint8Array(width * height)
  const sums = new Float64Array(grey.width)
  const area = (grey.width / width) * (grey.height / height)
  rows.forEach((row, y) => {
    if (y % 64 === 0) ctx.checkpoint()
    sums.fill(0)
    eachOf(row, (from, weight) => {
      const start = from * grey.width
      for (let x = 0; x < grey.width; x += 1)
        sums[x] = (sums[x] ?? 0) + weight * (grey.pixels[start + x] ?? 0)
    })
    columns.forEach((column, x) => {
      let sum = 0
      eachOf(column, (from, weight) => (sum += weight * (sums[from] ?? 0)))
      pixels[y * width + x] = Math.round(sum / area)
    })
  })
  return { width, height, pixels }
}

/** A stretch of old pixels, with the shares of its first and last. */
interface Span {
  first: number
  last: number
  firstShare: number
  lastShare: number
}

function spans(from: number, to: number): Span[] {
  return Array.from({ length: to }, (_, index) => {
    const [start, end] = [(index * from) / to, ((index + 1) * from) / to]
    const first = Math.floor(start)
    const last = Math.min(from, Math.ceil(end)) - 1
    return { first, last, firstShare: first + 1 - start, lastShare: end - last }
  })
}

/** Visits the old pixels of a span; a span is never shorter than one pixel. */
function eachOf(span: Span, visit: (index: number, weight: number) => void): void {
  visit(span.first, span.first === span.last ? span.lastShare - (1 - span.firstShare) : span.firstShare)
  for (let index = span.first + 1; index < span.last; index += 1) visit(index, 1)
  if (span.last > span.first) visit(span.last, span.lastShare)
}
