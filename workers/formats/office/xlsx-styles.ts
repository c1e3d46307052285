import { element, elements, type XmlElement } from '../package/xml.ts'
import { builtinFormat } from './number-format-builtin.ts'

/** Number formats of cells by the number of their style (ECMA-376 part 1, sections 18.8.10 and 18.8.31). */
export function cellFormats(root: XmlElement | undefined): string[] {
  const list = (name: string, of: string): XmlElement[] => {
    const own = root === undefined ? undefined : element(root, name)
    return own === undefined ? [] : elements(own, of)
  }
  const custom = new Map(
    list('numFmts', 'numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'] ?? '',
    ]),
  )
  return list('cellXfs', 'xf').map(({ attributes }) => {
    const id = Number(attributes['numFmtId'] ?? 0)
    return custom.get(id) || builtinFormat(id)
  })
}
