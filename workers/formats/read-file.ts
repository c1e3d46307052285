import { fault } from '../../bridge/faults.ts'
import { wantedPages } from '../../bridge/page-ranges.ts'
import { cutText } from '../cut-text.ts'
import type { LeafContext } from '../leaf.ts'
import { sectionMarkdown } from './content-markdown.ts'
import { sectionText } from './content-text.ts'
import type { Attachment, Block, Content, FormatLimits, Mail } from './content.ts'
import { formatOf, readerOf, type FileFormat } from './format-of.ts'

export interface ReadFileInput extends FormatLimits {
  digest: string
  name?: string | undefined
  /** Media type its sender gave it. */
  declared?: string | undefined
  password?: string | undefined
  /** Sections to return, such as `1-3` or `all`; those that are not there are left out. */
  pages: string
  /** Characters kept of each section. */
  maxPageChars: number
  /** Whether the sections are also wanted as Markdown. */
  markdown?: boolean | undefined
  /** Whether the blocks are wanted. */
  blocks?: boolean | undefined
}

export interface FilePage {
  number: number
  title?: string
  hidden?: boolean
  text: string
  markdown?: string
  truncated: boolean
  blocks?: Block[]
}

export interface FileText {
  /** `pdf` where the bytes are those of a PDF after all; nothing else is known then. */
  format: FileFormat
  mediaType: string
  pageCount: number
  pages: FilePage[]
  mail?: Mail
  attachments: { name?: string; mediaType: string; bytes: number; digest: string }[]
}

/**
 * Leaf `documents.file`: the text of a file that is no PDF and no picture, by what its bytes are. A section is a page:
 * a sheet, a slide, a chapter, a message. Faults: EMPTY_FILE, TYPE_UNSUPPORTED, INVALID_INPUT for pages that are not
 * there, and those of the readers.
 */
export async function readFile(input: ReadFileInput, ctx: LeafContext): Promise<FileText> {
  const bytes = ctx.files.read(input.digest)
  if (bytes.byteLength === 0) throw fault('EMPTY_FILE', 'Expected a document; the file has no bytes.')
  // Readers hand it on as a plain function.
  const checkpoint = (): void => ctx.checkpoint()
  const { format, mediaType } = formatOf(bytes, input, checkpoint)
  if (format === 'pdf') return { format, mediaType, pageCount: 0, pages: [], attachments: [] }
  const read = await readerOf(format)
  ctx.checkpoint()
  const content = await read(bytes, input, { checkpoint })
  ctx.checkpoint()
  return {
    format,
    mediaType,
    pageCount: content.sections.length,
    pages: pagesOf(content, input),
    ...(content.mail && { mail: content.mail }),
    attachments: (content.attachments ?? []).map((attachment) => stored(attachment, ctx)),
  }
}

function pagesOf({ sections, truncated }: Content, input: ReadFileInput): FilePage[] {
  const wanted = wantedPages(input.pages, sections.length)
  return wanted.flatMap((number) => {
    const section = sections[number - 1]
    if (section === undefined) return []
    const text = sectionText(section)
    const kept = cutText(text, input.maxPageChars)
    const { title, hidden, blocks } = section
    return {
      number,
      ...(title !== undefined && { title }),
      ...(hidden === true && { hidden }),
      text: kept,
      ...(input.markdown === true && { markdown: cutText(sectionMarkdown(section), input.maxPageChars) }),
      truncated: kept.length < text.length || (truncated === true && number === sections.length),
      ...(input.blocks === true && { blocks }),
    }
  })
}

function stored({ name, mediaType, bytes }: Attachment, ctx: LeafContext): FileText['attachments'][number] {
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
  return {
    ...(name !== undefined && { name }),
    mediaType,
    bytes: own.byteLength,
    digest: ctx.files.write(own),
  }
}
