import { z } from 'zod'
import { MiB, operation } from '../operation.ts'
import { FILE_TYPES } from './documents.ts'
import { PICTURE_TYPES } from './ocr.ts'
import { namesOneFile, namesOneFileMessage, oneFile } from './one-file.ts'

export const OutlineInput = z
  .strictObject({
    ...oneFile('The document'),
    password: z.string().max(1024).optional().describe('Password of an encrypted file'),
    maxPages: z
      .int()
      .min(1)
      .max(5000)
      .default(100)
      .describe('Pages looked at for headings, where the document has no bookmarks'),
  })
  .refine(namesOneFile, namesOneFileMessage)
export type OutlineInput = z.infer<typeof OutlineInput>

export const OutlineItem = z
  .strictObject({
    title: z.string(),
    page: z
      .int()
      .positive()
      .optional()
      .describe('Where it leads; none where that is nowhere in the document'),
    label: z.string().optional().describe('Printed label of that page, where it is not its number'),
    url: z.string().optional().describe('Where it leads outside the document'),
    get items(): z.ZodArray<typeof OutlineItem> {
      return z.array(OutlineItem)
    },
  })
  .meta({ id: 'OutlineItem' })
export type OutlineItem = z.infer<typeof OutlineItem>

export const OutlineOutput = z.strictObject({
  pageCount: z.int().nonnegative(),
  from: z
    .enum(['bookmarks', 'headings', 'none'])
    .describe('bookmarks: the outline of the PDF; headings: those of the text, and titles of its pages'),
  items: z.array(OutlineItem),
  truncated: z.boolean().optional().describe('Whether items were left out: too many, or nested too deep'),
  nextPage: z
    .int()
    .positive()
    .optional()
    .describe('First page not looked at for headings; a larger `maxPages` goes further'),
})
export type OutlineOutput = z.infer<typeof OutlineOutput>

export const outline = operation({
  name: 'documents.outline',
  tool: { name: 'system_documents', action: 'outline' },
  cli: { positional: ['source'] },
  summary: 'The outline of a document: its chapters and headings, and the page of each.',
  description:
    'Of a PDF its bookmarks; where it has none, the headings told by their looks on the first `maxPages` pages. Of any ' +
    'other file its headings, nested by level, under the titles of its sheets, slides, chapters or messages. Nothing is ' +
    'recognised: a scan without bookmarks has no outline. A bookmark whose destination is broken has no page.',
  tier: { base: 'read' },
  lane: 'heavy',
  input: OutlineInput,
  output: OutlineOutput,
  files: {
    one: 'source',
    mediaTypes: ['application/pdf', ...PICTURE_TYPES, ...FILE_TYPES, 'application/octet-stream'],
  },
  limits: { timeoutMs: 120_000, maxInputBytes: 50 * MiB },
  deterministic: true,
  volatile: [],
  cache: 'content',
  version: 1,
  faults: [
    'EMPTY_FILE',
    'DAMAGED',
    'ENCRYPTED',
    'WRONG_PASSWORD',
    'TYPE_UNSUPPORTED',
    'TYPE_MISMATCH',
    'TOO_LARGE',
    'TOO_MANY_PAGES',
    'TOO_DEEP',
    'ARCHIVE_BOMB',
  ],
  examples: [
    { title: 'The chapters of a report', input: { path: 'samples/report.pdf' }, cli: 'samples/report.pdf' },
  ],
})
