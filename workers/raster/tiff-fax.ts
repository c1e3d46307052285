import { fault } from '../../bridge/faults.ts'
import type { LeafContext } from '../leaf.ts'
import { openPdf, type PdfContext } from '../documents/pdf-open.ts'
import type { Grey } from '../recognition.ts'
import { greyOfCanvas } from './grey.ts'
import { drawOpened, loadCanvas } from './pdf-drawing.ts'
import { maxCanvasSide } from './picture-size.ts'
import type { Layout } from './tiff-layout.ts'
import { reverseBits } from './tiff-unpack.ts'

/** CCITT compressions of TIFF: modified Huffman, Group 3, Group 4. */
export const faxCompressions: readonly number[] = [2, 3, 4]

/**
 * Reads a fax page. PDF keeps CCITT data just as TIFF does (ISO 32000-1, 7.4.6), so its strips become the pictures of
 * a one-page PDF, a point for a pixel, and pdf.js reads them. Codes that are broken leave white rows.
 */
export async function faxPicture(
  file: Uint8Array,
  layout: Layout,
  t4Options: number,
  ctx: LeafContext,
): Promise<Grey> {
  refuseTooLong(layout)
  const pdf = faxPdf(file, layout, t4Options)
  const drawn: PdfContext = {
    assets: ctx.assets,
    checkpoint: () => ctx.checkpoint(),
    files: { read: () => pdf },
  }
  await loadCanvas()
  const opened = await openPdf({ digest: 'fax' }, drawn, { maxImagePixels: layout.width * layout.height })
  try {
    const page = await opened.document.getPage(1)
    const limits = { dpi: 72, maxPixels: layout.width * layout.height }
    const { canvas, context } = await drawOpened(page, limits, ctx)
    return greyOfCanvas(context, canvas.width, canvas.height, ctx)
  } finally {
    await opened.close()
  }
}

function refuseTooLong({ width, height }: Layout): void {
  if (Math.max(width, height) <= maxCanvasSide) return
  const detail = `The fax has ${width} x ${height} pixels; at most ${maxCanvasSide} a side are taken. Cut it up first.`
  throw fault('TOO_MANY_PIXELS', detail, { width, height, maxSide: maxCanvasSide })
}

function faxPdf(file: Uint8Array, layout: Layout, t4Options: number): Buffer {
  const { width, height, blocks } = layout
  const header = Buffer.from('%PDF-1.7\n', 'latin1')
  const parts = [header]
  const offsets: number[] = []
  let length = header.length
  const add = (head: string, data?: Uint8Array): void => {
    offsets.push(length)
    const tail = data ? [Buffer.from('stream\n'), data, Buffer.from('\nendstream')] : []
    const part = Buffer.concat([
      Buffer.from(`${offsets.length} 0 obj\n${head}`),
      ...tail,
      Buffer.from('\nendobj\n'),
    ])
    length += part.length
    parts.push(part)
  }
  const content = blocks
    .map(
      (block, i) =>
        `q ${block.width} 0 0 ${block.height} ${block.x} ${height - block.y - block.height} cm/S${i} Do Q`,
    )
    .join('\n')
  const first = 5
  add('<</Type/Catalog/Pages 2 0 R>>')
  add('<</Type/Pages/Count 1/Kids[3 0 R]>>')
  add(
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R/Resources<</XObject<<` +
      `${blocks.map((_, i) => `/S${i} ${first + i} 0 R`).join('')}>>>>>>`,
  )
  add(`<</Length ${content.length}>>`, Buffer.from(content))
  for (const block of blocks) {
    const stored = file.subarray(block.from, block.from + block.bytes)
    const data = layout.bitsReversed ? reverseBits(stored) : stored
    add(pictureEntries(layout, block, t4Options, data.length), data)
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = offsets.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

function pictureEntries(
  { compression, photometric }: Layout,
  { width, height }: { width: number; height: number },
  t4Options: number,
  length: number,
): string {
  const coding = compression === 4 ? -1 : compression === 3 && (t4Options & 1) === 1 ? 1 : 0
  // As DeviceGray pdf.js 5.6 loses the last 7 pixels of the last row; through a palette it does not.
  return (
    `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace[/Indexed/DeviceGray 1<00FF>]` +
    `/BitsPerComponent 1/Length ${length}/Filter/CCITTFaxDecode/DecodeParms<</K ${coding}/Columns ${width}/Rows ${height}` +
    `/EndOfBlock false/EncodedByteAlign ${compression === 2}/BlackIs1 ${photometric === 1}>>>>`
  )
}
