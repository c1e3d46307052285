import type { Block } from '../content.ts'
import type { BlockList } from './block-list.ts'
import type { MarkerOf } from './doc-lists.ts'
import { plainLook, type CharacterStyle, type ParagraphFormat } from './doc-properties.ts'
import type { StorySink } from './doc-story.ts'
import { TextFlow } from './text-flow.ts'

/** The main text of a document as blocks, with what belongs to a paragraph after it. */
export class MainStory implements StorySink {
  readonly #flow: TextFlow
  readonly #markerOf: MarkerOf
  readonly #revisers: readonly string[]
  readonly #placed: readonly { at: number; block: Block }[]
  #next = 0
  #linkStart = 0

  /** `placed` is in the order of the text. */
  constructor(
    list: BlockList,
    markerOf: MarkerOf,
    revisers: readonly string[],
    placed: readonly { at: number; block: Block }[],
  ) {
    this.#flow = new TextFlow(list)
    this.#markerOf = markerOf
    this.#revisers = revisers
    this.#placed = placed
  }

  text(text: string, style: CharacterStyle | undefined): void {
    if (style?.deleted === true) {
      const label = this.#revisers[style.author]
      this.#flow.aside({ kind: 'deleted', text, ...(label === undefined ? {} : { label }) })
    } else if (style?.hidden === true) this.#flow.aside({ kind: 'hidden', text })
    else this.#flow.add(text, style ?? plainLook)
  }

  paragraph({ inTable, list, level, outline }: ParagraphFormat, at: number): void {
    this.#place(at)
    const heading = outline < 9 ? outline + 1 : undefined
    const listed = list > 0 && heading === undefined
    const marker = listed && !inTable && this.#flow.length > 0 ? this.#markerOf(list, level) : undefined
    if (marker !== undefined && marker !== '') this.#flow.mark(marker)
    this.#flow.endParagraph({ inTable, heading, listed, level })
    this.#linkStart = 0
  }

  cell(at: number): void {
    this.#place(at)
    this.#flow.endCell()
  }

  row(at: number): void {
    this.#place(at)
    this.#flow.endRow()
  }

  linkStart(): void {
    this.#linkStart = this.#flow.length
  }

  linkEnd(url: string): void {
    this.#flow.link(this.#linkStart, url)
  }

  end(): void {
    this.#place(Infinity)
    this.#flow.end({ inTable: false, heading: undefined, listed: false, level: 0 })
  }

  /** What belongs to the characters up to here. */
  #place(at: number): void {
    for (
      let next = this.#placed[this.#next];
      next !== undefined && next.at <= at;
      next = this.#placed[this.#next]
    ) {
      this.#flow.aside(next.block)
      this.#next += 1
    }
  }
}
