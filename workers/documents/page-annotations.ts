import { z } from 'zod'
import type { PageBox } from '../page-words.ts'
import type { PdfPage } from './pdfjs.ts'
import type { PlacedText } from './run.ts'

/** What a page shows or carries beside its content stream. */
export interface Annotations {
  /** Form values and free text, where they stand on the page. */
  placed: PlacedText[]
  notes: Note[]
}

/** What stands at the end of a page's text, marked: a comment, or a text that a reader does not see. */
export interface Note {
  kind: 'note' | 'hidden'
  text: string
  /** Author of a comment, or why a text is not seen. */
  label?: string
  /** Where the comment belongs or the text stands. */
  box?: PageBox
}

const text = z.object({ str: z.string() }).nullish()

/** What pdf.js says of an annotation, as far as text is concerned. */
const Annotation = z.object({
  subtype: z.string().nullish(),
  annotationFlags: z.number().catch(0),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  contentsObj: text.catch(undefined),
  titleObj: text.catch(undefined),
  textContent: z.array(z.string()).nullish().catch(undefined),
  fieldType: z.string().nullish(),
  fieldValue: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .catch(undefined),
  password: z.boolean().nullish().catch(false),
  checkBox: z.boolean().nullish(),
  radioButton: z.boolean().nullish(),
  exportValue: z.string().nullish().catch(undefined),
  buttonValue: z.string().nullish().catch(undefined),
  options: z
    .array(z.object({ exportValue: z.string().nullish(), displayValue: z.string().nullish() }))
    .nullish()
    .catch(undefined),
  defaultAppearanceData: z.object({ fontSize: z.number().nullish() }).nullish().catch(undefined),
})
type Annotation = z.infer<typeof Annotation>

/** ISO 32000-1, table 165: hidden and no-view annotations are not shown. */
const unseenFlags = 2 | 32

/** Comments are attached to these by the people who read a document. */
const commented = new Set(
  'Text Highlight Underline Squiggly StrikeOut Caret Ink Stamp Line Square Circle Polygon PolyLine FileAttachment'.split(
    ' ',
  ),
)

/** Reads form values, free text and notes of a page. Passwords and hidden fields are left out. */
export async function readAnnotations(page: PdfPage): Promise<Annotations> {
  const found: Annotations = { placed: [], notes: [] }
  // A damaged annotation must not cost the page its text.
  const raw: unknown[] = await page.getAnnotations({ intent: 'display' }).catch(() => [])
  for (const entry of raw) {
    const { success, data: annotation } = Annotation.safeParse(entry)
    if (!success || (annotation.annotationFlags & unseenFlags) !== 0) continue
    const shown = shownText(annotation)
    if (shown !== '') found.placed.push(...place(shown, annotation, page))
    const note = annotation.contentsObj?.str.trim() ?? ''
    if (note !== '' && commented.has(annotation.subtype ?? '')) {
      const author = annotation.titleObj?.str.trim() ?? ''
      found.notes.push({
        kind: 'note',
        text: note,
        ...(author !== '' && { label: author }),
        box: boxOf(annotation, page),
      })
    }
  }
  return found
}

/** What a reader sees within the rectangle of an annotation; a ticked box is `[x]`. */
function shownText(annotation: Annotation): string {
  const { subtype, fieldType, fieldValue, textContent } = annotation
  if (subtype === 'FreeText') return textContent?.join('\n') ?? annotation.contentsObj?.str ?? ''
  if (subtype !== 'Widget' || annotation.password === true) return ''
  if (fieldType === 'Btn') return isTicked(annotation) ? '[x]' : ''
  if (Array.isArray(fieldValue)) {
    const named = fieldValue.map((value) => displayOf(value, annotation)).filter((value) => value !== '')
    return named.join(', ')
  }
  return fieldValue?.trim() ?? ''
}

function isTicked({ checkBox, radioButton, fieldValue, exportValue, buttonValue }: Annotation): boolean {
  if (typeof fieldValue !== 'string' || fieldValue === 'Off') return false
  if (checkBox === true) return fieldValue === exportValue
  return radioButton === true && fieldValue === buttonValue
}

function displayOf(value: string, { options }: Annotation): string {
  return options?.find((option) => option.exportValue === value)?.displayValue ?? value
}

/** Padding within a field, in points, as viewers draw it. */
const padding = 2

/** Stands the lines of a text in its rectangle, about where a viewer would draw them. */
function place(shown: string, annotation: Annotation, page: PdfPage): PlacedText[] {
  const { defaultAppearanceData } = annotation
  const box = boxOf(annotation, page)
  const [left, top, width, height] = box
  const [right, bottom] = [left + width, top + height]
  const lines = shown.split(/\r\n?|\n/)
  const room = (bottom - top) / lines.length
  const size = Math.max(1, Math.min(defaultAppearanceData?.fontSize || 12, 0.85 * room))
  const pitch = Math.min(room, 1.2 * size)
  const first = lines.length === 1 ? (top + bottom) / 2 + 0.35 * size : top + padding + 0.9 * size
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    return {
      text: line,
      matrix: [size, 0, 0, -size, left + padding, first + index * pitch],
      advance: Math.max(1, Math.min(right - left - 2 * padding, 0.5 * size * line.length)),
      vertical: false,
      spaced: true,
      // How a viewer lays the value out within the field is its own affair.
      box,
    }
  })
}

/** The rectangle of an annotation on the upright page. */
function boxOf({ rect }: Annotation, page: PdfPage): PageBox {
  const corners: number[] = page.getViewport({ scale: 1 }).convertToViewportRectangle(rect)
  const [ax = 0, ay = 0, bx = 0, by = 0] = corners
  return [Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx), Math.abs(ay - by)]
}
