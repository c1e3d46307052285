import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesOf, leafContext } from '../../../test/leaf-context.ts'
import { addPages, line, PdfBuilder, pdfOf, scanned } from '../../../test/pdf-builder.ts'
import { root } from '../../../test/root.ts'
import type { LayerPage } from '../../page-words.ts'
import { pdfPage } from '../../raster/pdf-page.ts'
import { loadPdfjs } from '../pdfjs.ts'
import { pdfText } from '../pdf-text.ts'
import { addTextLayer } from './add-text-layer.ts'
import { NewObjects, pdfStream } from './new-objects.ts'

/** Words of two lines, as on a page of 612 x 792 points that stands upright. */
const layer = (turn: LayerPage['turn'] = 0, number = 1): LayerPage => ({
  number,
  turn,
  width: turn % 180 === 0 ? 612 : 792,
  height: turn % 180 === 0 ? 792 : 612,
  lines: [
    [
      { text: 'Größe', box: [72, 100, 60, 12] },
      { text: '漢字', box: [140, 100, 40, 12] },
      { text: '𝛼(b)', box: [190, 100, 30, 12] },
    ],
    [{ text: 'second', box: [72, 130, 80, 12] }],
  ],
})

async function added(bytes: Uint8Array, pages: LayerPage[]): Promise<Buffer> {
  const { digest, files } = filesOf(bytes)
  const ctx = leafContext({ files })
  const output = await addTextLayer({ digest, pages }, ctx)
  const written = ctx.written.get(output.digest)
  assert.equal(written?.length, output.bytes)
  return Buffer.from(written ?? [])
}

const limits = { maxChars: 100_000, maxPageChars: 100_000 }

/** What our own reader finds, with the places of the words. */
async function read(bytes: Uint8Array, pages = [1]) {
  const { digest, files } = filesOf(bytes)
  return (await pdfText({ digest, pages, words: true, ...limits }, leafContext({ files }))).pages
}

async function drawn(bytes: Uint8Array): Promise<Uint8Array> {
  const { digest, files } = filesOf(bytes)
  const ctx = leafContext({ files })
  const task = { digest, page: 1, dpi: 72, maxPixels: 1e7, maxUnfoldedBytes: 1e7 }
  const { page } = await pdfPage(task, ctx)
  return ctx.written.get(page.digest) ?? new Uint8Array()
}

/** A file whose cross-reference is a stream, its page in an object stream, resources inherited, contents in parts. */
function modern(): Buffer {
  const head = Buffer.from('%PDF-1.7\n')
  const objects = new NewObjects(1)
  const [catalog, tree, page] = [objects.reserve(), objects.reserve(), objects.reserve()]
  objects.set(catalog, `<</Type/Catalog/Pages ${tree} 0 R>>`)
  const fonts = objects.add('<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>')
  const resources = objects.add(`<</Font ${fonts} 0 R>>`)
  objects.set(
    tree,
    `<</Type/Pages/Count 1/Kids[${page} 0 R]/Resources ${resources} 0 R/MediaBox[0 0 612 792]>>`,
  )
  const parts = [scanned, line('upper', 72, 400), line('lower', 72, 300)].map((part) =>
    objects.add(pdfStream(Buffer.from(part, 'latin1'))),
  )
  const contents = objects.add(`[${parts.map((part) => `${part} 0 R`).join(' ')}]`)
  objects.set(page, `<</Type/Page/Parent ${tree} 0 R/Contents ${contents} 0 R>>`)
  return Buffer.concat([head, objects.written(head.length, `/Root ${catalog} 0 R`, true)])
}

test('words are found on their places, in every script, and the file before stays as it is', async () => {
  for (const [name, file] of [
    ['table', pdfOf([scanned + line('printed', 72, 400)])],
    ['stream', modern()],
  ] as const) {
    const written = await added(file, [layer()])
    assert.deepEqual(written.subarray(0, file.length), file, name)
    assert.equal(written.includes('/Type/XRef', file.length, 'latin1'), name === 'stream')
    const [page] = await read(written)
    assert.match(page?.text ?? '', /Größe 漢字 𝛼\(b\)\nsecond/, name)
    assert.match(page?.text ?? '', name === 'table' ? /printed/ : /upper\s+lower/, name)
    const box = page?.words?.find(({ text }) => text === 'second')?.box
    assert.ok(box && Math.abs(box[0] - 72) < 1 && Math.abs(box[2] - 80) < 1, String(box))
    assert.ok(Math.abs(box[1] + box[3] / 2 - 136) < 4, String(box))
  }
})

test('nothing of it is seen, and two runs give the same bytes', async () => {
  const file = readFileSync(join(root, 'test/fixtures/documents/scan.pdf'))
  const written = await added(file, [layer()])
  assert.deepEqual(await drawn(written), await drawn(file))
  assert.deepEqual(await added(file, [layer()]), written)
})

test('pages that are shown turned, or are to be turned, have their words upright', async () => {
  for (const rotate of [0, 90, 180, 270]) {
    for (const turn of [0, 90, 180, 270] as const) {
      const file = pdfOf([{ content: scanned, entries: `/Rotate ${rotate}/CropBox[0 0 612 792]` }])
      const sideways = (rotate + turn) % 180 !== 0
      const own = { ...layer(turn), width: sideways ? 792 : 612, height: sideways ? 612 : 792 }
      const [page] = await read(await added(file, [own]))
      assert.deepEqual(
        page?.words?.map(({ text, box }) => [text, Math.round(box?.[0] ?? 0)]),
        [
          ['Größe', 72],
          ['漢字', 140],
          ['𝛼(b)', 190],
          ['second', 72],
        ],
        `${rotate} and ${turn}`,
      )
    }
  }
})

test('contents that leave their state behind do not move the words', async () => {
  const file = pdfOf([`${scanned} q 3 0 0 3 100 100 cm 0.5 g ${line('x', 1, 1)}`])
  const [page] = await read(await added(file, [layer()]))
  const box = page?.words?.find(({ text }) => text === 'second')?.box
  assert.ok(box && Math.abs(box[0] - 72) < 1, String(box))
})

test('words whose boxes overlap stay two words', async () => {
  const line: LayerPage['lines'][number] = [
    { text: '250', box: [72, 100, 33, 12] },
    { text: 'g', box: [98, 100, 14, 12] },
  ]
  const [page] = await read(await added(pdfOf([scanned]), [{ ...layer(), lines: [line] }]))
  assert.equal(page?.text, '250 g')
})

test('only the pages named change', async () => {
  const file = pdfOf([line('one', 72, 700), line('two', 72, 700), line('three', 72, 700)])
  const pages = await read(await added(file, [layer(0, 2)]), [1, 2, 3])
  assert.deepEqual(
    pages.map(({ text }) => text.includes('second')),
    [false, true, false],
  )
})

test('of a page that was saved once more, packed, the later counts', async () => {
  const first = pdfOf([line('old', 72, 400)])
  const [page, contents, packed, table] = [4, 6, 7, 8]
  assert.match(first.toString('latin1'), new RegExp(`\\n${page} 0 obj\\n<</Type/Page/`))
  const own = `<</Type/Page/Parent 1 0 R/MediaBox[0 0 612 792]/Resources<</Font 2 0 R>>/Contents ${contents} 0 R>>`
  const index = `${page} 0 `
  const parts: Buffer[] = [first]
  const places = new Map<number, number>()
  const put = (number: number, body: Buffer): void => {
    places.set(number, Buffer.concat(parts).length)
    parts.push(Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n'))
  }
  put(contents, pdfStream(Buffer.from(scanned + line('new', 72, 400), 'latin1')))
  put(packed, pdfStream(Buffer.from(index + own), `/Type/ObjStm/N 1/First ${index.length}`))
  places.set(table, Buffer.concat(parts).length)
  const rows = Buffer.concat([
    Buffer.from([2, 0, 0, 0, packed, 0, 0]),
    ...[contents, packed, table].map((number) => {
      const row = Buffer.from([1, 0, 0, 0, 0, 0, 0])
      row.writeUInt32BE(places.get(number) ?? 0, 1)
      return row
    }),
  ])
  const previous = /startxref\n(\d+)/.exec(first.toString('latin1'))?.[1]
  const entries = `/Type/XRef/Size 9/W[1 4 2]/Index[${page} 1 ${contents} 3]/Root 5 0 R/Prev ${previous}`
  put(table, pdfStream(rows, entries))
  parts.push(Buffer.from(`startxref\n${places.get(table)}\n%%EOF\n`))
  const [read1] = await read(await added(Buffer.concat(parts), [layer()]))
  assert.match(read1?.text ?? '', /second\s+new/)
})

test('a file of very many objects, with a size that is none, is done as well', async () => {
  const builder = new PdfBuilder()
  const root = addPages(builder, [scanned + line('x', 72, 400)])
  for (let n = 0; n < 150_000; n += 1) builder.add('null')
  const file = Buffer.from(
    builder
      .build(root)
      .toString('latin1')
      .replace(/\/Size \d+/, '/Size 9e99'),
    'latin1',
  )
  const start = file.lastIndexOf('xref\n0 ')
  const fixed = Buffer.from(
    file.toString('latin1').replace(/startxref\n\d+/, `startxref\n${start}`),
    'latin1',
  )
  const [page] = await read(await added(fixed, [layer()]))
  assert.match(page?.text ?? '', /second\s+x/)
})

test('a protected file and one whose tables are wrong are refused', async () => {
  const fixture = (name: string): Buffer => readFileSync(join(root, 'test/fixtures/documents', name))
  await assert.rejects(added(fixture('enc-owner-only-aes256.pdf'), [layer()]), { code: 'ENCRYPTED' })
  for (const name of ['dmg-xref-offset.pdf', 'dmg-half.pdf', 'dmg-prefix-garbage.pdf'])
    await assert.rejects(added(fixture(name), [layer()]), { code: 'DAMAGED' }, name)
  const builder = new PdfBuilder()
  const sound = builder.build(addPages(builder, [line('x', 1, 1)]))
  const cut = Buffer.concat([sound, Buffer.from('trailing rubbish'.repeat(400))])
  await assert.rejects(added(cut, [layer()]), { code: 'DAMAGED' })
})

test('pdf.js by itself reads the words in order', async () => {
  const { getDocument } = await loadPdfjs()
  const written = await added(pdfOf(['']), [layer()])
  const task = getDocument({ data: new Uint8Array(written), verbosity: 0, isEvalSupported: false })
  const page = await (await task.promise).getPage(1)
  const { items } = await page.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str : '')).join('')
  assert.equal(text.replace(/\s+/g, ' ').trim(), 'Größe 漢字 𝛼(b) second'.replace(/ second/, 'second'))
  await task.destroy()
})

/** Readers of other houses, where they are installed. */
const outside = ['qpdf', 'pdftotext'].filter((tool) => spawnSync(tool, ['--version']).error === undefined)

test(
  'qpdf finds no error, pdftotext finds the words',
  { skip: outside.length < 2 && 'needs qpdf and pdftotext (Debian: qpdf, poppler-utils)' },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'talaria-layer-'))
    try {
      for (const file of [pdfOf([line('printed', 72, 400)]), modern()]) {
        const path = join(folder, 'out.pdf')
        writeFileSync(path, await added(file, [layer()]))
        const check = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' })
        assert.equal(check.status, 0, check.stdout + check.stderr)
        const text = spawnSync('pdftotext', ['-enc', 'UTF-8', path, '-'], { encoding: 'utf8' })
        assert.match(text.stdout, /Größe 漢字 𝛼\(b\)/)
        assert.match(text.stdout, /second/)
        assert.equal(text.stderr, '')
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
