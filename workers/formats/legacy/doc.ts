import type { Block, BlockKind, Content, FormatReader } from '../content.ts'
import { BlockList } from './block-list.ts'
import { openCompound } from './cfb.ts'
import { openDoc, positions, stringTable, table, utf16, type DocFile } from './doc-fib.ts'
import { readLists } from './doc-lists.ts'
import { readPieces } from './doc-pieces.ts'
import { characterRuns, paragraphRuns } from './doc-properties.ts'
import { MainStory } from './doc-main.ts'
import { walkStory, type DocText, type StorySink } from './doc-story.ts'
import { readStyles } from './doc-styles.ts'

/** A block that stands after the paragraph with a character; at the end where it is of none. */
interface Placed {
  at: number
  block: Block
}

/**
 * Reads documents of Word 97 to 2003, and of Word 6 and 95 as far as their text goes ([MS-DOC]). Notes, comments and
 * text boxes stand after the paragraph they belong to, headers and footers first. Faults: DAMAGED, ENCRYPTED,
 * TYPE_UNSUPPORTED, TOO_DEEP, ARCHIVE_BOMB.
 */
export const readDoc: FormatReader = (bytes, options, ctx): Content => {
  const doc = openDoc(openCompound(bytes, options, ctx.checkpoint))
  const list = new BlockList(options.maxChars)
  const styles = readStyles(doc)
  const text: DocText = {
    doc,
    pieces: readPieces(doc),
    characters: characterRuns(doc, styles.looks, ctx.checkpoint),
    paragraphs: paragraphRuns(doc, styles.paragraphs, ctx.checkpoint),
    fonts: fontNames(doc),
    checkpoint: ctx.checkpoint,
    // Codes of fields and marks are walked over without being text.
    left: options.maxChars * 4 + 65_536,
  }
  const { main, footnotes, headers, macros, comments, endnotes, boxes } = doc.lengths
  const at = {
    footnotes: main,
    headers: main + footnotes,
    comments: main + footnotes + headers + macros,
    endnotes: 0,
    boxes: 0,
  }
  at.endnotes = at.comments + comments
  at.boxes = at.endnotes + endnotes

  for (const block of marginBlocks(text, at.headers, headers)) list.add(block)
  const placed = [
    ...notes(text, 'footnote', at.footnotes, footnotes, table.footnoteReferences, table.footnoteTexts),
    ...notes(text, 'endnote', at.endnotes, endnotes, table.endnoteReferences, table.endnoteTexts),
    ...commentBlocks(text, at.comments, comments),
    ...boxBlocks(text, at.boxes, boxes),
  ].sort((a, b) => a.at - b.at)
  const story = new MainStory(list, readLists(doc), stringTable(doc.table(table.revisionAuthors)), placed)
  walkStory(text, 0, main, story)
  story.end()
  const content: Content = { sections: [{ blocks: list.take() }] }
  if (list.full || text.left <= 0) content.truncated = true
  return content
}

/** Plain text of a range: paragraphs and rows on lines of their own, cells parted by tabs. */
function plainText(text: DocText, from: number, to: number): string {
  let out = ''
  const sink: StorySink = {
    text: (part, style) => {
      if (style?.deleted !== true) out += part
    },
    paragraph: () => (out += '\n'),
    cell: () => (out += '\t'),
    row: () => (out += '\n'),
    linkStart: () => undefined,
    linkEnd: () => undefined,
  }
  walkStory(text, from, to, sink)
  return out.trim()
}

/** Texts of a part of the document that a table of positions divides; all of it as one where there is none. */
function divided(text: DocText, start: number, length: number, textsAt: number): string[] {
  const { at } = positions(text.doc.table(textsAt), 0)
  if (length === 0) return []
  if (at.length < 2) return [plainText(text, start, start + length)]
  const found: string[] = []
  for (const [index, from] of at.slice(0, -1).entries()) {
    const to = Math.min(at[index + 1] ?? from, length)
    found.push(to > from ? plainText(text, start + from, start + to) : '')
  }
  return found
}

function notes(
  text: DocText,
  kind: 'footnote' | 'endnote',
  start: number,
  length: number,
  referencesAt: number,
  textsAt: number,
): Placed[] {
  const references = positions(text.doc.table(referencesAt), 2).at
  return divided(text, start, length, textsAt).map((note, index) => ({
    at: references[index] ?? Infinity,
    block: { kind, label: String(index + 1), text: note },
  }))
}

/** Comments with their authors ([MS-DOC] 2.9.5, ATRDPre10, and 2.9.118, GrpXstAtnOwners). */
function commentBlocks(text: DocText, start: number, length: number): Placed[] {
  const references = text.doc.table(table.commentReferences)
  const dataBytes = text.doc.modern ? 30 : 20
  const { at, dataAt } = positions(references, dataBytes)
  const authors = authorNames(text.doc)
  return divided(text, start, length, table.commentTexts).map((comment, index) => {
    const author = index + 1 < at.length ? authors[references.u16(dataAt(index) + dataBytes - 10)] : undefined
    const label = author === undefined || author === '' ? {} : { label: author }
    return { at: at[index] ?? Infinity, block: { kind: 'comment', ...label, text: comment } }
  })
}

function authorNames({ table: tableOf, modern }: DocFile): string[] {
  const owners = tableOf(table.commentAuthors)
  const names: string[] = []
  for (let at = 0; modern && at + 2 <= owners.length;) {
    const end = at + 2 + owners.u16(at) * 2
    names.push(utf16(owners.bytes.subarray(at + 2, end)))
    at = end
  }
  return names
}

/** Text boxes at the shapes that hold them ([MS-DOC] 2.9.101, FTXBXS, and 2.9.253, Spa). */
function boxBlocks(text: DocText, start: number, length: number): Placed[] {
  const boxes = text.doc.table(table.boxTexts)
  const { at, dataAt } = positions(boxes, 22)
  if (length === 0) return []
  const shapes = text.doc.table(table.shapes)
  const anchors = positions(shapes, 26)
  const anchorOf = new Map(
    anchors.at
      .slice(0, -1)
      .map((character, index) => [shapes.u32(anchors.dataAt(index)), character] as const),
  )
  const placed: Placed[] = []
  for (const [index, from] of at.slice(0, -1).entries()) {
    const to = Math.min(at[index + 1] ?? from, length)
    if (to <= from) continue
    const anchor = anchorOf.get(boxes.u32(dataAt(index) + 14)) ?? Infinity
    placed.push({ at: anchor, block: { kind: 'text box', text: plainText(text, start + from, start + to) } })
  }
  return placed
}

/** Of each section six texts, after six that part notes from text: even, odd and first header and footer (2.9.180). */
function marginBlocks(text: DocText, start: number, length: number): Block[] {
  const kinds: readonly BlockKind[] = ['header', 'header', 'footer', 'footer', 'header', 'footer']
  const seen = new Set<string>()
  return divided(text, start, length, table.headerTexts).flatMap((margin, index) => {
    const kind = kinds[index % 6] ?? 'header'
    const said = `${kind}:${margin}`
    if (index < 6 || margin === '' || seen.has(said)) return []
    seen.add(said)
    return [{ kind, text: margin }]
  })
}

/** Names of the fonts by number ([MS-DOC] 2.9.286, SttbfFfn). */
function fontNames({ table: tableOf, modern }: DocFile): string[] {
  const fonts = tableOf(table.fonts)
  const names: string[] = []
  for (let at = 4; modern && at < fonts.length;) {
    const end = at + 1 + fonts.u8(at)
    names.push(utf16(fonts.bytes.subarray(at + 40, end)).split('\0')[0] ?? '')
    at = end
  }
  return names
}
