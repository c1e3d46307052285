import type { Block } from '../content.ts'

/** Turns HTML into blocks; never throws on bad HTML. */
export type HtmlToBlocks = (html: string) => Block[]
