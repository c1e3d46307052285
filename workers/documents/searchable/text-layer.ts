import type { LayerPage, LayerWord } from '../../page-words.ts'
import { glyphWidth, type GlyphlessFont } from './glyphless-font.ts'

/** The visible part of a page in its own coordinates, and the degrees clockwise by which it is shown turned. */
export interface PageSpace {
  view: readonly number[]
  rotate: number
}

/** Name of the font among the resources of a page. */
export const layerFont = 'TlrText'

/** Where the base line of a word lies in its box, from the top: letters with descenders are in the smaller part. */
const BASE_LINE = 0.8

/**
 * The content stream of a text layer: each word in text rendering mode 3, neither filled nor stroked, stretched over the
 * place of its picture, with the blank between two words stretched over the gap.
 */
export function layerContent(page: LayerPage, space: PageSpace, font: GlyphlessFont): string {
  const toPage = uprightToPage(page, space)
  const parts: string[] = ['q BT 3 Tr']
  for (const line of page.lines) {
    line.forEach(({ text, box }, index) => {
      const next = line[index + 1]
      const [x, y, width, height] = next === undefined ? box : keptApart(box, next.box)
      if (text === '' || width <= 0 || height <= 0) return
      const [ox, oy] = toPage(0, 0)
      const [rightX, rightY] = toPage(1, 0)
      const [upX, upY] = toPage(0, -1)
      const [e, f] = toPage(x, y + BASE_LINE * height)
      const axes = [rightX - ox, rightY - oy, upX - ox, upY - oy]
      parts.push(`/${layerFont} ${fixed(height)} Tf ${[...axes, e, f].map(fixed).join(' ')} Tm`)
      parts.push(stretched(inVisualOrder(text), width, height, font))
      const gap = next ? next.box[0] - (x + width) : 0
      if (gap > 0) parts.push(stretched(' ', gap, height, font))
      else if (next) parts.push('100 Tz', `${font.encode(' ')} Tj`)
    })
  }
  return `${parts.join('\n')}\nET Q\n`
}

/** Readers take words for two where so much of their height is between them, and half of a word is left of it at least. */
const LEAST_GAP = 0.2

/** The box of a word, narrowed where it reaches into the next one, as those of slanting words do. */
function keptApart([x, y, width, height]: LayerWord['box'], [next]: LayerWord['box']): LayerWord['box'] {
  const room = next - x - LEAST_GAP * height
  return next <= x || room >= width ? [x, y, width, height] : [x, y, Math.max(room, width / 2), height]
}

/** Shows a text over a width: its letters are as wide as half their size, stretched by Tz percent. */
function stretched(text: string, width: number, size: number, font: GlyphlessFont): string {
  const natural = (Array.from(text).length * size * glyphWidth) / 1000
  return `${fixed((100 * width) / natural)} Tz\n${font.encode(text)} Tj`
}

/** Readers expect letters from left to right as they stand, and turn right-to-left words around themselves. */
function inVisualOrder(word: string): string {
  const isRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(word) && !/[A-Za-z\d]/.test(word)
  return isRightToLeft ? Array.from(word).reverse().join('') : word
}

/** Leads from the upright page, as it will be shown, to the coordinates of the page (ISO 32000-1, 8.3.2.3). */
function uprightToPage(
  page: LayerPage,
  { view, rotate }: PageSpace,
): (x: number, y: number) => [number, number] {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = view
  const turn = shownTurn(page, rotate)
  const [width, height] = turn % 180 === 0 ? [x1 - x0, y1 - y0] : [y1 - y0, x1 - x0]
  const [across, down] = [width / page.width, height / page.height]
  return (x, y) => {
    const [px, py] = [x * across, y * down]
    if (turn === 90) return [x0 + py, y0 + px]
    if (turn === 180) return [x1 - px, y0 + py]
    return turn === 270 ? [x1 - py, y1 - px] : [x0 + px, y1 - py]
  }
}

/** Degrees clockwise by which the page is shown so that it stands upright. */
export const shownTurn = ({ turn }: LayerPage, rotate: number): number =>
  (((rotate + turn) % 360) + 360) % 360

/** Numbers of content streams: no exponents, no more digits than tell. */
function fixed(value: number): string {
  return String(Math.round(value * 1000) / 1000 || 0).replace(/^-?\d+e.*$/, '0')
}
