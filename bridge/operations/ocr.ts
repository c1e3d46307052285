import { z } from 'zod'
import { MiB, operation } from '../operation.ts'
import { Source } from '../sources.ts'

const code = '[a-z]{3}(_[A-Za-z]+)?'

/** What may be asked of the languages of a page: `auto`, or names such as `eng` and `fra`. */
export const Languages = z
  .union([
    z.literal('auto'),
    z
      .string()
      .regex(
        new RegExp(`^${code}(\\+${code}){0,3}$`),
        'expected "auto", or names such as "fra" or "fra+eng"',
      ),
    z
      .array(z.string().regex(new RegExp(`^${code}$`), 'expected a name such as "eng" or "chi_sim"'))
      .min(1)
      .max(4),
  ])
  .describe('"auto", or the languages of the page, the main one first: "fra+eng" or ["fra", "eng"]')
export type Languages = z.infer<typeof Languages>

/** The languages that were named, or undefined where they are to be found out. */
export function namedLanguages(languages: Languages): string[] | undefined {
  if (languages === 'auto') return undefined
  return typeof languages === 'string' ? languages.split('+') : languages
}

/** Pictures that can be read. */
export const PICTURE_TYPES = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/bmp',
  'image/avif',
  'image/tiff',
]

const Box = z
  .tuple([z.int(), z.int(), z.int().nonnegative(), z.int().nonnegative()])
  .describe('Left, top, width and height in pixels of the upright picture')

export const Word = z.strictObject({
  text: z.string(),
  box: Box,
  confidence: z.number().min(0).max(1),
})
export type Word = z.infer<typeof Word>

export const RecognizeInput = z.strictObject({
  source: Source,
  frame: z.int().min(1).max(10_000).default(1).describe('Which picture of a file that has several'),
  languages: Languages.default('auto'),
  engine: z
    .enum(['auto', 'tesseract', 'ppocr'])
    .default('auto')
    .describe('Which program reads; auto decides by what is measured on the page'),
  detail: z
    .enum(['text', 'words', 'hocr'])
    .default('text')
    .describe('words: every word with its place; hocr: the same as a document that other programs read'),
  deskew: z
    .boolean()
    .default(true)
    .describe('Whether a page that stands askew, or was photographed at an angle, is set straight first'),
})
export type RecognizeInput = z.infer<typeof RecognizeInput>

export const RecognizeOutput = z.strictObject({
  text: z.string().describe('Lines in reading order; empty for a page without text'),
  confidence: z.number().min(0).max(1).describe('Mean over the words by their length; 0 without any'),
  rotation: z
    .union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)])
    .describe('Degrees clockwise by which the picture was turned to stand upright'),
  skewDegrees: z
    .number()
    .describe('By how much it still stood askew, clockwise; it was set straight by that'),
  engine: z.enum(['tesseract', 'ppocr', 'none']).describe('What read it; none: there is nothing to read'),
  languages: z.array(z.string()).describe('Languages it was read in'),
  width: z.int().positive().describe('Of the upright picture, in pixels'),
  height: z.int().positive(),
  frames: z.int().positive().describe('Pictures in the file'),
  words: z.array(Word).optional(),
  hocr: z
    .string()
    .optional()
    .describe(
      'hOCR 1.2 in XHTML: lines and words with their places in the upright picture, x_wconf from 0 to 100. ' +
        'Blocks, paragraphs and baselines are not in it',
    ),
})
export type RecognizeOutput = z.infer<typeof RecognizeOutput>

export const recognize = operation({
  name: 'ocr.recognize',
  tool: { name: 'system_documents', action: 'recognize' },
  cli: { positional: ['source'] },
  summary: 'Read the text of a picture: a scan, a photograph, a screenshot.',
  description:
    'Takes PNG, JPEG, WebP, GIF, BMP, AVIF and TIFF. The page is measured first: which way up it stands, how askew, how ' +
    'even its light is, how tall its letters are, how many columns it has. A sheet photographed at an angle is read as if ' +
    'seen from straight above. Two programs can read it, Tesseract and ' +
    'PP-OCR; which one does is chosen by that and by how sure they are. Everything runs on this machine from files ' +
    'that came with the installation.',
  tier: { base: 'read' },
  lane: 'native',
  input: RecognizeInput,
  output: RecognizeOutput,
  files: {
    one: 'source',
    mediaTypes: [...PICTURE_TYPES, 'application/octet-stream'],
  },
  limits: { timeoutMs: 120_000, maxInputBytes: 50 * MiB },
  deterministic: true,
  volatile: [],
  cache: 'content',
  version: 3,
  faults: ['EMPTY_FILE', 'DAMAGED', 'TYPE_UNSUPPORTED', 'TYPE_MISMATCH', 'TOO_MANY_PIXELS', 'UNAVAILABLE'],
  examples: [
    {
      title: 'The text of a photographed receipt',
      input: { source: { path: 'samples/receipt.jpg' } },
      cli: 'samples/receipt.jpg',
    },
    {
      title: 'The same as hOCR, for programs that take it',
      input: { source: { path: 'samples/receipt.jpg' }, detail: 'hocr' },
      cli: 'samples/receipt.jpg --detail hocr',
    },
  ],
})
