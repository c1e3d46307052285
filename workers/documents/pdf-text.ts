import { Fault } from '../../bridge/faults.ts'
import type { LeafContext } from '../leaf.ts'
import { actualTexts } from './actual-text.ts'
import { glyphWords } from './glyph-words.ts'
import { normalise } from './normalise.ts'
import { readAnnotations } from './page-annotations.ts'
import { readGlyphs } from './page-glyphs.ts'
import { readItems } from './page-items.ts'
import { pageText } from './page-text.ts'
import { openPdf, type OpenPdf } from './pdf-open.ts'
import { loadPdfjs, type PdfPage } from './pdfjs.ts'
import type { PlacedText } from './run.ts'

export interface PdfTextInput {
  digest: string
  /** Page numbers, from 1. */
  pages: number[]
  password?: string | undefined
  /** Characters kept of each page. */
  maxChars: number
  /** Characters read of each page before it is put into reading order. */
  maxPageChars: number
}

export interface PdfPageText {
  number: number
  text: string
  /** Whether `maxChars` cut the text. */
  truncated: boolean
  /** The page could not be read, though the file can. */
  damaged: boolean
}

export interface PdfText {
  pages: PdfPageText[]
}

/**
 * Leaf `documents.pdfText`: the text of some pages of a PDF in the order asked for; each finished page is also
 * handed to `ctx.progress`. Faults: those of `openPdf`.
 */
export async function pdfText(input: PdfTextInput, ctx: LeafContext): Promise<PdfText> {
  const pdf = await openPdf(input, ctx)
  try {
    const pages: PdfPageText[] = []
    for (const number of input.pages) {
      ctx.checkpoint()
      const page = await readPage(pdf, number, input, ctx)
      pages.push(page)
      ctx.progress(pages.length / input.pages.length, page)
    }
    return { pages }
  } finally {
    await pdf.close()
  }
}

/** Reads one page. What breaks inside pdf.js costs that page only; the others may still be good. */
async function readPage(
  pdf: OpenPdf,
  number: number,
  input: PdfTextInput,
  ctx: LeafContext,
): Promise<PdfPageText> {
  try {
    const page = await pdf.document.getPage(number)
    try {
      const { text, complete } = await textOf(page, pdf, input.maxPageChars, ctx)
      const kept = cut(text, Math.min(input.maxChars, input.maxPageChars))
      return { number, text: kept, truncated: !complete || kept.length < text.length, damaged: false }
    } finally {
      page.cleanup()
    }
  } catch (error) {
    if (error instanceof Fault) throw error
    return { number, text: '', truncated: false, damaged: true }
  }
}

/** The text of the page with the values of its fields, then its notes, a line each. */
async function textOf(
  page: PdfPage,
  pdf: OpenPdf,
  maxPageChars: number,
  ctx: LeafContext,
): Promise<{ text: string; complete: boolean }> {
  const items = await readItems(page, maxPageChars, ctx)
  const closer = items.complete && (items.wantsGlyphs || (items.hasMarks && pdf.mentions('/ZapfDingbats')))
  const drawn = closer ? await drawnWords(page, pdf, ctx) : items.placed
  const { placed, notes } = await readAnnotations(page)
  const parts = [pageText([...drawn, ...placed]), ...notes.map(normalise)]
  return { text: parts.filter((part) => part !== '').join('\n\n'), complete: items.complete }
}

async function drawnWords(page: PdfPage, pdf: OpenPdf, ctx: LeafContext): Promise<PlacedText[]> {
  const replacements = page.ref === null ? [] : actualTexts(pdf.objects(), page.ref.num)
  return glyphWords(await readGlyphs(page, await loadPdfjs(), replacements, ctx))
}

/** At most `maxChars` UTF-16 code units, never half of a character. */
function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const splits = /[\ud800-\udbff]/.test(text.charAt(maxChars - 1))
  return text.slice(0, splits ? maxChars - 1 : maxChars)
}
