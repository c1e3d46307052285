import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js'
import type { LeafContext } from '../leaf.ts'
import type { PdfPage } from './pdfjs.ts'
import type { Matrix, PlacedText } from './run.ts'

/**
 * The text of a page as pdf.js hands it out, placed on the upright page. Reading stops after `maxChars` characters.
 * pdf.js leaves out glyphs that lie outside the page itself.
 */
export async function readItems(page: PdfPage, maxChars: number, ctx: LeafContext): Promise<PlacedText[]> {
  const toPage = page.getViewport({ scale: 1 }).transform
  const placed: PlacedText[] = []
  const vertical = new Set<string>()
  let spaced = false
  let chars = 0
  const reader = page.streamTextContent({ disableNormalization: true }).getReader()
  try {
    while (chars <= maxChars) {
      const { done, value } = await reader.read()
      if (done) break
      ctx.checkpoint()
      const chunk: Pick<TextContent, 'items' | 'styles'> = value
      for (const [name, style] of Object.entries(chunk.styles)) if (style.vertical) vertical.add(name)
      for (const item of chunk.items) {
        if (!('str' in item)) continue
        if (item.str.trim() === '') {
          spaced ||= item.str !== '' || item.hasEOL
          continue
        }
        chars += item.str.length
        placed.push(place(item, toPage, vertical.has(item.fontName), spaced))
        spaced = item.hasEOL || item.str.endsWith(' ')
      }
    }
  } finally {
    // Does nothing to a stream that was read to its end; pdf.js insists on a reason.
    await reader.cancel(new Error('no more text is needed')).catch(() => undefined)
  }
  return placed
}

function place(item: TextItem, toPage: number[], vertical: boolean, spaced: boolean): PlacedText {
  const matrix = multiply(toPage, item.transform)
  return {
    text: item.str,
    matrix,
    advance: vertical ? item.height : item.width,
    vertical,
    spaced: spaced || item.str.startsWith(' '),
  }
}

function multiply(m: number[], n: number[]): Matrix {
  const [ma = 1, mb = 0, mc = 0, md = 1, me = 0, mf = 0] = m
  const [na = 1, nb = 0, nc = 0, nd = 1, ne = 0, nf = 0] = n
  return [
    ma * na + mc * nb,
    mb * na + md * nb,
    ma * nc + mc * nd,
    mb * nc + md * nd,
    ma * ne + mc * nf + me,
    mb * ne + md * nf + mf,
  ]
}
