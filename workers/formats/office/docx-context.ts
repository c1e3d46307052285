import type { Block } from '../content.ts'
import type { Inline } from '../inline.ts'
import type { XmlElement } from '../package/xml.ts'
import type { Numbering } from './docx-numbering.ts'
import type { Styles } from './docx-styles.ts'
import type { OfficePackage, Relation } from './package.ts'

/** What is needed to read the text of one part: the body, a header, the notes. */
export interface Story {
  office: OfficePackage
  relations: readonly Relation[]
  styles: Styles
  numbering: Numbering
  notes: NoteMarks
  /** Fields that are open; they may reach over paragraphs. */
  fields: Field[]
  /** Reads what is in a text box. */
  read(parent: XmlElement, story: Story): Block[]
}

/** Gives what stands for a note where it is referred to. */
export interface NoteMarks {
  /** The label of a note, counted on at its first reference; `own` is a mark that the author set instead. */
  label(kind: 'footnote' | 'endnote', id: string, own: string | undefined): string
  /** A comment with what is in it; nothing the second time. */
  comment(id: string): Block[]
}

/** A field between its begin and its end (ECMA-376 part 1, section 17.16.18). */
export interface Field {
  code: string
  /** Whether its code has ended; what follows is its result and is shown. */
  shown: boolean
  /** What a field of a form shows when it has no result. */
  form: string
  /** Where the result starts. */
  inline: Inline
  start: number
}
