import { z } from 'zod'
import { MiB, operation } from '../operation.ts'
import { BlobResult, EntryError } from '../sources.ts'
import { PageRanges } from './documents.ts'
import { Languages, PICTURE_TYPES } from './ocr.ts'
import { namesOneFile, namesOneFileMessage, oneFile } from './one-file.ts'

export const SearchableInput = z
  .strictObject({
    ...oneFile('The scan: a PDF or a picture'),
    pages: PageRanges.default('all').describe(
      'Pages to look at, such as "1-5,9"; of a PDF the others stay as they are, of a picture file they are left out',
    ),
    languages: Languages.default('auto'),
  })
  .refine(namesOneFile, namesOneFileMessage)
export type SearchableInput = z.infer<typeof SearchableInput>

export const SearchablePage = z.strictObject({
  number: z.int().positive(),
  from: z
    .enum(['text', 'ocr', 'none'])
    .describe(
      'text: it has text of its own and was left alone; ocr: it was recognised; none: no text was found',
    ),
  confidence: z.number().min(0).max(1).optional().describe('How sure the recognition of the page is'),
  rotation: z
    .union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
    .optional()
    .describe('Degrees clockwise by which the page was turned to stand upright'),
  error: EntryError.optional().describe('Why this page could not be recognised, though others were'),
})
export type SearchablePage = z.infer<typeof SearchablePage>

export const SearchableOutput = z.strictObject({
  pdf: BlobResult,
  pageCount: z.int().positive(),
  pages: z.array(SearchablePage).describe('Those that were looked at'),
  changed: z.boolean().describe('Whether the PDF differs from the file that came'),
})
export type SearchableOutput = z.infer<typeof SearchableOutput>

export const searchable = operation({
  name: 'documents.searchable',
  tool: { name: 'system_documents', action: 'searchable' },
  cli: { positional: ['source'] },
  summary: 'Turn a scan into a PDF whose text can be searched and copied.',
  description:
    'Pages without usable text of their own are recognised, and what was read is laid over their picture, invisible, ' +
    'each word on its place; pages that lie on their side are turned upright. A PDF keeps every byte it has: what is new ' +
    'stands behind them. A picture becomes a PDF of a page, a TIFF of as many as it has; JPEG pictures go in as they are, ' +
    'others pixel by pixel, those of a TIFF in grey. A PDF with text on all pages comes back as it is. A protected PDF is refused with ENCRYPTED.',
  tier: { base: 'read' },
  lane: 'heavy',
  input: SearchableInput,
  output: SearchableOutput,
  files: { one: 'source', mediaTypes: ['application/pdf', ...PICTURE_TYPES, 'application/octet-stream'] },
  binary: 'pdf',
  limits: { timeoutMs: 120_000, longTimeoutMs: 3_600_000, maxInputBytes: 50 * MiB },
  deterministic: true,
  volatile: [],
  cache: 'content',
  version: 3,
  faults: [
    'EMPTY_FILE',
    'DAMAGED',
    'ENCRYPTED',
    'TYPE_UNSUPPORTED',
    'TYPE_MISMATCH',
    'TOO_LARGE',
    'TOO_MANY_PAGES',
    'TOO_MANY_PIXELS',
    'ARCHIVE_BOMB',
    'UNAVAILABLE',
  ],
  examples: [
    {
      title: 'A photographed receipt as a PDF to search in',
      input: { path: 'samples/receipt.jpg' },
      cli: 'samples/receipt.jpg --out receipt.pdf',
    },
  ],
})
