import type { LeafContext } from '../leaf.ts'
import type { Span } from './spans.ts'

/**
 * What a file says that is not made of printed pages: office files, web pages, books, mail, plain text. Every reader
 * fills this one form, and text, Markdown and blocks are written from it in one place each.
 */
export interface Content {
  /** What stands for pages: a sheet, a slide, a chapter, a message; a text without such parts has one. */
  sections: Section[]
  mail?: Mail
  attachments?: Attachment[]
  /** Whether a limit ended the reading early. */
  truncated?: boolean
}

export interface Section {
  /** Name of a sheet, title of a chapter, subject of a message. */
  title?: string
  /** A sheet or slide that its program does not show. */
  hidden?: boolean
  /** Whether it is a sheet, whose title stands on its tab and nowhere in it. */
  sheet?: boolean
  blocks: Block[]
}

/**
 * One piece of a section. Kinds after `quote` are not part of the running text; text and Markdown mark them as
 * `[comment by Ada: …]`. Insertions count as text; what tracked changes have deleted is a block of its own, after
 * the paragraph it was in.
 */
export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'item'
  | 'table'
  | 'code'
  | 'quote'
  | 'header'
  | 'footer'
  | 'footnote'
  | 'endnote'
  | 'comment'
  | 'note'
  | 'text box'
  | 'deleted'
  | 'speaker notes'
  | 'alt text'
  | 'chart'
  | 'hidden'

export interface Block {
  kind: BlockKind
  /**
   * Plain text, lines parted by `\n`. For a table its rows as `tableText` writes them, unless `rows` is given, from
   * which it is made.
   */
  text: string
  /** Of a heading 1 to 6; of an item its depth from 0. */
  level?: number
  /**
   * What stands before it: the marker of an item (`•`, `3.`), the number of a footnote, the author of a comment; of code
   * its language.
   */
  label?: string
  /** Cells of a table, row by row; rows may differ in length. Line feeds may stand in cells. */
  rows?: string[][]
  /** Whether the first row of a table is its heading. */
  headed?: boolean
  links?: Link[]
  /** What of its `text` is set apart from the rest; Markdown shows it. */
  emphasis?: Emphasis[]
}

/** A link of a block: what of its `text` is linked, and where to. */
export interface Link extends Span {
  url: string
}

/** Bold text, or strong by its meaning; else italic. */
export interface Emphasis extends Span {
  strong: boolean
}

export interface Mail {
  /** `Name <address>` or the bare address, decoded. */
  from?: string
  to: string[]
  cc: string[]
  subject?: string
  /** ISO 8601, in UTC. */
  date?: string
}

/** A file inside the file. */
export interface Attachment {
  name?: string
  /** As declared there; `application/octet-stream` where nothing is. */
  mediaType: string
  bytes: Uint8Array
}

/** What bounds a reader; all from the settings. */
export interface FormatLimits {
  /** Bytes that everything compressed in the file may unfold to together. Beyond: ARCHIVE_BOMB. */
  maxUnfoldedBytes: number
  /** Entries of an archive, parts of a mail. Beyond: ARCHIVE_BOMB. */
  maxEntries: number
  /** Depth of nested elements or parts. Beyond: TOO_DEEP. */
  maxDepth: number
  /** Characters of text read; beyond them reading stops and `truncated` is set. */
  maxChars: number
}

/**
 * Reads one format. The type has been decided from the bytes before. Calls `ctx.checkpoint()` often enough to be
 * cancelled within a quarter of a second. Faults: DAMAGED, ENCRYPTED, WRONG_PASSWORD, ARCHIVE_BOMB, TOO_DEEP.
 */
export type FormatReader = (
  bytes: Uint8Array,
  options: FormatOptions,
  ctx: Pick<LeafContext, 'checkpoint'>,
) => Content | Promise<Content>

export interface FormatOptions extends FormatLimits {
  /** File name as the caller knows it: for formats whose bytes do not tell (Markdown, CSV). */
  name?: string | undefined
  password?: string | undefined
}
