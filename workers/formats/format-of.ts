import { fault } from '../../bridge/faults.ts'
import { lookOf } from '../documents/pdf-type.ts'
import type { FormatLimits, FormatReader } from './content.ts'
import { isCompound, openCompound, refuseEncryptedPackage } from './legacy/cfb.ts'
import type { HtmlToBlocks } from './mail/html-blocks.ts'
import { Zip } from './package/zip.ts'

/** What a reader is for: its media type, and where it is loaded from when it is needed. */
interface Format {
  mediaType: string
  load(): Promise<FormatReader>
}

const ooxml = 'application/vnd.openxmlformats-officedocument'
const oasis = 'application/vnd.oasis.opendocument'

const formats = {
  docx: {
    mediaType: `${ooxml}.wordprocessingml.document`,
    load: async () => (await import('./office/docx.ts')).readDocx,
  },
  xlsx: {
    mediaType: `${ooxml}.spreadsheetml.sheet`,
    load: async () => (await import('./office/xlsx.ts')).readXlsx,
  },
  pptx: {
    mediaType: `${ooxml}.presentationml.presentation`,
    load: async () => (await import('./office/pptx.ts')).readPptx,
  },
  odt: { mediaType: `${oasis}.text`, load: async () => (await import('./odf/odt.ts')).readOdt },
  ods: { mediaType: `${oasis}.spreadsheet`, load: async () => (await import('./odf/ods.ts')).readOds },
  odp: { mediaType: `${oasis}.presentation`, load: async () => (await import('./odf/odp.ts')).readOdp },
  epub: { mediaType: 'application/epub+zip', load: async () => (await import('./book/epub.ts')).readEpub },
  doc: { mediaType: 'application/msword', load: async () => (await import('./legacy/doc.ts')).readDoc },
  ppt: {
    mediaType: 'application/vnd.ms-powerpoint',
    load: async () => (await import('./legacy/ppt.ts')).readPpt,
  },
  xls: { mediaType: 'application/vnd.ms-excel', load: async () => (await import('./legacy/xls.ts')).readXls },
  rtf: {
    mediaType: 'application/rtf',
    load: () => withHtml(async () => (await import('./legacy/rtf.ts')).rtfReader),
  },
  msg: {
    mediaType: 'application/vnd.ms-outlook',
    load: () => withHtml(async () => (await import('./mail/msg.ts')).msgReader),
  },
  eml: {
    mediaType: 'message/rfc822',
    load: () => withHtml(async () => (await import('./mail/eml.ts')).emlReader),
  },
  mbox: {
    mediaType: 'application/mbox',
    load: () => withHtml(async () => (await import('./mail/mbox.ts')).mboxReader),
  },
  html: { mediaType: 'text/html', load: async () => (await import('./text/html.ts')).readHtml },
  xml: { mediaType: 'application/xml', load: async () => (await import('./text/xml.ts')).readXml },
  markdown: {
    mediaType: 'text/markdown',
    load: async () => (await import('./text/markdown.ts')).readMarkdown,
  },
  notebook: {
    mediaType: 'application/x-ipynb+json',
    load: async () => (await import('./text/notebook.ts')).readNotebook,
  },
  rst: { mediaType: 'text/x-rst', load: async () => (await import('./text/rst.ts')).readRst },
  csv: { mediaType: 'text/csv', load: async () => (await import('./text/csv.ts')).readCsv },
  text: { mediaType: 'text/plain', load: async () => (await import('./text/plain.ts')).readPlain },
} as const satisfies Record<string, Format>

/** A reader of a format that may carry HTML. */
async function withHtml(
  load: () => Promise<(htmlToBlocks: HtmlToBlocks) => FormatReader>,
): Promise<FormatReader> {
  const [reader, { htmlContent }] = await Promise.all([load(), import('./text/html.ts')])
  return reader(htmlContent)
}

export type FileFormat = keyof typeof formats | 'pdf'

/** Bytes at the start of a file that decide what kind of text it is. */
const HEAD_BYTES = 4096

interface Told extends FormatLimits {
  name?: string | undefined
  declared?: string | undefined
}

/** The format of a file by its bytes; among plain texts by its name. Faults: TYPE_UNSUPPORTED, ENCRYPTED, DAMAGED. */
export function formatOf(
  bytes: Uint8Array,
  told: Told,
  checkpoint: () => void,
): { format: FileFormat; mediaType: string } {
  const format = byBytes(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), told, checkpoint)
  return { format, mediaType: format === 'pdf' ? 'application/pdf' : formats[format].mediaType }
}

/** The reader of a format. */
export async function readerOf(format: Exclude<FileFormat, 'pdf'>): Promise<FormatReader> {
  return await formats[format].load()
}

function byBytes(bytes: Buffer, told: Told, checkpoint: () => void): FileFormat {
  const head = bytes.toString('latin1', 0, HEAD_BYTES)
  if (head.startsWith('PK\x03\x04')) return inZip(bytes, told)
  if (isCompound(bytes)) return inCompound(bytes, told, checkpoint)
  if (head.startsWith('{\\rtf')) return 'rtf'
  if (head.slice(0, 1024).includes('%PDF-') || /^\s*\d+\s+\d+\s+obj\b/m.test(head)) return 'pdf'
  if (!isText(bytes)) throw unsupported(lookOf(head) ?? 'none of the known types')
  return textFormat(head, told)
}

function inZip(bytes: Buffer, told: Told): FileFormat {
  const zip = new Zip(bytes, told)
  const mimetype = zip.names.includes('mimetype')
    ? Buffer.from(zip.read('mimetype') ?? []).toString('latin1')
    : ''
  const declared = Object.entries(formats).find(([, { mediaType }]) =>
    mimetype.trim().startsWith(mediaType),
  )?.[0]
  if (declared !== undefined && isFormat(declared)) return declared
  const parts = zip.names.map((name) => name.replace(/^\/+/, '').toLowerCase())
  const has = (folder: string): boolean => parts.some((name) => name.startsWith(folder))
  if (has('word/')) return 'docx'
  if (parts.includes('xl/workbook.bin')) throw unsupported('a binary workbook (.xlsb)')
  if (has('xl/')) return 'xlsx'
  if (has('ppt/')) return 'pptx'
  if (parts.includes('content.xml')) return 'odt'
  throw unsupported('a ZIP archive')
}

const isFormat = (name: string): name is keyof typeof formats => name in formats

function inCompound(bytes: Buffer, told: Told, checkpoint: () => void): FileFormat {
  const storage = openCompound(bytes, told, checkpoint)
  refuseEncryptedPackage(storage)
  const has = (name: string): boolean => storage.streams.has(name)
  if (has('WORDDOCUMENT')) return 'doc'
  if (has('WORKBOOK') || has('BOOK')) return 'xls'
  if (has('__PROPERTIES_VERSION1.0')) return 'msg'
  if (has('POWERPOINT DOCUMENT')) return 'ppt'
  throw unsupported('a compound file')
}

/** No NUL outside of UTF-16, and few controls. */
function isText(bytes: Buffer): boolean {
  const head = bytes.subarray(0, HEAD_BYTES)
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true
  const nulls = head.filter((byte) => byte === 0).length
  // UTF-16 without a mark has a zero in every other byte of Latin text.
  if (nulls > 0) return nulls > 0.4 * head.length && nulls <= 0.5 * head.length + 1
  const controls = head.filter((byte) => byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27).length
  return controls <= 0.02 * head.length
}

const HEADER =
  /^(from|to|subject|date|received|message-id|mime-version|return-path|delivered-to|content-type):/gim

function textFormat(head: string, { name = '', declared }: Told): FileFormat {
  const start = head.replace(/^(?:\xef\xbb\xbf)?\s*/, '')
  if (/^From \S+.*\d{4}/.test(start)) return 'mbox'
  const headers = start.split(/\r?\n\r?\n/, 1)[0] ?? ''
  if (/^[A-Za-z][\w-]*:/.test(start) && (headers.match(HEADER)?.length ?? 0) >= 2) return 'eml'
  if (/^<(!doctype html|html|head|body)\b/i.test(start) || /<html[\s>]/i.test(start.slice(0, 1024)))
    return 'html'
  if (start.startsWith('<?xml') || /^<[\w:]+[^<>]*\sxmlns/.test(start)) return 'xml'
  if (/^\{\s*"(?:cells|metadata|nbformat\w*|worksheets)"\s*:/.test(start) && isNotebook(head, name))
    return 'notebook'
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return byEnding[ending] ?? byDeclared[declared ?? ''] ?? 'text'
}

/** Other JSON begins with the same words: the name tells, or the first cell. */
const isNotebook = (head: string, name: string): boolean =>
  /\.ipynb$/i.test(name) || /"cell_type"\s*:\s*"(?:markdown|code|raw)"/.test(head)

const byEnding: Readonly<Record<string, FileFormat>> = {
  csv: 'csv',
  eml: 'eml',
  htm: 'html',
  html: 'html',
  markdown: 'markdown',
  mbox: 'mbox',
  md: 'markdown',
  rst: 'rst',
  tsv: 'csv',
  xhtml: 'html',
}

const byDeclared: Readonly<Record<string, FileFormat>> = {
  'message/rfc822': 'eml',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'markdown',
  'text/tab-separated-values': 'csv',
}

function unsupported(looksLike: string): Error {
  const detail = `Expected a document; the bytes look like ${looksLike}. Send a PDF, picture, office file, mail or text.`
  return fault('TYPE_UNSUPPORTED', detail, { looksLike })
}
