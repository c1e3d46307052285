import { z } from 'zod'
import { MiB, operation } from '../operation.ts'
import { BlobResult, Digest, EntryError, Source } from '../sources.ts'
import { readToolArguments, toolNotes } from './documents-tool.ts'
import { Languages, PICTURE_TYPES } from './ocr.ts'

/** Pages of a document as a caller names them. */
export const PageRanges = z
  .string()
  .regex(
    /^(all|\d+(-\d*)?(,\d+(-\d*)?)*)$/,
    'expected "all" or page numbers and ranges such as "1-5,9" or "21-"',
  )
  .max(1000)

export const ReadInput = z
  .strictObject({
    source: Source.optional().describe('One file: if it cannot be read, the call fails'),
    sources: z
      .array(Source)
      .min(1)
      .max(50)
      .optional()
      .describe('Several files: each entry has its own error'),
    path: z.string().min(1).max(4096).optional().describe('Short for `source: {path}`'),
    pages: PageRanges.optional().describe('Pages to read, such as "1-5,2999" or "21-"; "all" for every page'),
    maxPages: z
      .int()
      .min(1)
      .max(5000)
      .optional()
      .describe(
        'Pages read of each file in one call: 3 where neither this nor `pages` is given, else no bound',
      ),
    maxChars: z.int().min(1).optional().describe('Characters kept of each page'),
    maxDocumentChars: z
      .union([z.literal('auto'), z.int().min(1)])
      .optional()
      .describe(
        'Characters of each document; pages beyond them are named in `skipped`. auto: 4000 for up to three documents, else 800',
      ),
    limit: z
      .int()
      .min(1)
      .max(50)
      .default(15)
      .describe('Files read in one call; the rest is named in `skipped`'),
    password: z.string().max(1024).optional().describe('Password of an encrypted file'),
    ocr: z
      .enum(['auto', 'never', 'always'])
      .default('auto')
      .describe('Whether pages are read from their picture: auto, where their own text will not do'),
    languages: Languages.default('auto'),
    detail: z
      .enum(['text', 'words', 'blocks'])
      .default('text')
      .describe(
        'words: every word of a page with its place, besides the text; blocks: headings, paragraphs, items and tables',
      ),
    format: z
      .enum(['text', 'markdown'])
      .default('text')
      .describe('markdown: the text of pages with headings, lists, tables and links as Markdown'),
    hints: z.boolean().default(true).describe('Whether to say what is needed to file a document'),
    einvoice: z
      .enum(['auto', 'ignore'])
      .default('auto')
      .describe('ignore: hints are taken from the printed text alone, not from the XML of an e-invoice'),
  })
  .refine((input) => [input.source, input.sources, input.path].filter(Boolean).length === 1, {
    message: 'expected exactly one of source, sources and path',
  })
export type ReadInput = z.infer<typeof ReadInput>

/** Media types of files that are no PDF and no picture; as a raw body any of them is read by what its bytes are. */
export const FILE_TYPES = [
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
  'application/epub+zip',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/rtf',
  'application/vnd.ms-outlook',
  'application/mbox',
  'application/x-ipynb+json',
  'application/xml',
  'message/rfc822',
  'text/csv',
  'text/html',
  'text/markdown',
  'text/plain',
  'text/xml',
] as const

const length = z.number().nonnegative()

const Box = z.tuple([length, length, length, length])

/** A word of a page. Joined, the words of a page are its text, but for white space. */
export const PageWord = z.strictObject({
  text: z.string(),
  box: Box.optional().describe(
    'Left, top, width and height in points from the top left of the upright page, of a picture in its pixels; that ' +
      'of the field or note for a word in one; none where a word has no place',
  ),
})
export type PageWord = z.infer<typeof PageWord>

export const PageBlock = z.strictObject({
  kind: z.enum([
    'heading',
    'paragraph',
    'item',
    'table',
    'code',
    'quote',
    'header',
    'footer',
    'footnote',
    'endnote',
    'comment',
    'note',
    'text box',
    'deleted',
    'speaker notes',
    'alt text',
    'chart',
    'hidden',
  ]),
  text: z.string().describe('Of a table a line for each row, its cells parted by tabs'),
  box: Box.optional().describe('As of a word; of pages of a PDF'),
  level: z.int().optional().describe('Of a heading 1 to 6, of an item of a list its depth from 0'),
  label: z
    .string()
    .optional()
    .describe(
      'Marker of an item, number of a footnote, author of a comment or deletion; why hidden text of a PDF is not seen',
    ),
  table: z.int().optional().describe('Index in `tables` of the page'),
})
export type PageBlock = z.infer<typeof PageBlock>

export const PageTable = z.strictObject({
  rows: z.array(z.array(z.string())),
  headed: z.boolean().describe('Whether the first row is its heading'),
  box: Box.optional(),
})
export type PageTable = z.infer<typeof PageTable>

export const Page = z.strictObject({
  number: z.int().positive(),
  label: z
    .string()
    .optional()
    .describe('Printed label of a page of a PDF, such as `iv` or `A-3`, where it is not its number'),
  title: z.string().optional().describe('Name of a sheet, title of a chapter, subject of a message'),
  hidden: z.boolean().optional().describe('A sheet or slide that its program does not show'),
  text: z.string(),
  from: z
    .enum(['text', 'ocr', 'none'])
    .describe('Where the text came from: the file itself, or its picture; none: there is none'),
  confidence: z.number().min(0).max(1).optional().describe('How sure the recognition of the page is'),
  engine: z.enum(['tesseract', 'ppocr', 'none']).optional().describe('What recognised the page'),
  width: length.optional().describe('Of the upright page, in points, of a picture in pixels; with `words`'),
  height: length.optional(),
  rotation: z
    .union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
    .optional()
    .describe('Degrees clockwise by which a page that was recognised was turned to stand upright; else 0'),
  words: z.array(PageWord).optional().describe('In reading order, where `detail` asks for them'),
  blocks: z.array(PageBlock).optional().describe('In reading order, where `detail` asks for them'),
  tables: z.array(PageTable).optional().describe('With `blocks`'),
  truncated: z.boolean().optional().describe('Whether `maxChars` or the limit of a page cut the text'),
  error: EntryError.optional().describe('Why this page could not be read, though the document can'),
})
export type Page = z.infer<typeof Page>

/** What a person needs to know of a document to file it. What is not known for sure is left out. */
export const Hints = z.strictObject({
  kind: z
    .enum(['invoice', 'receipt', 'statement', 'quote', 'credit-note', 'payslip', 'contract', 'order'])
    .optional(),
  confidence: z.enum(['high', 'medium', 'low']).describe('Of the kind'),
  vendor: z.string().optional().describe('Who issued it; never the customer'),
  vendorCandidates: z.array(z.string()),
  date: z.string().optional().describe('Of issue, ISO 8601'),
  dateAmbiguous: z.boolean().describe('Whether day and month of `date` could be the other way round'),
  dueDate: z.string().optional(),
  number: z.string().optional(),
  total: z
    .strictObject({
      amount: z.string().describe('Plain decimal'),
      currency: z.string().optional().describe('ISO 4217'),
      text: z.string().describe('As it is printed'),
    })
    .optional(),
  suggestedName: z.string().optional().describe('File name, with the extension of the file'),
  fingerprint: z.string().optional().describe('The same for the same document downloaded or scanned anew'),
  at: z
    .record(z.string(), z.strictObject({ page: z.int().positive(), box: Box.optional() }))
    .describe('Where each field was read'),
})
export type Hints = z.infer<typeof Hints>

const Mail = z.strictObject({
  from: z.string().optional(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string().optional(),
  date: z.string().optional().describe('ISO 8601, UTC'),
})

const Attachment = BlobResult.extend({ name: z.string().optional() }).describe(
  'Give its `blob` as `source: {blob}` to read it as a document of its own',
)

export const Document = z.strictObject({
  name: z.string(),
  path: z.string().optional(),
  mediaType: z.string().optional(),
  bytes: z.int().optional(),
  sha256: Digest.optional(),
  pageCount: z.int().optional(),
  pages: z.array(Page),
  links: z
    .array(z.strictObject({ text: z.string(), url: z.string(), page: z.int().positive() }))
    .optional()
    .describe('With `detail: "blocks"`, of files that are not PDFs'),
  mail: Mail.optional(),
  attachments: z.array(Attachment).optional().describe('Files inside the file'),
  hints: Hints.optional(),
  duplicateOf: z.int().optional().describe('Index of an earlier document with the same bytes'),
  error: EntryError.optional(),
})
export type Document = z.infer<typeof Document>

export const ReadOutput = z.strictObject({
  documents: z.array(Document),
  skipped: z.array(
    z.strictObject({
      path: z.string().optional(),
      name: z.string().optional(),
      reason: z.string(),
      nextPage: z.int().optional(),
    }),
  ),
})
export type ReadOutput = z.infer<typeof ReadOutput>

export const read = operation({
  name: 'documents.read',
  tool: { name: 'system_documents', action: 'read', arguments: readToolArguments, notes: toolNotes },
  cli: { positional: ['sources'] },
  summary: 'Read documents of any kind page by page, with OCR where a page has no usable text.',
  description:
    'Text of PDF files and pictures in reading order: columns one after another, rows of tables whole, right-to-left text in ' +
    'logical order. Form values stand where they stand on the page, a ticked box is `[x]`; notes follow at the end of ' +
    'their page as `[note by …: …]`, then text that nobody sees who looks at the page, as `[hidden, covered: …]`: in the ' +
    'colour of its ground, covered, clipped, off the page, too small, invisible or on a hidden layer. Pages without usable text of their own, scans and pictures are recognised; `from` says where a text came ' +
    'from. Of office files, mail, books, web pages and plain text a sheet, slide, chapter or message is a page, any other ' +
    'file has one; what is not running text (headers, notes, comments, deletions, alternative texts, the name of a sheet) is ' +
    'marked as in `[comment by …: …]`. A folder stands for the documents in it. With `detail: "words"` each word comes with its place on ' +
    'the page, with `"blocks"` headings, paragraphs, items and tables; with `format: "markdown"` the text is Markdown. ' +
    '`hints` say what is needed to file a document; what is not known for sure is left out of them. `skipped` names what ' +
    'was left out, with the page to go on from: a call that runs out of time answers what it has read so far. Damaged ' +
    'files are read as far as they go.',
  tier: { base: 'read' },
  lane: 'heavy',
  input: ReadInput,
  output: ReadOutput,
  files: {
    one: 'source',
    many: 'sources',
    folders: true,
    mediaTypes: ['application/pdf', ...PICTURE_TYPES, ...FILE_TYPES, 'application/octet-stream'],
  },
  streams: {
    rest: ({ documents, skipped }) => ({
      documents: documents.map((document) => ({ ...document, pages: undefined })),
      skipped,
    }),
  },
  limits: { timeoutMs: 120_000, longTimeoutMs: 3_600_000, maxInputBytes: 50 * MiB },
  deterministic: true,
  volatile: [],
  cache: 'content',
  version: 6,
  faults: [
    'EMPTY_FILE',
    'DAMAGED',
    'ENCRYPTED',
    'WRONG_PASSWORD',
    'TYPE_UNSUPPORTED',
    'TYPE_MISMATCH',
    'TOO_MANY_PAGES',
    'TOO_DEEP',
    'ARCHIVE_BOMB',
  ],
  examples: [
    { title: 'The first pages of a PDF', input: { path: 'samples/letter.pdf' }, cli: 'samples/letter.pdf' },
    {
      title: 'Two pages of a longer document',
      input: { path: 'samples/report.pdf', pages: '2,5' },
      cli: 'samples/report.pdf --pages 2,5',
    },
    {
      title: 'A document as Markdown',
      input: { path: 'samples/report.pdf', format: 'markdown' },
      cli: 'samples/report.pdf --format markdown',
    },
    {
      title: 'Where each word of a form stands',
      input: { path: 'samples/form.pdf', detail: 'words' },
    },
  ],
})
