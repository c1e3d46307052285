import { add, joined, linked, type Inline } from '../inline.ts'
import { element, textOf, type XmlElement } from '../package/xml.ts'
import { contentOf, isTrue } from './alternate.ts'
import { equationText } from './equation.ts'
import { relationOf, type Relation } from './package.ts'

/** The paragraphs of a text body of DrawingML (ECMA-376 part 1, section 21.1.2). */
export function bodyParagraphs(body: XmlElement): XmlElement[] {
  return [...contentOf(body)].filter(({ name }) => name === 'p')
}

/** Text of a text body, a line for each paragraph. */
export function bodyText(body: XmlElement, relations: readonly Relation[]): Inline {
  return joined(
    bodyParagraphs(body).map((paragraph) => paragraphText(paragraph, relations)),
    '\n',
  )
}

/** Text of a paragraph with the links and the emphasis of its runs. */
export function paragraphText(paragraph: XmlElement, relations: readonly Relation[]): Inline {
  const inline: Inline = { text: '', links: [] }
  for (const run of contentOf(paragraph)) {
    switch (run.name) {
      case 'r':
      case 'fld': {
        const [properties, text] = [element(run, 'rPr'), element(run, 't')]
        const click = properties === undefined ? undefined : element(properties, 'hlinkClick')
        const url = click === undefined ? undefined : relationOf(click, relations)?.url
        const { b, i } = properties?.attributes ?? {}
        const look = { strong: isTrue(b), italic: isTrue(i) }
        linked(inline, url, () => add(inline, text === undefined ? '' : textOf(text), look))
        break
      }
      case 'br':
        inline.text += '\n'
        break
      case 'm':
      case 'oMath':
      case 'oMathPara':
        inline.text += equationText(run)
    }
  }
  // A vertical tab is how some write a line break.
  inline.text = inline.text.replaceAll('\v', '\n')
  return inline
}
