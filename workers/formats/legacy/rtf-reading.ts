import { fault } from '../../../bridge/faults.ts'
import type { BlockKind } from '../content.ts'
import type { BlockList } from './block-list.ts'
import { decodeCodePage } from './code-page.ts'
import { TextFlow } from './text-flow.ts'
import { RtfFonts } from './rtf-fonts.ts'
import { applyProperty, firstGroup, type RtfGroup } from './rtf-group.ts'
import { RtfStyles } from './rtf-styles.ts'
import { RtfTokens } from './rtf-tokens.ts'
import {
  DESTINATIONS,
  DOCUMENT_PAGES,
  escaped,
  PARAGRAPH_ENDS,
  SYMBOL_TEXT,
  WORD_TEXT,
  type Destination,
} from './rtf-words.ts'
import { symbolText } from './symbol-font.ts'

const TOKENS_A_LOOK = 4096
/** Longest HTML that is rebuilt, in times of the characters that may be read: marks are most of it. */
const HTML_FACTOR = 10

/** One walk through an RTF file; running text and what stands beside it go to a list of blocks. */
export class RtfReading {
  readonly #tokens: RtfTokens
  readonly #list: BlockList
  readonly #maxDepth: number
  readonly #checkpoint: () => void
  readonly #flow: TextFlow
  readonly #fonts = new RtfFonts()
  readonly #outer: RtfGroup[] = []
  #group = firstGroup()
  #codePage = 1252
  #defaultFont = -1
  /** Bytes not yet decoded: a letter may need the next one. */
  #bytes: number[] = []
  /** Characters that follow `\u` for readers that do not know it. */
  #skip = 0
  /** Whether nothing but `\*` has come since a group opened, and whether that has. */
  #fresh = false
  #optional = false
  readonly #styles = new RtfStyles()
  #revisers: string[] = []
  #annotator = ''
  #notes = 0
  #shapeProperty = ''
  /** The HTML that the file carries; undefined where it carries none. */
  #html: string | undefined
  truncated = false

  constructor(bytes: Uint8Array, list: BlockList, maxDepth: number, checkpoint: () => void) {
    this.#tokens = new RtfTokens(bytes)
    this.#list = list
    this.#maxDepth = maxDepth
    this.#checkpoint = checkpoint
    this.#flow = new TextFlow(list)
  }

  /** Reads to the end or the limit. The HTML that the file carries instead of text of its own, if it does. */
  read(): string | undefined {
    const tokens = this.#tokens
    const maxHtml = this.#list.left * HTML_FACTOR
    for (let count = 0, token = tokens.next(); token !== 'end'; token = tokens.next(), count += 1) {
      if (count % TOKENS_A_LOOK === 0) this.#checkpoint()
      if (this.truncated || this.#flow.full || (this.#html?.length ?? 0) > maxHtml) {
        this.truncated = true
        break
      }
      if (token === 'text') this.#plain(tokens.from, tokens.to)
      else if (token === 'byte') this.#byte(tokens.value)
      else if (token === 'word') this.#word(tokens.name, tokens.parameter)
      else if (token === 'symbol') this.#symbol(tokens.name)
      else if (token === 'open') this.#open()
      else this.#close()
      if (token === 'close' && this.#outer.length === 0) break
    }
    while (this.#outer.length > 0) this.#close()
    this.#flow.end(this.#group)
    return this.#html
  }

  #open(): void {
    this.#decode()
    this.#skip = 0
    if (this.#outer.length >= this.#maxDepth) {
      throw fault('TOO_DEEP', `The groups are nested more than ${this.#maxDepth} deep.`, {
        maxDepth: this.#maxDepth,
      })
    }
    this.#outer.push(this.#group)
    this.#group = { ...this.#group, word: '', linkStart: undefined }
    this.#fresh = true
    this.#optional = false
  }

  #close(): void {
    this.#decode()
    this.#skip = 0
    const ended = this.#group
    const outer = this.#outer.pop()
    if (outer === undefined) return
    this.#group = outer
    if (ended.capture !== undefined && ended.capture !== outer.capture)
      this.#captured(ended.capture.word, ended.capture.text)
    if (ended.aside !== undefined && ended.aside !== outer.aside) {
      const { kind, label, text } = ended.aside
      this.#flow.aside({ kind, text: text.trim(), ...(label === undefined ? {} : { label }) })
    }
    if (ended.linkStart !== undefined && ended.field?.url !== undefined) {
      this.#flow.link(ended.linkStart, ended.field.url)
    }
  }

  /** Text of the file itself, in the code page that holds. */
  #plain(from: number, to: number): void {
    if (this.#group.destination === 'skip' || this.#group.destination === 'quiet') return
    const skipped = Math.min(this.#skip, to - from)
    this.#skip -= skipped
    for (let at = from + skipped; at < to; at += 1) this.#bytes.push(this.#tokens.bytes[at] ?? 0)
    if (this.#bytes.length > 0xffff) this.#decode()
  }

  #byte(value: number): void {
    if (this.#group.destination === 'skip' || this.#group.destination === 'quiet') return
    if (this.#skip > 0) this.#skip -= 1
    else this.#bytes.push(value)
  }

  #decode(): void {
    if (this.#bytes.length === 0) return
    this.#fresh = false
    const bytes = Uint8Array.from(this.#bytes)
    this.#bytes = []
    const symbols = this.#fonts.symbolFont(this.#group.font)
    if (symbols === undefined || this.#group.capture?.word === 'fonttbl') {
      const text = decodeCodePage(bytes, this.#fonts.codePage(this.#group.font) ?? this.#codePage)
      // Half a letter on its own: the font's code page is not meant.
      this.#emit(text === '\ufffd' ? decodeCodePage(bytes, 1252) : text)
    } else this.#emit(Array.from(bytes, (byte) => symbolText(byte, symbols)).join(''))
  }

  #symbol(name: string): void {
    if (name === '*') {
      // Only the first word of a group opens a destination; some writers put the mark elsewhere as well.
      this.#optional = this.#fresh && this.#bytes.length === 0
      return
    }
    if (name === '\n' || name === '\r') this.#word('par', undefined)
    else if (this.#skip > 0) this.#skip -= 1
    else {
      this.#decode()
      this.#emit(SYMBOL_TEXT[name] ?? '')
    }
  }

  #word(name: string, parameter: number | undefined): void {
    this.#decode()
    const group = this.#group
    const optional = this.#optional
    this.#optional = false
    this.#fresh = false
    if (group.destination === 'skip') return
    const destination = Object.hasOwn(DESTINATIONS, name) ? DESTINATIONS[name] : undefined
    if (destination !== undefined) this.#enter(name, destination)
    // `{\upr{…}{\*\ud{…}}}`: the second says the same in Unicode.
    else if (optional && name === 'ud') group.destination = this.#outer.at(-2)?.destination ?? 'text'
    else if (optional) group.destination = 'skip'
    else if (this.#skip > 0) this.#skip -= 1
    else if (name === 'u') this.#unicode(parameter ?? 0)
    else if (group.capture?.word === 'fonttbl') this.#fonts.word(name, parameter ?? 0)
    else if (group.capture?.word === 'stylesheet') this.#styles.word(name, parameter ?? 0)
    else if (!this.#documentWord(name, parameter) && !applyProperty(group, name, parameter))
      this.#textWord(name, parameter)
    if (name === 'plain') group.font = this.#defaultFont
  }

  /** Words that hold for the whole document; whether it was one. */
  #documentWord(name: string, parameter: number | undefined): boolean {
    if (name === 'ansicpg') this.#codePage = parameter ?? 1252
    else if (name === 'deff') {
      this.#defaultFont = parameter ?? -1
      this.#group.font = this.#defaultFont
    } else if (name === 'fromhtml' && parameter !== 0) this.#html ??= ''
    else if (Object.hasOwn(DOCUMENT_PAGES, name)) this.#codePage = DOCUMENT_PAGES[name] ?? 1252
    else return false
    return true
  }

  #textWord(name: string, parameter: number | undefined): void {
    const group = this.#group
    const text = Object.hasOwn(WORD_TEXT, name) ? WORD_TEXT[name] : undefined
    if (text !== undefined) this.#emit(text)
    else if (group.destination === 'quiet') return
    else if (name === 'ftnalt' && group.aside?.kind === 'footnote') group.aside.kind = 'endnote'
    else if (name === 's' && group.aside === undefined)
      group.heading = this.#styles.heading(parameter ?? 0) ?? group.heading
    else if (this.#html !== undefined || group.capture !== undefined || group.aside !== undefined) {
      if (PARAGRAPH_ENDS.has(name) || name === 'row' || name === 'nestrow') this.#emit('\n')
      else if (name === 'cell' || name === 'nestcell') this.#emit('\t')
    } else if (PARAGRAPH_ENDS.has(name)) this.#flow.endParagraph(group)
    else if (name === 'cell') this.#flow.endCell()
    else if (name === 'row') this.#flow.endRow()
    else if (name === 'nestcell') this.#emit('\t')
    else if (name === 'nestrow') this.#emit('\n')
  }

  /** A word that opens a group of its own kind. Within one that is quiet only some are of use. */
  #enter(name: string, destination: Destination): void {
    const group = this.#group
    if (name === 'fldrslt') {
      if (group.destination === 'text' && group.aside === undefined) group.linkStart = this.#flow.length
      return
    }
    if (name === 'field') group.field = {}
    if (destination === 'text') return
    if (destination === 'capture') group.capture = { word: name, text: '' }
    if (destination === 'flow') group.aside = this.#aside(name)
    group.word = name
    group.destination = destination
  }

  #aside(name: string): NonNullable<RtfGroup['aside']> {
    if (name === 'annotation') {
      const label = this.#annotator
      this.#annotator = ''
      return { kind: 'comment', text: '', ...(label === '' ? {} : { label }) }
    }
    if (name === 'footnote') {
      this.#notes += 1
      return { kind: 'footnote', text: '', label: String(this.#notes) }
    }
    const kind: BlockKind = name.startsWith('header')
      ? 'header'
      : name.startsWith('footer')
        ? 'footer'
        : 'text box'
    return { kind, text: '' }
  }

  #unicode(code: number): void {
    this.#skip = this.#group.unicodeSkip
    const unit = code > 0xffff ? code : code & 0xffff
    const symbols = unit >= 0xf000 && unit < 0xf100 ? this.#fonts.symbolFont(this.#group.font) : undefined
    if (symbols !== undefined) this.#emit(symbolText(unit, symbols))
    else if (unit <= 0x10ffff && unit > 0) this.#emit(String.fromCodePoint(unit))
  }

  #emit(text: string): void {
    const { destination, capture, aside, hidden, deleted, author, rtfOnly } = this.#group
    if (destination === 'skip' || destination === 'quiet' || text === '') return
    if (capture !== undefined) {
      if (capture.word === 'fonttbl') this.#fonts.text(text)
      else if (capture.word === 'stylesheet') this.#styles.text(text)
      else capture.text += text
    } else if (this.#html !== undefined) {
      if (!rtfOnly) this.#html += escaped(text)
    } else if (aside !== undefined) {
      aside.text += text
      if (aside.text.length > this.#list.left) this.truncated = true
    } else if (deleted) {
      const label = this.#revisers[author]
      this.#flow.aside({ kind: 'deleted', text, ...(label === undefined ? {} : { label }) })
    } else if (hidden) this.#flow.aside({ kind: 'hidden', text })
    else this.#flow.add(text, this.#group)
  }

  /** What is done with text that was kept aside, when its group has ended. */
  #captured(word: string, text: string): void {
    switch (word) {
      case 'fldinst': {
        const [, local, url] = /^\s*HYPERLINK\s+(\\l\s+)?"([^"]*)"/i.exec(text) ?? []
        if (this.#group.field !== undefined && url !== undefined) {
          this.#group.field.url = local === undefined ? url : `#${url}`
        }
        break
      }
      case 'listtext':
      case 'pntext':
        if (text.trim() !== '') this.#flow.mark(text.trim())
        break
      case 'atnauthor':
        this.#annotator = text.trim()
        break
      case 'revtbl':
        this.#revisers = text.split(';')
        break
      case 'htmltag':
        if (this.#html !== undefined) this.#html += text
        break
      case 'sn':
        this.#shapeProperty = text.trim()
        break
      case 'sv':
        if (this.#shapeProperty === 'wzDescription') this.#flow.aside({ kind: 'alt text', text: text.trim() })
        break
    }
  }
}
