import type { Block } from '../content.ts'
import { asOneBlock } from '../inline.ts'
import { element, elements, textOf, type XmlElement } from '../package/xml.ts'
import { bodyText } from './drawing-text.ts'
import type { OfficePackage, Relation } from './package.ts'
import { placeholderOf, shapesOf } from './pptx-layout.ts'

/**
 * Comments of a slide with their replies: the older kind (ECMA-376 part 1, section 19.4) and the newer one
 * ([MS-PPTX] 2.7), which differ in how they keep their text.
 */
export function slideComments(
  office: OfficePackage,
  relations: readonly Relation[],
  authors: ReadonlyMap<string, string>,
): Block[] {
  return relations.flatMap(({ type, part }) => {
    const root = /^comments$/i.test(type) ? office.tree(part) : undefined
    return root === undefined ? [] : commentsIn(root, authors)
  })
}

function commentsIn(list: XmlElement, authors: ReadonlyMap<string, string>): Block[] {
  return elements(list).flatMap((comment): Block[] => {
    if (comment.name === 'replyLst') return commentsIn(comment, authors)
    if (comment.name !== 'cm' && comment.name !== 'reply') return []
    const [plain, body, replies] = ['text', 'txBody', 'replyLst'].map((name) => element(comment, name))
    const text = plain !== undefined ? textOf(plain) : body === undefined ? '' : bodyText(body, []).text
    const label = authors.get(comment.attributes['authorId'] ?? '')
    return [
      ...asOneBlock('comment', [{ kind: 'paragraph', text: text.trim() }], label),
      ...(replies === undefined ? [] : commentsIn(replies, authors)),
    ]
  })
}

/** Names of those who comment, by id. */
export function commentAuthors(office: OfficePackage): Map<string, string> {
  const authors = new Map<string, string>()
  for (const { type, part } of office.relations(office.main)) {
    const root = /^(?:commentAuthors|authors)$/i.test(type) ? office.tree(part) : undefined
    for (const { attributes } of root === undefined ? [] : elements(root)) {
      if (attributes['id'] !== undefined) authors.set(attributes['id'], attributes['name'] ?? '')
    }
  }
  return authors
}

/** Notes for the speaker, without the picture of the slide and what stands at the edges of the page. */
export function speakerNotes(office: OfficePackage, relations: readonly Relation[]): Block[] {
  const part = relations.find(({ type }) => type === 'notesSlide')?.part
  const root = office.tree(part)
  if (root === undefined || part === undefined) return []
  const own = office.relations(part)
  const paragraphs = shapesOf(root).flatMap((shape): Block[] => {
    const body = element(shape, 'txBody')
    const edge = /^(?:sldImg|sldNum|hdr|ftr|dt)$/.test(placeholderOf(shape)?.type ?? '')
    if (body === undefined || edge) return []
    const { text, links } = bodyText(body, own)
    return text.trim() === '' ? [] : [{ kind: 'paragraph', text, links }]
  })
  return asOneBlock('speaker notes', paragraphs)
}
