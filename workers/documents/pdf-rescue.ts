import { headBytes, RawObjects } from './raw-objects.ts'

/**
 * A second chance for a PDF whose cross-reference table and trailer are missing or wrong. The objects are found by
 * scanning, those packed in object streams are written out, and a trailer naming the catalog is appended; where the
 * catalog or the page tree is lost, a new one is made of what is left (the repair of mutool and PDFBox; ISO 32000-1,
 * 7.5). pdf.js then indexes the objects itself, since the appended `startxref` leads nowhere. Returns undefined when
 * not even a page is left.
 */
export function rebuildPdf(bytes: Buffer): Uint8Array<ArrayBuffer> | undefined {
  const objects = new RawObjects(bytes)
  const end = bytes.toString('latin1', Math.max(0, bytes.length - 4096))
  const encrypt = /\/Encrypt\s+\d+\s+\d+\s+R/.exec(end)?.[0]
  // pdf.js prefers a trailer with an identity; an encrypted file cannot be opened with a new one.
  const id = /\/ID\s*\[\s*<[^>]*>\s*<[^>]*>\s*\]/.exec(end)?.[0] ?? '/ID[<00><00>]'
  if (encrypt === undefined) objects.unpack()
  const added: string[] = []
  let next = 1
  for (const [number, { head, at, isStream }] of objects.entries()) {
    const dictionary = head.indexOf('<<')
    // What stands between `obj` and the dictionary is damage; a clean copy later in the file takes its place.
    const garbled =
      !isStream &&
      head.length < headBytes &&
      dictionary > 0 &&
      /[^\s]/.test(head.slice(0, dictionary)) &&
      /^[^\s[(\d/]/.test(head)
    if (at === undefined) added.push(`${number} 0 obj\n${head}\nendobj\n`)
    else if (garbled) added.push(`${number} 0 obj\n${head.slice(dictionary)}\nendobj\n`)
    next = Math.max(next, number + 1)
  }
  const add = (body: string): number => {
    added.push(`${next} 0 obj\n${body}\nendobj\n`)
    return next++
  }
  const root = find(objects, /\/Type\s*\/Catalog\b/) ?? newCatalog(objects, add)
  if (root === undefined) return undefined
  const trailer = `trailer\n<</Size ${next}/Root ${root} 0 R ${encrypt ?? ''} ${id}>>\nstartxref\n0\n%%EOF\n`
  const rest = Buffer.from(`\nendstream\nendobj\n${added.join('')}${trailer}`, 'latin1')
  const whole = new Uint8Array(bytes.length + rest.length)
  whole.set(bytes)
  whole.set(rest, bytes.length)
  return whole
}

function find(objects: RawObjects, pattern: RegExp): number | undefined {
  let last: number | undefined
  for (const [number, { head }] of objects.entries()) if (pattern.test(head)) last = number
  return last
}

/** A catalog over the page tree that is left, or over a new tree of the pages that are left. */
function newCatalog(objects: RawObjects, add: (body: string) => number): number | undefined {
  let tree: number | undefined
  const pages: number[] = []
  for (const [number, { head }] of objects.entries()) {
    if (/\/Type\s*\/Pages\b/.test(head) && !/\/Parent\b/.test(head)) tree = number
    else if (/\/Type\s*\/Page\b(?!s)/.test(head)) pages.push(number)
  }
  if (tree === undefined && pages.length === 0) return undefined
  tree ??= add(`<</Type/Pages/Count ${pages.length}/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]>>`)
  return add(`<</Type/Catalog/Pages ${tree} 0 R>>`)
}
