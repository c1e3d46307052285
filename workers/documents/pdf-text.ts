import { Fault } from '../../bridge/faults.ts'
import { cutText } from '../cut-text.ts'
import type { LeafContext } from '../leaf.ts'
import { blocksOfCut, type BoxedBlock } from '../page-blocks.ts'
import { rounded, wordsOfCut, type PageSize, type PlacedWord } from '../page-words.ts'
import { boxedBlocks } from './boxed-blocks.ts'
import { actualTexts } from './actual-text.ts'
import { withEdges } from './glyph-edges.ts'
import { glyphWords } from './glyph-words.ts'
import { normalise } from './normalise.ts'
import { readAnnotations, type Note } from './page-annotations.ts'
import { readGlyphs } from './page-glyphs.ts'
import { readItems } from './page-items.ts'
import { pageParts, pageText, type Part } from './page-text.ts'
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
  /** Whether the blocks are wanted with their places; costs what words cost. */
  blocks?: boolean | undefined
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
  /** Given with `blocks` of the input, but for damaged pages. */
  blocks?: BoxedBlock[]
  /** Of the upright page, in points; given with `words` or `blocks`. */
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
      const { text, words, blocks, complete } = await textOf(page, pdf, input, ctx)
      const kept = cutText(text, Math.min(input.maxChars, input.maxPageChars))
      const truncated = !complete || kept.length < text.length
      return {
        number,
        text: kept,
        truncated,
        damaged: false,
        ...(words && { words: wordsOfCut(words, kept) }),
        ...(blocks && { blocks: blocksOfCut(blocks, kept.length) }),
        ...((words ?? blocks) && sizeOf(page)),
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

interface PageContent {
  text: string
  words?: PlacedWord[]
  blocks?: BoxedBlock[]
  /** Whether all of the page was read. */
  complete: boolean
}

/** The text of the page with the values of its fields, then its notes, a line each. */
async function textOf(
  page: PdfPage,
  pdf: OpenPdf,
  { maxPageChars, words: wordsWanted = false, blocks: blocksWanted = false }: PdfTextInput,
  ctx: LeafContext,
): Promise<PageContent> {
  const items = await readItems(page, maxPageChars, ctx)
  const closer = items.complete && (items.wantsGlyphs || (items.hasMarks && pdf.mentions('/ZapfDingbats')))
  let drawn = items.placed
  if (closer) drawn = await drawnWords(page, pdf, ctx)
  else if ((wordsWanted || blocksWanted) && items.complete) drawn = await withPlaces(items.placed, page, ctx)
  const { placed: values, notes } = await readAnnotations(page)
  const placed = [...drawn, ...values]
  const parts = pageParts(placed)
  const noteTexts = notes.map(({ text }) => normalise(text))
  const text = [pageText(parts), ...noteTexts].filter((part) => part !== '').join('\n\n')
  const size = sizeOf(page)
  return {
    text,
    complete: items.complete,
    ...(wordsWanted && { words: wordsOf(parts, notes, placed, size) }),
    ...(blocksWanted && { blocks: boxedBlocks(parts, notes, placed, size) }),
  }
}

function wordsOf(
  parts: readonly Part[],
  notes: readonly Note[],
  placed: readonly PlacedText[],
  size: PageSize,
): PlacedWord[] {
  const pieces = parts.flatMap((part) => part.pieces)
  return [
    ...placedWords(pieces, placed, size),
    ...notes.flatMap(({ text, box }) => wordsInPlace(normalise(text), box, size)),
  ]
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
