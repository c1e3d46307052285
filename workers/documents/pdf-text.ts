import { Fault } from '../../bridge/faults.ts'
import type { LeafContext } from '../leaf.ts'
import { rounded, wordsOfCut, type PlacedWord } from '../page-words.ts'
import { actualTexts } from './actual-text.ts'
import { withEdges } from './glyph-edges.ts'
import { glyphWords } from './glyph-words.ts'
import { normalise } from './normalise.ts'
import { readAnnotations } from './page-annotations.ts'
import { readGlyphs } from './page-glyphs.ts'
import { readItems } from './page-items.ts'
import { pageParts, pageText } from './page-text.ts'
import { openPdf, type OpenPdf } from './pdf-open.ts'
import { loadPdfjs, type PdfPage } from './pdfjs.ts'
import { placedWords, wordsInPlace } from './placed-words.ts'
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
  /** Whether the words are wanted with their places; finding them costs about half as much again. */
  words?: boolean | undefined
}

export interface PdfPageText {
  number: number
  text: string
  /** Whether `maxChars` cut the text. */
  truncated: boolean
  /** The page could not be read, though the file can. */
  damaged: boolean
  /** Given with `words` of the input, but for damaged pages. */
  words?: PlacedWord[]
  /** Of the upright page, in points; given with `words`. */
  width?: number
  height?: number
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
      const { text, words, complete } = await textOf(page, pdf, input, ctx)
      const kept = cut(text, Math.min(input.maxChars, input.maxPageChars))
      const truncated = !complete || kept.length < text.length
      return {
        number,
        text: kept,
        truncated,
        damaged: false,
        ...(words && { words: wordsOfCut(words, kept), ...sizeOf(page) }),
      }
    } finally {
      page.cleanup()
    }
  } catch (error) {
    if (error instanceof Fault) throw error
    return { number, text: '', truncated: false, damaged: true }
  }
}

function sizeOf(page: PdfPage): { width: number; height: number } {
  const { width, height } = page.getViewport({ scale: 1 })
  return { width: rounded(width), height: rounded(height) }
}

/** The text of the page with the values of its fields, then its notes, a line each. */
async function textOf(
  page: PdfPage,
  pdf: OpenPdf,
  { maxPageChars, words: wanted = false }: PdfTextInput,
  ctx: LeafContext,
): Promise<{ text: string; words: PlacedWord[] | undefined; complete: boolean }> {
  const items = await readItems(page, maxPageChars, ctx)
  const closer = items.complete && (items.wantsGlyphs || (items.hasMarks && pdf.mentions('/ZapfDingbats')))
  let drawn = items.placed
  if (closer) drawn = await drawnWords(page, pdf, ctx)
  else if (wanted && items.complete) drawn = await withPlaces(items.placed, page, ctx)
  const { placed: values, notes } = await readAnnotations(page)
  const placed = [...drawn, ...values]
  const parts = pageParts(placed)
  const noteTexts = notes.map(({ text }) => normalise(text))
  const text = [pageText(parts), ...noteTexts].filter((part) => part !== '').join('\n\n')
  if (!wanted) return { text, words: undefined, complete: items.complete }
  const size = sizeOf(page)
  const words = placedWords(
    parts.flatMap(({ pieces }) => pieces),
    placed,
    size,
  )
  for (const { text, box } of notes) words.push(...wordsInPlace(normalise(text), box, size))
  return { text, words, complete: items.complete }
}

async function drawnWords(page: PdfPage, pdf: OpenPdf, ctx: LeafContext): Promise<PlacedText[]> {
  const replacements = page.ref === null ? [] : actualTexts(pdf.objects(), page.ref.num)
  return glyphWords(await readGlyphs(page, await loadPdfjs(), replacements, ctx))
}

/** The same texts with the places of their characters, as far as the page can be read glyph by glyph. */
async function withPlaces(
  placed: readonly PlacedText[],
  page: PdfPage,
  ctx: LeafContext,
): Promise<PlacedText[]> {
  try {
    return withEdges(placed, await readGlyphs(page, await loadPdfjs(), [], ctx), ctx)
  } catch (error) {
    if (error instanceof Fault) throw error
    return [...placed]
  }
}

/** At most `maxChars` UTF-16 code units, never half of a character. */
function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const splits = /[\ud800-\udbff]/.test(text.charAt(maxChars - 1))
  return text.slice(0, splits ? maxChars - 1 : maxChars)
}
