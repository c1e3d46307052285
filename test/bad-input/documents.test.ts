import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { test, type TestContext } from 'node:test'
import { deflateRawSync, deflateSync } from 'node:zlib'
import { read } from '../../bridge/operations/documents.ts'
import { addPages, line, pdfOf, PdfBuilder } from '../pdf-builder.ts'
import { root } from '../root.ts'
import { everyWay, READ, Scene } from './scene.ts'

const fixture = (name: string): string => join(root, 'test/fixtures/documents', name)
const bytesOf = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path))
const letter = bytesOf(join(root, 'samples/letter.pdf'))

/** A ZIP archive of one file (APPNOTE 4.3). */
function zipOf(name: string, content: string): Buffer {
  const data = deflateRawSync(content)
  const local = Buffer.alloc(30 + name.length)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(data.length, 18)
  local.writeUInt32LE(content.length, 22)
  local.writeUInt16LE(name.length, 26)
  local.write(name, 30)
  return Buffer.concat([local, data])
}

/** Every page's text of an answer for one document. */
function textOf(body: Record<string, unknown>): string {
  const { documents } = read.output.parse(body)
  return documents.flatMap(({ pages }) => pages.map(({ text }) => text)).join('\n')
}

async function refusedEveryWay(t: TestContext, code: string, name: string, bytes: Uint8Array<ArrayBuffer>) {
  const scene = await Scene.open(t)
  for await (const [way, init] of everyWay(scene, name, bytes, 'application/pdf')) {
    await t.test(`${name} by ${way} is ${code}`, async () => {
      await scene.refused(code, READ, init)
    })
  }
}

test('an empty file', (t) => refusedEveryWay(t, 'EMPTY_FILE', 'empty.pdf', new Uint8Array()))

test('a file that ends within its head', (t) => refusedEveryWay(t, 'DAMAGED', 'head.pdf', letter.slice(0, 9)))

test('a file cut anywhere is read as far as it goes or said to be damaged', async (t) => {
  const scene = await Scene.open(t)
  const report = bytesOf(join(root, 'samples/report.pdf'))
  for (let part = 1; part < 12; part++) {
    const body = report.slice(0, Math.floor((report.length * part) / 12))
    const answer = await scene.ask(`${READ}?pages=all`, {
      body,
      headers: { 'content-type': 'application/pdf' },
    })
    if (answer.status === 200) read.output.parse(answer.body)
    else assert.equal(answer.body['code'], 'DAMAGED', JSON.stringify(answer.body))
  }
  await scene.unharmed()
})

test('files of other types that say they are PDFs', async (t) => {
  const page = '<!DOCTYPE html><html><head><title>x</title></head><body>Not found</body></html>'
  await refusedEveryWay(t, 'TYPE_MISMATCH', 'page.pdf', new TextEncoder().encode(page))
  await refusedEveryWay(t, 'TYPE_MISMATCH', 'picture.pdf', bytesOf(join(root, 'samples/picture.png')))
  await refusedEveryWay(
    t,
    'TYPE_MISMATCH',
    'archive.pdf',
    new Uint8Array(zipOf('a.txt', 'hello '.repeat(100))),
  )
  await refusedEveryWay(t, 'TYPE_MISMATCH', 'zeros.pdf', new Uint8Array(5000))
})

test('files of other types that say nothing of themselves', async (t) => {
  const scene = await Scene.open(t)
  const body = gzipSync('not a document')
  for (const type of ['application/octet-stream', 'application/gzip']) {
    await scene.refused('TYPE_UNSUPPORTED', READ, { body, headers: { 'content-type': type } })
  }
})

test('an encrypted file without its password, with a wrong one and with the right one', async (t) => {
  const scene = await Scene.open(t)
  const path = fixture('enc-user-rc4-128.pdf')
  await scene.refused('ENCRYPTED', READ, { json: { path } })
  await scene.refused('WRONG_PASSWORD', READ, { json: { path, password: 'secret!' } })
  await scene.refused('WRONG_PASSWORD', READ, { json: { path, password: '' } })
  const opened = await scene.ask(READ, { json: { path, password: 'open-me' } })
  assert.match(textOf(opened.body), /The fifth reef reflects the disproportionate tariff in entry 1\./)
  // The right answer is not handed out from the cache to one who has no password.
  await scene.refused('ENCRYPTED', READ, { json: { path } })
  await scene.refused('WRONG_PASSWORD', READ, { json: { path, password: 'secret!' } })
})

test('146 kB that unfold to 150 MB', async (t) => {
  const bomb = bytesOf(fixture('bomb-flate-150mb.pdf'))
  assert.equal(Math.round(bomb.length / 1000), 146)
  await refusedEveryWay(t, 'ARCHIVE_BOMB', 'bomb.pdf', bomb)
})

test('a bomb in two layers, one that is many streams, and one whose length is a lie', async (t) => {
  const scene = await Scene.open(t, { 'documents.maxUnfoldedBytes': String(4 * 1024 * 1024) })
  const operators = Buffer.alloc(40 * 1024 * 1024, 'q\n')
  const twice = new PdfBuilder()
  const tree = twice.reserve()
  const inner = deflateSync(deflateSync(operators))
  const content = twice.addStream(inner, { entries: '/Filter[/FlateDecode/FlateDecode]' })
  const page = twice.add(`<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 612 792]/Contents ${content} 0 R>>`)
  twice.add(`<</Type/Pages/Count 1/Kids[${page} 0 R]>>`, tree)
  const layered = twice.build(twice.add(`<</Type/Catalog/Pages ${tree} 0 R>>`))
  await scene.refused('ARCHIVE_BOMB', READ, { json: { path: scene.file('layers.pdf', layered) } })

  const lying = Buffer.from(
    pdfOf([operators.toString('latin1')])
      .toString('latin1')
      .replace(/\/Length \d+/, '/Length 10'),
    'latin1',
  )
  await scene.refused('ARCHIVE_BOMB', READ, { json: { path: scene.file('lie.pdf', lying) } })

  // Each stream is within the limit, but all of them together are more than there is time for.
  const many = pdfOf(Array.from({ length: 40 }, () => operators.toString('latin1', 0, 4_000_000)))
  await scene.refused('DEADLINE', READ, {
    json: { path: scene.file('many.pdf', many), pages: 'all' },
    headers: { 'talaria-timeout-ms': '2000' },
  })
})

/** A PDF whose tree of pages is written by hand. */
function treeOf(
  kids: (numbers: { top: number; other: number; page: number }) => { top: string; other: string },
): Buffer {
  const pdf = new PdfBuilder()
  const [top, other, page] = [pdf.reserve(), pdf.reserve(), pdf.reserve()]
  const font = pdf.add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>')
  const content = pdf.addStream(line('Still here', 72, 700))
  const written = kids({ top, other, page })
  pdf.add(`<</Type/Pages/Count 3/Kids[${written.top}]>>`, top)
  pdf.add(`<</Type/Pages/Parent ${top} 0 R/Count 2/Kids[${written.other}]>>`, other)
  pdf.add(
    `<</Type/Page/Parent ${top} 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 ${font} 0 R>>>>/Contents ${content} 0 R>>`,
    page,
  )
  return pdf.build(pdf.add(`<</Type/Catalog/Pages ${top} 0 R>>`))
}

test('trees of pages that contain themselves', async (t) => {
  const scene = await Scene.open(t)
  const trees = {
    'only itself': treeOf(({ top }) => ({ top: `${top} 0 R`, other: '' })),
    'itself and a page': treeOf(({ top, page }) => ({ top: `${top} 0 R ${page} 0 R`, other: '' })),
    'a page and itself': treeOf(({ top, page }) => ({ top: `${page} 0 R ${top} 0 R`, other: '' })),
    'one that contains it': treeOf(({ top, other, page }) => ({
      top: `${page} 0 R ${other} 0 R`,
      other: `${top} 0 R ${page} 0 R`,
    })),
    'the same page thrice': treeOf(({ page }) => ({ top: `${page} 0 R `.repeat(3), other: '' })),
    'a fixture': readFileSync(fixture('Pages-tree-refs.pdf')),
  }
  for (const [what, bytes] of Object.entries(trees)) {
    const path = scene.file('tree.pdf', bytes)
    const began = Date.now()
    const answer = await scene.ask(READ, { json: { path, pages: 'all' } })
    assert.ok(Date.now() - began < read.limits.timeoutMs, what)
    if (answer.status === 200) read.output.parse(answer.body)
    else assert.equal(answer.body['code'], 'DAMAGED', `${what}: ${JSON.stringify(answer.body)}`)
    await scene.unharmed()
  }
})

test('a page of 200,000 points is read like any other', async (t) => {
  const scene = await Scene.open(t)
  const boxes = [
    '0 0 200000 200000',
    '-200000 -200000 200000 200000',
    '0 0 1e30 1e30',
    '0 0 0 0',
    '(a) /b 1 2',
  ]
  for (const box of boxes) {
    const page = { content: line('A small text on a large page', 72, 700), entries: `/MediaBox[${box}]` }
    const bytes = Buffer.from(
      pdfOf([page]).toString('latin1').replace('/MediaBox[0 0 612 792]', ''),
      'latin1',
    )
    const { status, body } = await scene.ask(READ, { json: { path: scene.file('large.pdf', bytes) } })
    assert.equal(status, 200, `${box}: ${JSON.stringify(body)}`)
    assert.match(textOf(body), /A small text on a large page/, box)
  }
  const { body } = await scene.ask(READ, { json: { path: fixture('huge-mediabox.pdf') } })
  assert.notEqual(textOf(body), '')
  await scene.unharmed()
})

test('3000 pages are read whole, in order; one page more than allowed is refused before any is read', async (t) => {
  const scene = await Scene.open(t, { 'documents.maxPages': '3000' })
  const pages = Array.from({ length: 3000 }, (_, index) => line(`This is page ${index + 1}.`, 72, 700))
  const path = scene.file('pages.pdf', pdfOf(pages))
  const { status, body } = await scene.ask(READ, { json: { path, pages: 'all' } })
  assert.equal(status, 200, JSON.stringify(body).slice(0, 500))
  const [document] = read.output.parse(body).documents
  assert.equal(document?.pageCount, 3000)
  assert.deepEqual(
    document.pages.map(({ number, text }) => `${number}: ${text}`),
    pages.map((_, index) => `${index + 1}: This is page ${index + 1}.`),
  )
  const more = scene.file('more.pdf', pdfOf([...pages, line('One too many.', 72, 700)]))
  await scene.refused('TOO_MANY_PAGES', READ, { json: { path: more, pages: 'all' } })
  await scene.refused('INVALID_INPUT', READ, { json: { path: more, pages: '3002' } })
})

test('a file on which pdf.js leaks a rejection is read, and ends no thread', async (t) => {
  const scene = await Scene.open(t)
  const json = { path: fixture('unawaited-rejection.pdf'), pages: 'all' }
  const { status, body } = await scene.ask(READ, { json })
  assert.equal(status, 200, JSON.stringify(body))
  assert.match(textOf(body), /Three of five tide gauges were replaced in 2024/)
  await scene.unharmed()
})

test('a file that claims a billion pages', async (t) => {
  const scene = await Scene.open(t)
  const pdf = new PdfBuilder()
  const root = addPages(pdf, [line('The only page', 72, 700)])
  const bytes = Buffer.from(
    pdf.build(root).toString('latin1').replace('/Count 1', '/Count 1000000000'),
    'latin1',
  )
  const path = scene.file('claim.pdf', bytes)
  const all = await scene.ask(READ, { json: { path, pages: 'all' } })
  assert.ok(all.status === 200 || all.body['code'] === 'TOO_MANY_PAGES', JSON.stringify(all.body))
  const first = await scene.ask(READ, { json: { path } })
  assert.match(textOf(first.body), /The only page/)
  await scene.unharmed()
})
