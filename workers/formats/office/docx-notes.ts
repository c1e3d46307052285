import type { Block } from '../content.ts'
import { asOneBlock } from '../inline.ts'
import { elements, type XmlElement } from '../package/xml.ts'
import type { NoteMarks, Story } from './docx-context.ts'
import { storyBlocks } from './docx-story.ts'
import { listNumber } from './list-number.ts'
import type { OfficePackage, Relation } from './package.ts'

type NoteKind = 'footnote' | 'endnote'

/** The parts that notes and comments are in, and how notes are numbered. */
export interface NoteParts {
  parts: Readonly<Record<NoteKind | 'comment', string | undefined>>
  formats: Readonly<Record<NoteKind, string>>
}

export interface Notes extends NoteMarks {
  /** The notes: those referred to in the order of their references, then the others. */
  blocks(): Block[]
}

interface Note {
  element: XmlElement
  relations: readonly Relation[]
  label: string | undefined
}

/**
 * Footnotes, endnotes and comments (ECMA-376 part 1, sections 17.11 and 17.13.4). `storyOf` gives what reading
 * a part takes.
 */
export function docxNotes(
  office: OfficePackage,
  { parts, formats }: NoteParts,
  storyOf: (relations: readonly Relation[]) => Story,
): Notes {
  const footnotes = notesIn(office, parts.footnote, 'footnote')
  const endnotes = notesIn(office, parts.endnote, 'endnote')
  const comments = notesIn(office, parts.comment, 'comment')
  const referred: Record<NoteKind, Set<Note>> = { footnote: new Set(), endnote: new Set() }
  const counts = { footnote: 0, endnote: 0 }
  const shown = new Set<Note>()

  const commentBlocks = (note: Note): Block[] => {
    if (shown.has(note)) return []
    shown.add(note)
    const { author, initials } = note.element.attributes
    return asOneBlock(
      'comment',
      storyBlocks(note.element, storyOf(note.relations)),
      author || initials || undefined,
    )
  }
  const noteBlocks = (kind: NoteKind, notes: ReadonlyMap<string, Note>): Block[] =>
    [...referred[kind], ...[...notes.values()].filter((note) => !referred[kind].has(note))].flatMap(
      (note) => {
        office.checkpoint()
        return asOneBlock(kind, storyBlocks(note.element, storyOf(note.relations)), note.label)
      },
    )

  return {
    label: (kind, id, own) => {
      const note = (kind === 'footnote' ? footnotes : endnotes).get(id)
      if (note === undefined) return own ?? id
      const already = referred[kind].has(note)
      referred[kind].add(note)
      if (!already) note.label = own ?? listNumber((counts[kind] += 1), formats[kind])
      return note.label ?? ''
    },
    comment: (id) => {
      const note = comments.get(id)
      return note === undefined ? [] : commentBlocks(note)
    },
    blocks: () => [
      ...noteBlocks('footnote', footnotes),
      ...noteBlocks('endnote', endnotes),
      ...[...comments.values()].flatMap(commentBlocks),
    ],
  }
}

/** Notes by id; those that only draw the line above the notes have a type. */
function notesIn(office: OfficePackage, part: string | undefined, name: string): Map<string, Note> {
  const root = office.tree(part)
  const notes = new Map<string, Note>()
  if (root === undefined || part === undefined) return notes
  const relations = office.relations(part)
  for (const each of elements(root, name)) {
    const { id = '', type = 'normal' } = each.attributes
    if (type === 'normal' && !notes.has(id)) notes.set(id, { element: each, relations, label: undefined })
  }
  return notes
}
