import { walkXml, type XmlElement, elements, textOf } from '../package/xml.ts'
import { unlessDamaged, type OfficePackage } from './package.ts'

/** The strings that cells name by number (ECMA-376 part 1, section 18.4.9), each without its marks of fonts. */
export function sharedStrings(office: OfficePackage, part: string | undefined): string[] {
  const strings: string[] = []
  const bytes = part === undefined ? undefined : office.bytes(part)
  if (bytes === undefined) return strings
  let text: string | undefined
  let isWanted = false
  let phonetic = 0
  const handlers = {
    open: (name: string) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') phonetic += 1
      else isWanted = name === 't' && phonetic === 0
    },
    text: (more: string) => {
      if (isWanted && text !== undefined) text += more
    },
    close: (name: string) => {
      isWanted = false
      if (name === 'rPh') phonetic -= 1
      if (name !== 'si') return
      strings.push(unescaped(text ?? ''))
      text = undefined
    },
  }
  unlessDamaged(() => walkXml(bytes, office.limits, handlers, office.checkpoint))
  return strings
}

/** Text of a rich string (18.4.4), without how it is read aloud. */
export function richText(string: XmlElement): string {
  return unescaped(
    elements(string)
      .map((child) => {
        if (child.name === 't') return textOf(child)
        return child.name === 'r' ? elements(child, 't').map(textOf).join('') : ''
      })
      .join(''),
  )
}

/** Letters that XML does not allow stand as `_x000D_` (22.9.2.19). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => {
    const letter = String.fromCharCode(Number.parseInt(code, 16))
    return letter === '\r' ? '' : letter
  })
}
