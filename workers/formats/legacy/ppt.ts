import { fault } from '../../../bridge/faults.ts'
import type { Content, FormatReader, Section } from '../content.ts'
import { BlockList } from './block-list.ts'
import { openCompound, refuseEncryptedPackage } from './cfb.ts'
import { utf16 } from './doc-fib.ts'
import type { Fields } from './fields.ts'
import { decodeWestern } from './code-page.ts'
import { children, openPpt, record, recordAt, type PptFile, type PptRecord } from './ppt-records.ts'

/** A text of a slide and what it is for: 0 and 6 are titles, 2 the notes ([MS-PPT] 2.13.33). */
interface SlideText {
  purpose: number
  text: string
}

/** The list of masters among those of slides ([MS-PPT] 2.4.14.1), and how many are gone through. */
const MASTERS = 1
const MAX_DESIGNS = 32

/** A slide or page of notes as the document lists it. */
interface Listed {
  id: number
  /** Number of its object. */
  object: number
  outline: SlideText[]
}

/** What is found on a slide. */
interface Found {
  texts: SlideText[]
  comments: { author: string; text: string }[]
  hidden: boolean
  notes: number
}

/**
 * Reads presentations of PowerPoint 97 to 2003 ([MS-PPT]): a section for each slide in its order, its notes and
 * comments after it. Faults: DAMAGED, ENCRYPTED, TOO_DEEP, ARCHIVE_BOMB.
 */
export const readPpt: FormatReader = (bytes, options, ctx): Content => {
  const storage = openCompound(bytes, options, ctx.checkpoint)
  refuseEncryptedPackage(storage)
  const file = openPpt(storage)
  const list = new BlockList(options.maxChars)
  const [slides, notes] = [slideList(file, 0), slideList(file, 2)]
  const notesById = new Map(notes.map((page) => [page.id, page]))
  const sections: Section[] = []
  const read = new Set<number>()
  // Slides do not share records; a list whose slides all start in one would be read without end.
  const budget = { records: file.stream.length / 4 }
  for (const slide of slides) {
    ctx.checkpoint()
    if (list.full) break
    if (read.has(slide.object)) continue
    read.add(slide.object)
    const found = onSlide(file, slide, options.maxDepth, budget, ctx.checkpoint)
    const title = found.texts
      .find(({ purpose }) => purpose === 0 || purpose === 6)
      ?.text.replace(/\s+/g, ' ')
      .trim()
    for (const { purpose, text } of found.texts) {
      const isTitle = purpose === 0 || purpose === 6
      if (isTitle) list.add({ kind: 'heading', level: 1, text })
      else for (const paragraph of text.split('\n')) list.add({ kind: 'paragraph', text: paragraph })
    }
    const page = notesById.get(found.notes)
    if (page !== undefined && !read.has(page.object)) {
      read.add(page.object)
      const said = onSlide(file, page, options.maxDepth, budget, ctx.checkpoint).texts.filter(
        ({ purpose }) => purpose === 2,
      )
      list.add({ kind: 'speaker notes', text: said.map(({ text }) => text).join('\n') })
    }
    for (const { author, text } of found.comments) {
      list.add({ kind: 'comment', ...(author === '' ? {} : { label: author }), text })
    }
    const named = title === undefined || title === '' ? {} : { title }
    sections.push({ ...named, ...(found.hidden ? { hidden: true } : {}), blocks: list.take() })
  }
  const [first] = sections
  if (first !== undefined && !list.full) {
    for (const text of designNames(file)) list.add({ kind: 'hidden', label: 'design', text })
    first.blocks.push(...list.take())
  }
  const content: Content = { sections }
  if (list.full || budget.records < 0) content.truncated = true
  return content
}

/** Names of the designs that slides are made after: a master's second string ([MS-PPT] 2.5.3, TemplateNameAtom). */
function designNames({ stream, document, objects }: PptFile): string[] {
  const names = new Set<string>()
  const root = recordAt(stream, objects.get(document) ?? stream.length)
  for (const list of root === undefined ? [] : children(stream, root)) {
    if (list.type !== record.slideList || list.instance !== MASTERS) continue
    for (const child of children(stream, list)) {
      if (child.type !== record.slidePersist || child.end - child.from < 4 || names.size >= MAX_DESIGNS)
        continue
      const master = recordAt(stream, objects.get(stream.u32(child.from)) ?? stream.length)
      for (const own of master === undefined ? [] : children(stream, master)) {
        if (own.type === record.text && own.instance === 2)
          names.add(utf16(stream.bytes.subarray(own.from, own.end)).trim())
      }
    }
  }
  return [...names].filter((name) => name !== '')
}

/** Slides (list 0) or pages of notes (list 2) in their order, with the texts of their placeholders ([MS-PPT] 2.4.14.3). */
function slideList({ stream, document, objects }: PptFile, which: number): Listed[] {
  const listed: Listed[] = []
  const root = recordAt(stream, objects.get(document) ?? stream.length)
  if (root === undefined) return listed
  let purpose = 4
  for (const list of children(stream, root)) {
    if (list.type !== record.slideList || list.instance !== which) continue
    for (const child of children(stream, list)) {
      if (child.type === record.slidePersist && child.end - child.from >= 16) {
        listed.push({ object: stream.u32(child.from), id: stream.u32(child.from + 12), outline: [] })
      } else if (child.type === record.textHeader && child.end - child.from >= 4)
        purpose = stream.u32(child.from)
      const text = textOf(stream, child)
      if (text !== undefined) listed.at(-1)?.outline.push({ purpose, text })
    }
  }
  return listed
}

/** Texts of the shapes of a slide; those of placeholders may stand in the document's outline instead. */
function onSlide(
  { stream, objects }: PptFile,
  slide: Listed,
  maxDepth: number,
  budget: { records: number },
  checkpoint: () => void,
): Found {
  const found: Found = { texts: [], comments: [], hidden: false, notes: 0 }
  const used = new Set<SlideText>()
  let purpose = 4
  const walk = (parent: PptRecord, depth: number): void => {
    checkpoint()
    if (depth > maxDepth)
      throw fault('TOO_DEEP', `The records are nested more than ${maxDepth} deep.`, { maxDepth })
    for (const child of children(stream, parent)) {
      const { type, from, end } = child
      budget.records -= 1
      if (budget.records < 0) return
      const text = textOf(stream, child)
      if (text !== undefined) found.texts.push({ purpose, text })
      else if (type === record.textHeader && end - from >= 4) purpose = stream.u32(from)
      else if (type === record.slideAtom && end - from >= 20) found.notes = stream.u32(from + 16)
      else if (type === record.slideInfo && end - from >= 12) found.hidden = (stream.u16(from + 10) & 4) !== 0
      else if (type === record.outlineText && end - from >= 4) {
        const outlined = slide.outline[stream.u32(from)]
        if (outlined !== undefined && !used.has(outlined)) found.texts.push(outlined)
        if (outlined !== undefined) used.add(outlined)
      } else if (type === record.comment) found.comments.push(comment(stream, child))
      else if (child.isContainer || type === record.binaryTag) walk(child, depth + 1)
    }
  }
  const root = recordAt(stream, objects.get(slide.object) ?? stream.length)
  if (root !== undefined) walk(root, 1)
  for (const outlined of slide.outline) if (!used.has(outlined)) found.texts.push(outlined)
  return found
}

/** Text of a text record, its paragraphs on lines of their own; undefined of all others. */
function textOf(stream: Fields, { type, from, end }: PptRecord): string | undefined {
  const bytes = stream.bytes.subarray(from, end)
  if (type !== record.textChars && type !== record.textBytes) return undefined
  return (type === record.textChars ? utf16(bytes) : decodeWestern(bytes)).replace(/[\r\x0b]/g, '\n')
}

/** The author and what is said, as strings of their own numbers ([MS-PPT] 2.4.21.5). */
function comment(stream: Fields, parent: PptRecord): { author: string; text: string } {
  const said = { author: '', text: '' }
  for (const { type, instance, from, end } of children(stream, parent)) {
    if (type !== record.text || instance > 1) continue
    said[instance === 0 ? 'author' : 'text'] = utf16(stream.bytes.subarray(from, end)).replaceAll('\r', '\n')
  }
  return said
}
