import type { BlockKind } from '../content.ts'
import type { Look } from '../inline.ts'
import type { Destination } from './rtf-words.ts'

/** Text beside the running one, as it is read: a note, a comment, a box. */
export interface Aside {
  kind: BlockKind
  label?: string
  text: string
}

/** Text that is kept aside until its group ends. */
export interface Capture {
  word: string
  text: string
}

/** A field: its target once its instruction has been read. */
export interface RtfField {
  url?: string
}

/** What holds in a group of an RTF file; groups in it start with the same. */
export interface RtfGroup extends Look {
  destination: Destination
  /** The word that opened the group. */
  word: string
  /** Where text of an `aside` goes; the running text where there is none. */
  aside: Aside | undefined
  capture: Capture | undefined
  field: RtfField | undefined
  /** Where the result of a field started in the running text. */
  linkStart: number | undefined
  /** Characters that stand for one of `\u` where it is not known (`\ucN`). */
  unicodeSkip: number
  font: number
  hidden: boolean
  deleted: boolean
  author: number
  /** Whether text is RTF's own and not of the HTML it was made from (`\htmlrtf`). */
  rtfOnly: boolean
  inTable: boolean
  heading: number | undefined
  listed: boolean
  level: number
}

/** What holds before the first group. */
export const firstGroup = (): RtfGroup => ({
  destination: 'text',
  word: '',
  aside: undefined,
  capture: undefined,
  field: undefined,
  linkStart: undefined,
  unicodeSkip: 1,
  font: -1,
  strong: false,
  italic: false,
  hidden: false,
  deleted: false,
  author: 0,
  rtfOnly: false,
  inTable: false,
  heading: undefined,
  listed: false,
  level: 0,
})

/** Applies a control word that changes how text or paragraphs are from here on; whether it was one. */
export function applyProperty(group: RtfGroup, name: string, parameter: number | undefined): boolean {
  const on = parameter !== 0
  switch (name) {
    case 'uc':
      group.unicodeSkip = Math.min(100, Math.max(0, parameter ?? 1))
      return true
    case 'f':
      group.font = parameter ?? -1
      return true
    case 'b':
      group.strong = on
      return true
    case 'i':
      group.italic = on
      return true
    case 'v':
      group.hidden = on
      return true
    case 'deleted':
      group.deleted = on
      return true
    case 'revauthdel':
      group.author = parameter ?? 0
      return true
    case 'htmlrtf':
      group.rtfOnly = on
      return true
    case 'intbl':
      group.inTable = on
      return true
    case 'outlinelevel':
      group.heading = parameter !== undefined && parameter >= 0 && parameter < 9 ? parameter + 1 : undefined
      return true
    case 'ls':
      group.listed = on
      return true
    case 'ilvl':
      group.level = Math.min(8, Math.max(0, parameter ?? 0))
      return true
    case 'plain':
      group.strong = false
      group.italic = false
      group.hidden = false
      group.deleted = false
      return true
    case 'pard':
      group.inTable = false
      group.heading = undefined
      group.listed = false
      group.level = 0
      return true
    default:
      return false
  }
}
