import { constants, inflateSync } from 'node:zlib'

/** What an object stream may unfold to while a file is being rescued. */
const maxObjectStreamBytes = 16 * 1024 * 1024

/**
 * A second chance for a PDF whose cross-reference table and trailer are missing or wrong. The objects are found by
 * scanning for `N G obj`, those hidden in object streams are written out, and a trailer naming the catalog is
 * appended; where the catalog or the page tree is lost, a new one is made of what is left (the repair of mutool and
 * PDFBox; ISO 32000-1, 7.5). pdf.js then indexes the objects itself, since the appended `startxref` leads nowhere.
 * Returns undefined when not even a page is left.
 */
export function rebuildPdf(bytes: Buffer): Uint8Array<ArrayBuffer> | undefined {
  const objects = scanObjects(bytes)
  const encrypt = /\/Encrypt\s+\d+\s+\d+\s+R/.exec(
    bytes.toString('latin1', Math.max(0, bytes.length - 4096)),
  )?.[0]
  if (encrypt === undefined) unfoldObjectStreams(bytes, objects)
  const added: string[] = []
  for (const [number, object] of objects) {
    if (object.unfolded) added.push(`${number} 0 obj\n${object.head}\nendobj\n`)
  }
  let next = Math.max(0, ...objects.keys()) + 1
  const add = (body: string): number => {
    added.push(`${next} 0 obj\n${body}\nendobj\n`)
    return next++
  }
  const root = find(objects, /\/Type\s*\/Catalog\b/) ?? newCatalog(objects, add)
  if (root === undefined) return undefined
  const trailer = `trailer\n<</Size ${next}/Root ${root} 0 R ${encrypt ?? ''}>>\nstartxref\n0\n%%EOF\n`
  const rest = Buffer.from(`\nendstream\nendobj\n${added.join('')}${trailer}`, 'latin1')
  const whole = new Uint8Array(bytes.length + rest.length)
  whole.set(bytes)
  whole.set(rest, bytes.length)
  return whole
}

interface FoundObject {
  /** The start of its text, enough for its dictionary; all of it when it came out of an object stream. */
  head: string
  /** Where its text begins in the file. */
  at: number
  unfolded: boolean
}

/** Objects by number; the last definition wins, as in a file that was saved twice. */
function scanObjects(bytes: Buffer): Map<number, FoundObject> {
  const objects = new Map<number, FoundObject>()
  for (let at = bytes.indexOf('obj', 0, 'latin1'); at >= 0; at = bytes.indexOf('obj', at + 3, 'latin1')) {
    const number = /(?:^|\D)(\d{1,7})\s+\d{1,5}\s+$/.exec(
      bytes.toString('latin1', Math.max(0, at - 24), at),
    )?.[1]
    if (number === undefined || Number(number) === 0) continue
    const from = at + 3
    const head = bytes.toString('latin1', from, from + 2048).split('endobj', 1)[0] ?? ''
    objects.set(Number(number), { head, at: from, unfolded: false })
  }
  return objects
}

function unfoldObjectStreams(bytes: Buffer, objects: Map<number, FoundObject>): void {
  for (const stream of [...objects.values()]) {
    if (!/\/Type\s*\/ObjStm\b/.test(stream.head)) continue
    const count = Number(/\/N\s+(\d+)/.exec(stream.head)?.[1] ?? 0)
    const first = Number(/\/First\s+(\d+)/.exec(stream.head)?.[1] ?? 0)
    const data = unfold(bytes, stream)
    if (data === undefined || count === 0 || first >= data.length) continue
    const index = data.slice(0, first).trim().split(/\s+/).map(Number)
    for (let entry = 0; entry < count; entry += 1) {
      const number = index[2 * entry]
      const from = index[2 * entry + 1]
      if (number === undefined || from === undefined || !Number.isSafeInteger(number) || number <= 0) break
      if (objects.has(number)) continue
      const until = index[2 * entry + 3] ?? data.length - first
      objects.set(number, { head: data.slice(first + from, first + until), at: 0, unfolded: true })
    }
  }
}

function unfold(bytes: Buffer, object: FoundObject): string | undefined {
  const keyword = bytes.indexOf('stream', object.at, 'latin1')
  if (keyword < 0) return undefined
  let start = keyword + 6
  if (bytes[start] === 13) start += 1
  if (bytes[start] === 10) start += 1
  const found = bytes.indexOf('endstream', start, 'latin1')
  const data = bytes.subarray(start, found < 0 ? bytes.length : found)
  if (!/\/FlateDecode\b/.test(object.head)) return data.toString('latin1')
  try {
    return inflateSync(data, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: maxObjectStreamBytes,
    }).toString('latin1')
  } catch {
    return undefined
  }
}

function find(objects: Map<number, FoundObject>, pattern: RegExp): number | undefined {
  let last: number | undefined
  for (const [number, object] of objects) if (pattern.test(object.head)) last = number
  return last
}

/** A catalog over the page tree that is left, or over a new tree of the pages that are left. */
function newCatalog(objects: Map<number, FoundObject>, add: (body: string) => number): number | undefined {
  let tree: number | undefined
  const pages: number[] = []
  for (const [number, { head }] of objects) {
    if (/\/Type\s*\/Pages\b/.test(head) && !/\/Parent\b/.test(head)) tree = number
    else if (/\/Type\s*\/Page\b(?!s)/.test(head)) pages.push(number)
  }
  if (tree === undefined && pages.length === 0) return undefined
  tree ??= add(`<</Type/Pages/Count ${pages.length}/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]>>`)
  return add(`<</Type/Catalog/Pages ${tree} 0 R>>`)
}
