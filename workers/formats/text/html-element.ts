import { attribute, isElement, type HtmlElement } from './html-tree.ts'

/** Whether an element is a heading by its role. */
export const isHeading = (element: HtmlElement): boolean => attribute(element, 'role') === 'heading'

/** Level of such a heading, 1 to 6. */
export const levelOf = (element: HtmlElement): number =>
  Math.min(6, Math.max(1, whole(attribute(element, 'aria-level')) ?? 2))

/** Semantic role: of WAI-ARIA's publishing module, or of EPUB 3. */
export const roleOf = (element: HtmlElement): string =>
  `${attribute(element, 'epub:type') ?? ''} ${attribute(element, 'role') ?? ''}`

/** Whether an element is a footnote or an endnote by its role. */
export const isNote = (element: HtmlElement): boolean =>
  element.attrs.length > 0 &&
  /(^|\s)(footnote|endnote|rearnote|doc-footnote|doc-endnote)(\s|$)/.test(roleOf(element))

/** Whether browsers do not show an element, by its own attributes. */
export function isHidden({ tagName, attrs }: HtmlElement): boolean {
  if (tagName === 'dialog' && attrs.every(({ name }) => name !== 'open')) return true
  return attrs.some(
    ({ name, value }) =>
      (name === 'hidden' && value !== 'until-found') ||
      (name === 'style' &&
        /(display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|mso-hide\s*:\s*all)/i.test(value)),
  )
}

/** What a drawing is said to show. */
export function titleOfDrawing(svg: HtmlElement): string {
  const title = svg.childNodes.filter(isElement).find(({ tagName }) => tagName === 'title')
  return title === undefined ? (attribute(svg, 'aria-label') ?? '') : plainText(title)
}

function plainText({ childNodes }: HtmlElement): string {
  return childNodes
    .map((node) => (isElement(node) ? plainText(node) : 'value' in node ? node.value : ''))
    .join('')
    .trim()
}

/** What a field of a form shows; nothing of those that are hidden or secret. */
export function inputText(input: HtmlElement): string {
  const type = (attribute(input, 'type') ?? 'text').toLowerCase()
  if (type === 'hidden' || type === 'password') return ''
  if (type === 'image') return attribute(input, 'alt') ?? ''
  if (type === 'checkbox' || type === 'radio')
    return attribute(input, 'checked') === undefined ? '[ ]' : '[x]'
  return attribute(input, 'value') ?? ''
}

/** What a closed list of choices shows: those chosen, else the first. */
export function selectText(select: HtmlElement): string {
  const options = select.childNodes
    .filter(isElement)
    .flatMap((child) => (child.tagName === 'optgroup' ? child.childNodes.filter(isElement) : [child]))
    .filter(({ tagName }) => tagName === 'option')
  const chosen = options.filter((option) => attribute(option, 'selected') !== undefined)
  return (chosen.length > 0 ? chosen : options.slice(0, 1)).map(plainText).join(', ')
}

/** A whole number at the start of a text. */
export const whole = (text: string | undefined): number | undefined =>
  text !== undefined && /^\s*-?\d{1,9}/.test(text) ? Number.parseInt(text, 10) : undefined

/** The marker of an item in an ordered list of a type (`1`, `a`, `A`). */
export function marker(number: number, type: string): string {
  if (!/^[aA]$/.test(type) || number < 1 || number > 26) return `${number}.`
  return `${String.fromCharCode(type.charCodeAt(0) + number - 1)}.`
}
