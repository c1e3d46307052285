import type { Leaf } from '../../leaf.ts'
import { languages } from './languages.ts'

/** The codes of the languages that Tesseract can read here, in order: `eng`, `fra`, … Faults: INVALID_INPUT. */
export const list: Leaf<{ dataFolder?: string }, { languages: string[] }> = ({ dataFolder }, ctx) => ({
  languages: languages(ctx.assets, dataFolder).map(({ code }) => code),
})
