import { fault } from '../../bridge/faults.ts'
import type { Page, ReadInput } from '../../bridge/operations/documents.ts'
import { cutText } from '../../workers/cut-text.ts'
import type { PdfInfo } from '../../workers/documents/pdf-info.ts'
import type { PdfPageText } from '../../workers/documents/pdf-text.ts'
import { blocksMarkdown, blocksOfCut } from '../../workers/page-blocks.ts'
import { wordsOfCut } from '../../workers/page-words.ts'
import { entryError } from './entry-error.ts'
import type { PlainText } from './hint-pages.ts'
import { blocksAndTables } from './page-blocks.ts'

/** Whether an item that a leaf reports is a page. */
export function isPageText(item: unknown): item is PdfPageText {
  return typeof item === 'object' && item !== null && 'number' in item && 'text' in item && 'damaged' in item
}

/** What a reader of the page sees: neither hints nor the need for recognition come from what is hidden. */
export function seenOf({ text, words, seen }: PdfPageText): PlainText {
  if (seen === undefined) return { text, ...(words && { words }) }
  const shown = cutText(text, seen)
  return { text: shown, ...(words && { words: wordsOfCut(words, shown) }) }
}

/** The text of a page as it is answered. */
export function toPage(read: PdfPageText, { detail, format }: ReadInput, maxChars: number): Page {
  const { number, damaged, width, height } = read
  const text = cutText(read.text, maxChars)
  const isCut = text.length < read.text.length
  const blocks = isCut && read.blocks ? blocksOfCut(read.blocks, text.length) : read.blocks
  const size = width !== undefined && height !== undefined && { width, height, rotation: 0 as const }
  return {
    number,
    text: format === 'markdown' && blocks ? blocksMarkdown(blocks) : text,
    from: text === '' ? 'none' : 'text',
    ...(detail !== 'text' && size),
    ...(detail === 'words' && read.words && { words: wordsOfCut(read.words, text) }),
    ...(detail === 'blocks' && blocks && blocksAndTables(blocks)),
    ...((read.truncated || isCut) && { truncated: true }),
    ...(damaged ? { error: entryError(fault('DAMAGED', `Page ${number} cannot be read.`)) } : {}),
  }
}

/** The page with the label printed on it. */
export function labelled({ number, ...rest }: Page, labels: PdfInfo['labels']): Page {
  const label = labels?.[number - 1] ?? ''
  return label === '' ? { number, ...rest } : { number, label, ...rest }
}

/** A page of which nothing is known yet. */
export function blankPage(number: number): Page {
  return { number, text: '', from: 'none' }
}
