import { z } from 'zod'
import { Source } from '../sources.ts'

/** The fields of an input that names one file, as a source or short by its path. */
export const oneFile = (what: string) => ({
  source: Source.optional().describe(what),
  path: z.string().min(1).max(4096).optional().describe('Short for `source: {path}`'),
})

/** Whether an input names the file in one of the two ways, for `refine`. */
export const namesOneFile = (input: { source?: unknown; path?: unknown }): boolean =>
  [input.source, input.path].filter(Boolean).length === 1

export const namesOneFileMessage = { message: 'expected exactly one of source and path' }
