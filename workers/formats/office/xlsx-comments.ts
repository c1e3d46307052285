import type { Block } from '../content.ts'
import { element, elements, textOf, type XmlElement } from '../package/xml.ts'
import type { OfficePackage, Relation } from './package.ts'
import { richText, unescaped } from './xlsx-strings.ts'

/**
 * Comments of a sheet, each with its cell before its text: notes (ECMA-376 part 1, section 18.7) and the newer
 * threads ([MS-XLSX] 2.1.53), for which older programs find a note in the file that is left out.
 */
export function commentBlocks(
  office: OfficePackage,
  relations: readonly Relation[],
  people: ReadonlyMap<string, string>,
): Block[] {
  const threads = partsOf(office, relations, /^threadedComments?$/i).flatMap((root) =>
    elements(root, 'threadedComment').map(({ attributes, ...rest }) => {
      const text = element({ attributes, ...rest }, 'text')
      const author = people.get(attributes['personId'] ?? '')
      return block(attributes['ref'], author, text === undefined ? '' : unescaped(textOf(text)))
    }),
  )
  const notes = partsOf(office, relations, /^comments$/i).flatMap((root) => {
    const [authors, list] = [element(root, 'authors'), element(root, 'commentList')]
    const names = authors === undefined ? [] : elements(authors, 'author').map(textOf)
    return (list === undefined ? [] : elements(list, 'comment')).flatMap((comment) => {
      const author = names[Number(comment.attributes['authorId'])]
      const isOfThread = author?.startsWith('tc={') === true && threads.length > 0
      const text = element(comment, 'text')
      const own = text === undefined ? '' : richText(text)
      return isOfThread ? [] : [block(comment.attributes['ref'], author, withoutAuthor(own, author))]
    })
  })
  return [...threads, ...notes].filter(({ text }) => text !== '')
}

/** Names of those who write threads, by id. */
export function peopleOf(office: OfficePackage): Map<string, string> {
  return new Map(
    partsOf(office, office.relations(office.main), /^person$/i).flatMap((root) =>
      elements(root, 'person').map(({ attributes }): [string, string] => [
        attributes['id'] ?? '',
        attributes['displayName'] ?? '',
      ]),
    ),
  )
}

function partsOf(office: OfficePackage, relations: readonly Relation[], type: RegExp): XmlElement[] {
  return relations.flatMap((relation) => {
    const root = type.test(relation.type) ? office.tree(relation.part) : undefined
    return root === undefined ? [] : [root]
  })
}

function block(cell: string | undefined, author: string | undefined, text: string): Block {
  const own = text.trim()
  const placed = own === '' || cell === undefined ? own : `${cell}: ${own}`
  return { kind: 'comment', text: placed, ...(author ? { label: author } : {}) }
}

/** A note usually begins with the name of its author. */
function withoutAuthor(text: string, author: string | undefined): string {
  return author && text.startsWith(`${author}:`) ? text.slice(author.length + 1) : text
}
