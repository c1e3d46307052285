import { append } from '../../append.ts'
import type { Block, BlockKind } from '../content.ts'
import { add, asOneBlock, linked, type Inline, type Look } from '../inline.ts'
import { element, elements, textOf, type XmlElement } from '../package/xml.ts'
import { contentOf, isOn } from './alternate.ts'
import type { Story } from './docx-context.ts'
import { lookOf } from './docx-styles.ts'
import { drawingBlocks } from './drawing.ts'
import { equationText } from './equation.ts'
import { relationOf } from './package.ts'
import { symbolLetter, symbolText } from './symbols.ts'

interface Writer extends Look {
  story: Story
  inline: Inline
  /** What is not running text: deletions, hidden text, notes, text boxes. */
  apart: Block[]
  /** Of text that is deleted; its author is undefined where none is given. */
  deletion?: { author: string | undefined }
  isHidden: boolean
  font: string | undefined
}

/** Fields within fields that are told apart. */
const MAX_FIELDS = 64
/** Longest code of a field that is kept. */
const MAX_CODE = 4000

/** Text of a paragraph and what stands apart from it (ECMA-376 part 1, section 17.3). */
export function readParagraph(
  paragraph: XmlElement,
  style: string | undefined,
  story: Story,
): Pick<Writer, 'inline' | 'apart'> {
  const isHidden = story.styles.isHidden(style)
  const plain = { strong: false, italic: false, font: undefined }
  const writer: Writer = { story, inline: { text: '', links: [] }, apart: [], isHidden, ...plain }
  readAll(paragraph, writer)
  // A code that does not end would hide the rest of the document.
  const { fields } = story
  const kept = fields.filter(({ shown }) => shown)
  fields.length = 0
  append(fields, kept)
  return writer
}

function readAll(parent: XmlElement, writer: Writer): void {
  for (const child of contentOf(parent)) read(child, writer, parent)
}

function read(piece: XmlElement, writer: Writer, parent: XmlElement): void {
  const { story, inline, apart } = writer
  switch (piece.name) {
    case 'r':
      readAll(piece, runWriter(piece, writer))
      return
    case 't':
    case 'delText':
      put(writer, symbolText(textOf(piece).replaceAll('\n', ' '), writer.font))
      return
    case 'tab':
    case 'ptab':
      put(writer, '\t')
      return
    case 'br':
    case 'cr':
      put(writer, '\n')
      return
    case 'noBreakHyphen':
      put(writer, '\u2011')
      return
    case 'softHyphen':
      put(writer, '\u00ad')
      return
    case 'sym':
      put(writer, symbolLetter(Number.parseInt(piece.attributes['char'] ?? '', 16), piece.attributes['font']))
      return
    case 'hyperlink':
      linked(inline, relationOf(piece, story.relations)?.url, () => readAll(piece, writer))
      return
    case 'del':
      readAll(piece, { ...writer, deletion: { author: piece.attributes['author'] } })
      return
    case 'fldSimple':
      linked(inline, linkedByCode(piece.attributes['instr'] ?? ''), () => readAll(piece, writer))
      return
    case 'fldChar':
      fieldMark(piece, writer)
      return
    case 'instrText': {
      const field = story.fields.at(-1)
      if (field !== undefined && !field.shown) field.code = (field.code + textOf(piece)).slice(0, MAX_CODE)
      return
    }
    case 'ruby':
      readRuby(piece, writer)
      return
    case 'oMath':
    case 'oMathPara':
      put(writer, equationText(piece))
      return
    case 'footnoteReference':
    case 'endnoteReference':
      readReference(piece, writer, parent)
      return
    case 'commentReference':
      append(apart, story.notes.comment(piece.attributes['id'] ?? ''))
      return
    case 'drawing':
    case 'pict':
    case 'object':
      if (writer.deletion === undefined) append(apart, drawn(piece, story))
  }
}

function runWriter(run: XmlElement, writer: Writer): Writer {
  const properties = element(run, 'rPr')
  if (properties === undefined) return writer
  const value = (name: string) => element(properties, name)
  const vanish = value('vanish')
  const style = value('rStyle')?.attributes['val']
  const fonts = value('rFonts')?.attributes
  return {
    ...writer,
    ...(style !== undefined && writer.story.styles.look(style)),
    ...lookOf(properties),
    isHidden: vanish === undefined ? writer.isHidden || writer.story.styles.isHidden(style) : isOn(vanish),
    font: fonts?.['ascii'] ?? fonts?.['hAnsi'],
  }
}

function put(writer: Writer, text: string): void {
  if (writer.story.fields.some(({ shown }) => !shown)) return
  if (writer.deletion !== undefined) putApart(writer.apart, 'deleted', text, writer.deletion.author)
  else if (writer.isHidden) putApart(writer.apart, 'hidden', text)
  else add(writer.inline, text, writer)
}

/** Goes on with the block before when it is of the same kind and author. */
function putApart(apart: Block[], kind: BlockKind, text: string, label?: string): void {
  const last = apart.at(-1)
  if (last?.kind === kind && last.label === label) last.text += text
  else apart.push({ kind, text, ...(label === undefined ? {} : { label }) })
}

function fieldMark(mark: XmlElement, writer: Writer): void {
  const { fields } = writer.story
  const { inline } = writer
  switch (mark.attributes['fldCharType']) {
    case 'begin':
      if (fields.length < MAX_FIELDS)
        fields.push({ code: '', shown: false, form: formValue(mark), inline, start: 0 })
      return
    case 'separate': {
      const field = fields.at(-1)
      if (field !== undefined) Object.assign(field, { shown: true, inline, start: inline.text.length })
      return
    }
    case 'end': {
      const field = fields.pop()
      if (field === undefined) return
      const isEmpty = !field.shown || (field.inline === inline && field.start === inline.text.length)
      if (isEmpty) put(writer, field.form || symbolByCode(field.code))
      else if (field.inline === inline) {
        const url = linkedByCode(field.code)
        if (url !== undefined) inline.links.push({ start: field.start, end: inline.text.length, url })
      }
    }
  }
}

/** What a check box or a list of a form shows (17.16.17). */
function formValue(mark: XmlElement): string {
  const data = element(mark, 'ffData')
  const box = data === undefined ? undefined : element(data, 'checkBox')
  if (box !== undefined) return isOn(element(box, 'checked') ?? element(box, 'default')) ? '☒' : '☐'
  const list = data === undefined ? undefined : element(data, 'ddList')
  if (list === undefined) return ''
  const chosen = element(list, 'result') ?? element(list, 'default')
  return elements(list, 'listEntry')[Number(chosen?.attributes['val'] ?? 0)]?.attributes['val'] ?? ''
}

/** Where a HYPERLINK field leads outside the document (17.16.5.25). */
function linkedByCode(code: string): string | undefined {
  const url = /^\s*HYPERLINK\s+(?:"([^"]+)"|([^\s"\\]+))/i.exec(code)
  return url?.[1] ?? url?.[2]
}

/** The letter of a SYMBOL field (17.16.5.62). */
function symbolByCode(code: string): string {
  const found = /^\s*SYMBOL\s+(0x[0-9a-f]+|\d+)(?:.*\\f\s+"?([^"\\]+))?/i.exec(code)
  return found === null ? '' : symbolLetter(Number(found[1]), found[2]?.trim())
}

/** The base, and how it is read in parentheses (17.3.3.25). */
function readRuby(ruby: XmlElement, writer: Writer): void {
  const [base, reading] = [element(ruby, 'rubyBase'), element(ruby, 'rt')]
  if (base !== undefined) readAll(base, writer)
  if (reading === undefined) return
  put(writer, '(')
  readAll(reading, writer)
  put(writer, ')')
}

function readReference(piece: XmlElement, writer: Writer, run: XmlElement): void {
  const kind = piece.name === 'footnoteReference' ? 'footnote' : 'endnote'
  const follows = piece.attributes['customMarkFollows']
  const own =
    follows === undefined || follows === '0' ? undefined : elements(run, 't').map(textOf).join('').trim()
  const label = writer.story.notes.label(kind, piece.attributes['id'] ?? '', own)
  if (own === undefined) put(writer, `[${label}]`)
}

/** Text boxes have fields of their own. */
function drawn(piece: XmlElement, story: Story): Block[] {
  const { office, relations } = story
  const textBox = (content: XmlElement): Block[] =>
    asOneBlock('text box', story.read(content, { ...story, fields: [] }))
  return drawingBlocks(piece, { office, relations, textBox })
}
