import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PdfBuilder } from '../test/pdf-builder.ts'
import { root } from '../test/root.ts'
import { jpegSize } from '../workers/raster/jpeg-size.ts'
import { median } from './harness.ts'
import { keepResults, printTable } from './report.ts'
import { startBenchService, type BenchServer } from './server.ts'

const PAGES = 20
const DPI = 300

/**
 * `bench scan-stream [picture.jpg] [rounds]`: how soon the first page of a scan of 20 pages is there, read line by
 * line, against a scan of one such page; and how long all of them take.
 */
export async function bench([
  picture = join(root, 'samples/receipt.jpg'),
  rounds = '5',
]: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'talaria-scan-'))
  const service = await startBenchService({ 'cache.enabled': 'false' })
  try {
    const jpeg = readFileSync(picture)
    const [one, many] = [join(folder, 'one.pdf'), join(folder, 'many.pdf')]
    writeFileSync(one, scanOf(jpeg, 1))
    writeFileSync(many, scanOf(jpeg, PAGES))
    const times: { one: number; first: number; all: number }[] = []
    for (let round = -1; round < Number(rounds); round += 1) {
      const single = await stream(service, one)
      const several = await stream(service, many)
      if (round >= 0) times.push({ one: single.first, first: several.first, all: several.all })
    }
    const of = (ratio: (time: (typeof times)[number]) => number): string =>
      median(times.map(ratio)).toFixed(2)
    printTable([
      ['scan', 'measured', 'bar'],
      ['one page, seconds', of(({ one }) => one / 1000), ''],
      [`first of ${PAGES} pages ÷ one page`, of(({ one, first }) => first / one), '≤ 1.5'],
      [`all ${PAGES} pages ÷ one page`, of(({ one, all }) => all / one), ''],
    ])
    keepResults('scan-stream', { pages: PAGES, times })
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds until the first page with text, and until all are there. */
async function stream({ url, headers }: BenchServer, path: string): Promise<{ first: number; all: number }> {
  const began = performance.now()
  const response = await fetch(`${url}/v1/documents/read`, {
    method: 'POST',
    headers: { ...headers, accept: 'application/x-ndjson' },
    body: JSON.stringify({ path, pages: 'all' }),
  })
  let [text, first] = ['', 0]
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (first === 0 && text.includes('"from":"ocr"')) first = performance.now() - began
  }
  if (first === 0 || !text.includes('{"end":')) throw new Error(`${path} was not read: ${text.slice(0, 500)}`)
  return { first, all: performance.now() - began }
}

/** A PDF whose pages are that picture and nothing else. */
function scanOf(jpeg: Buffer, pages: number): Buffer {
  const { width, height } = jpegSize(jpeg)
  const pdf = new PdfBuilder()
  const image = pdf.addStream(jpeg, {
    entries:
      `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}` +
      '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode',
  })
  const [widthPt, heightPt] = [(width * 72) / DPI, (height * 72) / DPI]
  const tree = pdf.reserve()
  const kids = Array.from({ length: pages }, () => {
    const content = pdf.addStream(`q ${widthPt} 0 0 ${heightPt} 0 0 cm /Im Do Q`)
    return pdf.add(
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${widthPt} ${heightPt}]/Contents ${content} 0 R` +
        `/Resources<</XObject<</Im ${image} 0 R>>>>>>`,
    )
  })
  pdf.add(`<</Type/Pages/Count ${pages}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`, tree)
  return pdf.build(pdf.add(`<</Type/Catalog/Pages ${tree} 0 R>>`))
}
