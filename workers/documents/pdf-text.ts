import { Fault } from '../../bridge/faults.ts'
import { cutText } from '../cut-text.ts'
import type { LeafContext } from '../leaf.ts'
import { blockText } from '../formats/content-text.ts'
import { blocksOfCut, boxAround, type BoxedBlock } from '../page-blocks.ts'
import { rounded, wordsOfCut, type PageSize, type PlacedWord } from '../page-words.ts'
import { boxedBlocks } from './boxed-blocks.ts'
import { actualTexts } from './actual-text.ts'
import { withEdges } from './glyph-edges.ts'
import { glyphWords } from './glyph-words.ts'
import type { HiddenBecause } from './hidden-glyphs.ts'
import { normalise } from './normalise.ts'
import { readAnnotations, type Note } from './page-annotations.ts'
import { readGlyphs } from './page-glyphs.ts'
import type { PlacedGlyph } from './placed-glyph.ts'
import { readItems } from './page-items.ts'
import { pageParts, pageText, type Part } from './page-text.ts'
import { openPdf, type OpenPdf } from './pdf-open.ts'
import { loadPdfjs, type PdfPage } from './pdfjs.ts'
import { placedWords, wordsInPlace } from './placed-words.ts'
import type { PlacedText } from './run.ts'
import { tagsOf } from './structure.ts'

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
  /** How many of its characters a reader of the page sees; what is hidden from view follows them. */
  seen?: number
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
      const { text, seen, words, blocks, complete } = await textOf(page, pdf, input, ctx)
      const kept = cutText(text, Math.min(input.maxChars, input.maxPageChars))
      const truncated = !complete || kept.length < text.length
      return {
        number,
        text: kept,
        ...(seen < text.length && { seen }),
        truncated,
        damaged: false,
        ...(words && { words: wordsOfCut(words, kept) }),
        ...(blocks && { blocks: kept.length < text.length ? blocksOfCut(blocks, kept.length) : blocks }),
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
  /** How many characters of the text, from its start, a reader of the page sees. */
  seen: number
  /** Whether all of the page was read. */
  complete: boolean
}

/** The text of the page with the values of its fields, then its notes and what is hidden, a line each. */
async function textOf(
  page: PdfPage,
  pdf: OpenPdf,
  { maxPageChars, words: wordsWanted = false, blocks: blocksWanted = false }: PdfTextInput,
  ctx: LeafContext,
): Promise<PageContent> {
  const items = await readItems(page, maxPageChars, ctx)
  const closer = items.complete && (items.wantsGlyphs || (items.hasMarks && pdf.mentions('/ZapfDingbats')))
  const placesWanted = items.complete && (wordsWanted || blocksWanted || pdf.mayHide(page))
  const drawn =
    closer || placesWanted
      ? await drawnTexts(items.placed, closer, page, pdf, ctx)
      : { placed: items.placed, hidden: [] }
  const { placed: values, notes } = await readAnnotations(page)
  const placed = [...drawn.placed, ...values]
  const parts = pageParts(placed)
  const remarks = [...notes, ...drawn.hidden]
  const seen = [pageText(parts), ...notes.map(noteText)].filter((part) => part !== '').join('\n\n')
  const text = [seen, ...drawn.hidden.map(noteText)].filter((part) => part !== '').join('\n\n')
  const size = sizeOf(page)
  return {
    text,
    seen: seen.length,
    complete: items.complete,
    ...(wordsWanted && { words: wordsOf(parts, remarks, placed, size) }),
    ...(blocksWanted && { blocks: boxedBlocks(parts, remarks, placed, size, await tagsOf(page)) }),
  }
}

/** As it stands in the text of the page: `[note by Ada: Check this sum.]`. */
const noteText = ({ text, ...note }: Note): string =>
  normalise(blockText({ ...note, text: text.replace(/\s+/g, ' ') }))

function wordsOf(
  parts: readonly Part[],
  notes: readonly Note[],
  placed: readonly PlacedText[],
  size: PageSize,
): PlacedWord[] {
  const pieces = parts.flatMap((part) => part.pieces)
  return [
    ...placedWords(pieces, placed, size),
    ...notes.flatMap((note) => wordsInPlace(noteText(note), note.box, size)),
  ]
}

/** The texts of a page as its glyphs are drawn, and those that a reader does not see. */
interface DrawnTexts {
  placed: PlacedText[]
  hidden: Note[]
}

/**
 * Reads a page glyph by glyph: the texts as pdf.js joined them get the places of their characters, or, where its joining
 * hides something (`closer`) or not all of it is seen, words are made of the glyphs. A page whose glyphs cannot be read
 * keeps the texts as they are.
 */
async function drawnTexts(
  items: readonly PlacedText[],
  closer: boolean,
  page: PdfPage,
  pdf: OpenPdf,
  ctx: LeafContext,
): Promise<DrawnTexts> {
  try {
    const replacements = closer && page.ref !== null ? actualTexts(pdf.objects(), page.ref.num) : []
    const reading = { replacements, layers: () => pdf.layers() }
    const { shown, hidden } = await readGlyphs(page, await loadPdfjs(), reading, ctx)
    // What lies outside the page is not among the texts of pdf.js.
    const isWhole = !closer && [...hidden.keys()].every((because) => because === 'off the page')
    return {
      placed: isWhole ? withEdges(items, shown, ctx) : glyphWords(shown),
      hidden: [...hidden].map(([because, glyphs]) => hiddenNote(because, glyphs, sizeOf(page))),
    }
  } catch (error) {
    if (error instanceof Fault || closer) throw error
    return { placed: [...items], hidden: [] }
  }
}

function hiddenNote(because: HiddenBecause, glyphs: readonly PlacedGlyph[], size: PageSize): Note {
  const placed = glyphWords(glyphs)
  const parts = pageParts(placed)
  const box = boxAround(
    placedWords(
      parts.flatMap(({ pieces }) => pieces),
      placed,
      size,
    ),
  )
  return { kind: 'hidden', label: because, text: pageText(parts).replace(/\s+/g, ' '), ...(box && { box }) }
}
