import { deflateSync } from 'node:zlib'

/** Writes PDFs object by object, so that tests can make the very file they need, sound or broken. */
export class PdfBuilder {
  readonly #objects: Buffer[] = []

  /** Keeps a number for an object that is written later, such as the parent of pages. */
  reserve(): number {
    return this.#objects.push(Buffer.alloc(0))
  }

  /** Adds an object, or fills in a reserved one; gives its number. */
  add(body: string, number = this.reserve()): number {
    this.#objects[number - 1] = Buffer.from(body, 'latin1')
    return number
  }

  /** Adds a stream; `deflate` compresses its data, `entries` go into its dictionary. */
  addStream(data: Uint8Array | string, options: { entries?: string; deflate?: boolean } = {}): number {
    const { entries = '', deflate = false } = options
    const plain = typeof data === 'string' ? Buffer.from(data, 'latin1') : data
    const bytes = deflate ? deflateSync(plain, { level: 9 }) : plain
    const filter = deflate ? '/Filter/FlateDecode' : ''
    const number = this.reserve()
    this.#objects[number - 1] = Buffer.concat([
      Buffer.from(`<</Length ${bytes.length}${filter}${entries}>>stream\n`, 'latin1'),
      bytes,
      Buffer.from('\nendstream', 'latin1'),
    ])
    return number
  }

  /** The finished file with its cross-reference table. */
  build(root: number): Buffer {
    const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
    let length = parts[0]?.length ?? 0
    const push = (part: Buffer): void => {
      parts.push(part)
      length += part.length
    }
    const offsets = this.#objects.map((object, index) => {
      const offset = length
      push(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]))
      return offset
    })
    const table = length
    const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
    push(Buffer.from(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries.join('')}`))
    push(
      Buffer.from(`trailer\n<</Size ${offsets.length + 1}/Root ${root} 0 R>>\nstartxref\n${table}\n%%EOF\n`),
    )
    return Buffer.concat(parts)
  }
}

export interface PageDrawing {
  /** Content stream; fonts /F1 (Helvetica) and /F2 (Helvetica bold) are there. */
  content: string
  /** Further entries of the page's dictionary, such as `/Rotate 90`. */
  entries?: string
}

/** A PDF of pages with the given content streams, letter-sized. */
export function pdfOf(pages: readonly (string | PageDrawing)[]): Buffer {
  const pdf = new PdfBuilder()
  return pdf.build(addPages(pdf, pages))
}

/** Adds pages, their tree and a catalog; gives the number of the catalog. */
export function addPages(
  pdf: PdfBuilder,
  pages: readonly (string | PageDrawing)[],
  catalogEntries = '',
): number {
  const tree = pdf.reserve()
  const font = (name: string): string =>
    `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`
  const fonts = pdf.add(`<</F1 ${font('Helvetica')}/F2 ${font('Helvetica-Bold')}>>`)
  const kids = pages.map((page) => {
    const { content, entries = '' } = typeof page === 'string' ? { content: page } : page
    const stream = pdf.addStream(content, { deflate: content.length > 2000 })
    return pdf.add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 612 792]/Resources<</Font ${fonts} 0 R>>` +
        `/Contents ${stream} 0 R${entries}>>`,
    )
  })
  pdf.add(`<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`, tree)
  return pdf.add(`<</Type/Catalog/Pages ${tree} 0 R${catalogEntries}>>`)
}

/** Draws one line of text with its baseline at `x`, `y` (points from the bottom left). */
export function line(text: string, x: number, y: number, size = 11, font = 'F1'): string {
  const escaped = text.replace(/[\\()]/g, '\\$&')
  return `BT /${font} ${size} Tf ${x} ${y} Td (${escaped}) Tj ET\n`
}

/** Draws a grey picture over a letter-sized page, as that of a scan. */
export const scanned = 'q 612 0 0 792 0 0 cm BI /W 1/H 1/BPC 8/CS/G ID \xe0 EI Q\n'
