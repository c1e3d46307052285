import { z } from 'zod'
import { MiB, operation } from '../operation.ts'
import { BlobResult, EntryError } from '../sources.ts'
import { PageRanges } from './documents.ts'
import { PICTURE_TYPES } from './ocr.ts'
import { namesOneFile, namesOneFileMessage, oneFile } from './one-file.ts'

export const RenderInput = z
  .strictObject({
    ...oneFile('The file'),
    pages: PageRanges.default('1').describe('Pages to draw, such as "1-5,9"; "all" for every page'),
    password: z.string().max(1024).optional().describe('Password of an encrypted file'),
    dpi: z
      .int()
      .min(36)
      .max(600)
      .default(150)
      .describe('Pixels an inch; fewer where a page would pass the pixels allowed'),
    format: z.enum(['png', 'jpeg']).default('png'),
  })
  .refine(namesOneFile, namesOneFileMessage)
export type RenderInput = z.infer<typeof RenderInput>

export const RenderedPage = z.strictObject({
  number: z.int().positive(),
  width: z.int().positive().optional().describe('Of the picture, in pixels'),
  height: z.int().positive().optional(),
  widthPt: z
    .number()
    .nonnegative()
    .optional()
    .describe(
      'Of the upright page in points, or of a picture in its own pixels: what boxes of words are measured in',
    ),
  heightPt: z.number().nonnegative().optional(),
  picture: BlobResult.optional(),
  error: EntryError.optional().describe('Why this page could not be drawn, though others can'),
})
export type RenderedPage = z.infer<typeof RenderedPage>

export const RenderOutput = z.strictObject({
  pages: z.array(RenderedPage),
  pageCount: z.int().positive().describe('Pages of the document'),
})
export type RenderOutput = z.infer<typeof RenderOutput>

export const render = operation({
  name: 'documents.render',
  tool: { name: 'system_documents', action: 'render' },
  cli: { positional: ['source'] },
  summary: 'Draw pages of a document as pictures.',
  description:
    'Pages of a PDF stand upright on white ground, with their form values and notes. A picture is a document of one ' +
    'page, a TIFF of as many as it has; they are given upright, in grey where they come from a TIFF, and are reduced to ' +
    '`dpi` where they say how many pixels an inch they have, never enlarged. A page that cannot be drawn has an error ' +
    'of its own, unless it is the only one.',
  tier: { base: 'read' },
  lane: 'native',
  input: RenderInput,
  output: RenderOutput,
  files: { one: 'source', mediaTypes: ['application/pdf', ...PICTURE_TYPES, 'application/octet-stream'] },
  binary: 'pages.picture',
  limits: { timeoutMs: 120_000, longTimeoutMs: 3_600_000, maxInputBytes: 50 * MiB },
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
    'TOO_MANY_PIXELS',
    'ARCHIVE_BOMB',
  ],
  examples: [
    {
      title: 'The first page of a PDF as a PNG',
      input: { path: 'samples/letter.pdf' },
      cli: 'samples/letter.pdf --out letter.png',
    },
    {
      title: 'Three pages as JPEG pictures in a folder',
      input: { path: 'samples/report.pdf', pages: '1-3', dpi: 96, format: 'jpeg' },
      cli: 'samples/report.pdf --pages 1-3 --dpi 96 --format jpeg --out pages/',
    },
  ],
})
