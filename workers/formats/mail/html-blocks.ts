import type { Block } from '../content.ts'

/** Turns HTML into blocks, within a number of characters; never throws on bad HTML. */
export type HtmlToBlocks = (
  html: string,
  options: { maxChars: number; checkpoint: () => void },
) => { blocks: Block[]; truncated: boolean }
