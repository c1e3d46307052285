import type { Block } from '../content.ts'

/** Blocks of a reading that ends at a number of characters. */
export class BlockList {
  #blocks: Block[] = []
  #left: number

  constructor(maxChars: number) {
    this.#left = maxChars
  }

  /** Whether the limit has been reached: the reader should stop. */
  get full(): boolean {
    return this.#left <= 0
  }

  /** Characters that may still be read. */
  get left(): number {
    return Math.max(0, this.#left)
  }

  /** Adds a block, cut where the limit is reached. What is empty is not kept. */
  add(block: Block): void {
    if (this.full) return
    const cut = block.rows === undefined ? this.#cutText(block) : this.#cutRows(block, block.rows)
    if (cut.text.trim() !== '' || cut.rows?.some((row) => row.some((cell) => cell.trim() !== ''))) {
      this.#blocks.push(cut)
    }
  }

  /** Adds what another reader has read; where that one has stopped, so does this. */
  addAll({ blocks, truncated }: { blocks: readonly Block[]; truncated: boolean }): void {
    for (const block of blocks) this.add(block)
    if (truncated) this.#left = 0
  }

  /** Counts text that is kept elsewhere, such as the name of a section. */
  spend(chars: number): void {
    this.#left -= chars
  }

  /** The blocks since this was last asked for. */
  take(): Block[] {
    const blocks = this.#blocks
    this.#blocks = []
    return blocks
  }

  /** One character is counted for the block itself, so that empty ones come to an end too. */
  #cutText(block: Block): Block {
    const { left } = this
    this.#left -= block.text.length + 1
    const { links = [], ...rest } = block
    const text = whole(block.text.slice(0, left))
    const kept = links.filter(({ end }) => end <= text.length)
    return kept.length === 0 ? { ...rest, text } : { ...rest, text, links: kept }
  }

  #cutRows(block: Block, rows: readonly string[][]): Block {
    const kept: string[][] = []
    for (const row of rows) {
      if (this.full) break
      kept.push(row.map((cell) => whole(cell.slice(0, Math.max(0, this.#left)))))
      this.#left -= row.reduce((chars, cell) => chars + cell.length + 1, 0)
    }
    return { ...block, rows: kept }
  }
}

/** Halves of characters, left by damage or a cut, become marks. */
const whole = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')
