import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../test/root.ts'

/** A file and how many of its pages are read, from the first. */
export interface TextTask {
  bytes: Uint8Array
  pages: number
}

/**
 * Opens a PDF with pdf.js, quiet and with its own defaults but for where its data lies, and asks for the text of its
 * pages: what a program does that uses the library and nothing else.
 */
export async function rawText({ bytes, pages }: TextTask): Promise<{ chars: number; pages: number }> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const data = join(createRequire(join(root, 'package.json')).resolve('pdfjs-dist/package.json'), '..')
  const task = getDocument({
    data: Uint8Array.from(bytes),
    cMapUrl: `${join(data, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(data, 'standard_fonts')}/`,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const document = await task.promise
    let chars = 0
    for (let number = 1; number <= Math.min(pages, document.numPages); number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      chars += items.map((item) => ('str' in item ? item.str : '')).join('').length
      page.cleanup()
    }
    return { chars, pages: Math.min(pages, document.numPages) }
  } finally {
    await task.destroy()
  }
}
