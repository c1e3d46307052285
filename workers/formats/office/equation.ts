import { element, elements, textOf, type XmlElement } from '../package/xml.ts'
import { contentOf } from './alternate.ts'

/**
 * An equation of Office Math on one line, as one would type it: `x=(-b±√(b^2-4ac))/(2a)`
 * (ECMA-376 part 1, section 22.1; the linear form is that of Unicode Technical Note 28).
 */
export function equationText(math: XmlElement): string {
  return [...contentOf(math)].map(pieceText).join('')
}

function pieceText(piece: XmlElement): string {
  const part = (name: string): string => {
    const own = element(piece, name)
    return own === undefined ? '' : equationText(own)
  }
  switch (piece.name) {
    case 'r':
      return elements(piece, 't').map(textOf).join('')
    case 'f':
      return `${grouped(part('num'))}/${grouped(part('den'))}`
    case 'sSup':
      return `${part('e')}^${grouped(part('sup'))}`
    case 'sSub':
      return `${part('e')}_${grouped(part('sub'))}`
    case 'sSubSup':
      return `${part('e')}_${grouped(part('sub'))}^${grouped(part('sup'))}`
    case 'sPre':
      return `_${grouped(part('sub'))}^${grouped(part('sup'))} ${part('e')}`
    case 'rad':
      return part('deg') === '' ? `√${grouped(part('e'))}` : `√(${part('deg')}&${part('e')})`
    case 'nary':
      return `${property(piece, 'chr') ?? '∫'}${limits(part('sub'), part('sup'))} ${part('e')}`
    case 'limLow':
      return `${part('e')}_${grouped(part('lim'))}`
    case 'limUpp':
      return `${part('e')}^${grouped(part('lim'))}`
    case 'func':
      return `${part('fName')} ${part('e')}`
    case 'd': {
      const [open, close, between] = ['begChr', 'endChr', 'sepChr'].map((name) => property(piece, name))
      return `${open ?? '('}${elements(piece, 'e')
        .map(equationText)
        .join(between ?? '|')}${close ?? ')'}`
    }
    case 'm':
      return `[${elements(piece, 'mr')
        .map((row) => elements(row, 'e').map(equationText).join(', '))
        .join('; ')}]`
    case 'eqArr':
      return elements(piece, 'e').map(equationText).join('\n')
    case 'acc':
      return `${part('e')}${property(piece, 'chr') ?? '\u0302'}`
    case 't':
      return textOf(piece)
    default:
      // Properties say how, never what; del holds what is no longer there.
      return /Pr$|^del$|^moveFrom$/.test(piece.name) ? '' : equationText(piece)
  }
}

/** Value of a property, of an element's own kind. */
function property(piece: XmlElement, name: string): string | undefined {
  const properties = element(piece, `${piece.name}Pr`)
  return properties === undefined ? undefined : element(properties, name)?.attributes['val']
}

/** In parentheses, unless it is one number or one letter. */
const grouped = (text: string): string => (/^(?:[\d.]+|\p{L}|)$/u.test(text) ? text : `(${text})`)

const limits = (sub: string, sup: string): string =>
  `${sub === '' ? '' : `_${grouped(sub)}`}${sup === '' ? '' : `^${grouped(sup)}`}`
