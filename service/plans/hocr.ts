import type { Word } from '../../bridge/operations/ocr.ts'
import { version } from '../version.ts'

/** A page as it was read; boxes in pixels of the upright picture. */
export interface HocrPage {
  /** File name of the picture, where it has one. */
  name?: string | undefined
  width: number
  height: number
  /** Which picture of a file that has several, from 1. */
  number?: number | undefined
  /** Pixels an inch, where the file says so. */
  dpi?: number | undefined
  rotation: number
  skewDegrees: number
  /** As Tesseract names them, the main one first; none where the program that read knows no languages. */
  languages: readonly string[]
  /** Words line by line, in reading order. */
  lines: readonly (readonly Word[])[]
}

/** What can stand in the document: blocks and paragraphs are not known, nor are baselines. */
const CAPABILITIES = 'ocr_page ocr_line ocrx_word ocrp_lang ocrp_wconf'

/**
 * A page as hOCR 1.2, in XHTML. Boxes are left, top, right and bottom in pixels of the upright picture, which is the
 * file turned clockwise by `rotation`; its text may still lean by `skewDegrees`, and boxes hold leaning words whole. Both
 * are told in `meta` elements of our own, since hOCR has no words for them. The box of a line is that around its words.
 */
export function hocrOf(page: HocrPage): string {
  const codes = page.languages.map(languageCode)
  const language = codes[0] === undefined ? '' : ` lang="${codes[0]}" xml:lang="${codes[0]}"`
  const lines = page.lines.filter((words) => words.length > 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE html>',
    '<html xmlns="http://www.w3.org/1999/xhtml">',
    ' <head>',
    `  <title>${escaped(page.name ?? '')}</title>`,
    '  <meta http-equiv="Content-Type" content="text/html; charset=utf-8" />',
    ...metaOf({
      'ocr-system': `talaria ${version}`,
      'ocr-capabilities': CAPABILITIES,
      'ocr-number-of-pages': '1',
      'ocr-langs': codes.join(' ') || 'unknown',
      'talaria-rotation': String(page.rotation),
      'talaria-skew-degrees': String(page.skewDegrees),
    }),
    ' </head>',
    ' <body>',
    `  <div class="ocr_page" id="page_1" title="${escaped(pageTitle(page))}"${language}>`,
    ...lines.flatMap((words, index) => lineOf(words, index + 1)),
    '  </div>',
    ' </body>',
    '</html>',
    '',
  ].join('\n')
}

function metaOf(contents: Record<string, string>): string[] {
  return Object.entries(contents).map(
    ([name, content]) => `  <meta name="${name}" content="${escaped(content)}" />`,
  )
}

function pageTitle({ name, width, height, number, dpi }: HocrPage): string {
  return [
    // A name stands between quotes, for which hOCR has no escape.
    ...(name === undefined ? [] : [`image "${name.replaceAll('"', '%22')}"`]),
    `bbox 0 0 ${width} ${height}`,
    ...(number === undefined ? [] : [`ppageno ${number - 1}`]),
    ...(dpi === undefined ? [] : [`scan_res ${dpi} ${dpi}`]),
  ].join('; ')
}

function lineOf(words: readonly Word[], number: number): string[] {
  const corners = words.map(({ box }) => cornersOf(box))
  const around = [Math.min, Math.min, Math.max, Math.max].map((extreme, side) =>
    extreme(...corners.map((corner) => corner[side] ?? 0)),
  )
  return [
    `   <span class="ocr_line" id="line_1_${number}" title="bbox ${around.join(' ')}">`,
    ...words.map(({ text, box, confidence }, index) => {
      const title = `bbox ${cornersOf(box).join(' ')}; x_wconf ${Math.round(100 * confidence)}`
      return `    <span class="ocrx_word" id="word_1_${number}_${index + 1}" title="${title}">${escaped(text)}</span>`
    }),
    '   </span>',
  ]
}

function cornersOf([left, top, width, height]: Word['box']): number[] {
  return [left, top, left + width, top + height]
}

/** A language as HTML names it (BCP 47): `fra` is `fr`, `chi_sim` is `zh-Hans`. */
function languageCode(name: string): string {
  const [language = '', variant] = name.split('_')
  const script = variant === undefined ? undefined : { sim: 'Hans', tra: 'Hant', latn: 'Latn' }[variant]
  return Intl.getCanonicalLocales(script === undefined ? language : `${language}-${script}`)[0] ?? language
}

/** Text within an element or an attribute; what XML 1.0 does not allow becomes U+FFFD. */
function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"]/g, (letter) => entities[letter] ?? letter)
}
