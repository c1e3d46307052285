import { digestOf, leafContext } from '../test/leaf-context.ts'
import { pdfText } from '../workers/documents/pdf-text.ts'
import type { TextTask } from './raw-text.ts'

/** Reads the same pages with the leaf that `documents.read` asks. Gives the number of characters. */
export async function ownText({ bytes, pages: count }: TextTask): Promise<number> {
  const digest = digestOf(bytes)
  const input = {
    digest,
    pages: Array.from({ length: count }, (_, page) => page + 1),
    maxChars: 1e6,
    maxPageChars: 1e6,
  }
  const { pages } = await pdfText(input, leafContext({ files: new Map([[digest, bytes]]) }))
  return pages.reduce((sum, { text }) => sum + text.length, 0)
}
