import type { RawObjects } from './raw-objects.ts'

/** Content longer than this is left alone. */
const maxContentBytes = 16 * 1024 * 1024

/**
 * The content streams of a page one after another, a character for each byte (ISO 32000-1, 7.8.2); undefined where they
 * cannot be got at, as those of an encrypted file.
 */
export function pageContent(objects: RawObjects, pageNumber: number): string | undefined {
  const head = objects.get(pageNumber)?.head ?? ''
  const contents = /\/Contents\s*(\[[^\]]*\]|\d+\s+\d+\s+R)/.exec(head)?.[1]
  if (contents === undefined) return undefined
  let content = ''
  for (const [, number] of contents.matchAll(/(\d+)\s+\d+\s+R/g)) {
    const object = objects.get(Number(number))
    const part = object && objects.stream(object)
    if (part === undefined || content.length + part.length > maxContentBytes) return undefined
    content += `${part.toString('latin1')}\n`
  }
  return content
}
