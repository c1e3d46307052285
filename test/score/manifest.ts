import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Expected = z.looseObject({
  outcome: z.string().optional(),
  pages: z.number().optional(),
  text_contains: z.array(z.string()).optional(),
  ordered_snippets: z.array(z.string()).optional(),
  also_contains: z.array(z.string()).optional(),
  must_include_markdown: z.array(z.string()).optional(),
  must_not_include: z.array(z.string()).optional(),
  not_text: z.array(z.string()).optional(),
  whole_words: z.array(z.string()).optional(),
  page_snippets: z.record(z.string(), z.string()).optional(),
  password: z.string().optional(),
  without_password: z.string().optional(),
  needs_ocr: z.boolean().optional(),
})
export type Expected = z.infer<typeof Expected>

const Case = z.looseObject({ file: z.string(), expected: Expected })
export type Case = z.infer<typeof Case>

/** The cases of a folder: `manifest.json` lists its files with what is right for each. Throws when it does not fit. */
export function readManifest(folder: string): Case[] {
  const text = readFileSync(join(folder, 'manifest.json'), 'utf8')
  return z.looseObject({ files: z.array(Case) }).parse(JSON.parse(text)).files
}
