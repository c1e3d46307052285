import { zipOf } from './zip-builder.ts'

const namespaces = Object.entries({
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  x: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  p: 'http://schemas.openxmlformats.org/presentationml/2006/main',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  c: 'http://schemas.openxmlformats.org/drawingml/2006/chart',
  r: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  m: 'http://schemas.openxmlformats.org/officeDocument/2006/math',
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
  wp: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  xdr: 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing',
  dgm: 'http://schemas.openxmlformats.org/drawingml/2006/diagram',
})
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('')

/** The XML of a part: its root, all prefixes declared, with what is in it. */
export function partXml(root: string, inside: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><${root}${namespaces}>${inside}</${root.replace(/\s.*$/s, '')}>`
}

/** Relationships: `id type target`, with `!` before the target of one that leads outside. */
export function relationsXml(...relations: string[]): string {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const rows = relations.map((relation) => {
    const [id = '', name = '', target = ''] = relation.split(' ')
    const mode = target.startsWith('!') ? ' TargetMode="External"' : ''
    return `<Relationship Id="${id}" Type="${type}/${name}" Target="${target.replace('!', '')}"${mode}/>`
  })
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join('')}</Relationships>`
}

/** A text document of a body and other parts of its folder; of those with a relationship, id and type are given. */
export function makeDocx(
  body: string,
  parts: Readonly<Record<string, string>> = {},
  relations: string[] = [],
): Uint8Array {
  return zipOf({
    '_rels/.rels': relationsXml('d officeDocument word/document.xml'),
    'word/document.xml': partXml('w:document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': relationsXml(...relations),
    ...Object.fromEntries(Object.entries(parts).map(([name, xml]) => [`word/${name}`, xml])),
  })
}

/** A paragraph of a text document: its runs, and properties. */
export const paragraph = (runs: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${runs}</w:p>`

/** A run of text. */
export const run = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
