import type { Reading } from './reading.ts'

/** The text of all pages, with an empty line between them. */
export function plainText({ pages }: Reading): string {
  return `${pages
    .map(({ text }) => text.trim())
    .filter(Boolean)
    .join('\n\n')}\n`
}

/** Characters that begin a heading, a list, a quotation or a rule when they stand first in a line. */
const lineMarks = /^(\s*)([#+=-]+|\d+[.)])(?=\s|$)/gm
/** Characters that mean something wherever they stand. */
const marks = /[\\`*_[\]<>]/g

/** The text as Markdown: a heading for the file and for each page, the words as they are. */
export function markdown(name: string, { pages }: Reading): string {
  const parts = pages.map(({ number, text }) => {
    const body = escaped(text.trim())
    return pages.length > 1 ? `## Page ${number}\n\n${body}` : body
  })
  return `# ${escaped(name)}\n\n${parts.join('\n\n')}\n`
}

function escaped(text: string): string {
  return text
    .replace(marks, String.raw`\$&`)
    .replace(lineMarks, (_all, space: string, mark: string) =>
      /^\d/.test(mark) ? `${space}${mark.slice(0, -1)}\\${mark.slice(-1)}` : `${space}\\${mark}`,
    )
    .replace(/(?<!\n)\n(?!\n)/g, '  \n')
}

/** Hands a text to the person as a file in their downloads. */
export function download(name: string, text: string, mediaType: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken hold of the bytes by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
