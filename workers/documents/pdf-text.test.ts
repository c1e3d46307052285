import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Fault, fault } from '../../bridge/faults.ts'
import { filesOf, leafContext } from '../../test/leaf-context.ts'
import { line, pdfOf } from '../../test/pdf-builder.ts'
import { root } from '../../test/root.ts'
import { readManifest } from '../../test/score/manifest.ts'
import { pdfInfo } from './pdf-info.ts'
import { pdfText, type PdfText } from './pdf-text.ts'

const folder = join(root, 'test/fixtures/documents')

async function read(
  bytes: Uint8Array,
  pages: number[],
  options: { password?: string; maxChars?: number } = {},
) {
  const { digest, files } = filesOf(bytes)
  const { maxChars = 1_000_000, password } = options
  return await pdfText({ digest, pages, maxChars, maxPageChars: 1_000_000, password }, leafContext({ files }))
}

async function allPages(bytes: Uint8Array, options: { password?: string }): Promise<number[]> {
  const { digest, files } = filesOf(bytes)
  const { pageCount } = await pdfInfo(
    { digest, maxUnfoldedBytes: 64 << 20, ...options },
    leafContext({ files }),
  )
  return Array.from({ length: pageCount }, (_, index) => index + 1)
}

const textOf = ({ pages }: PdfText): string => pages.map((page) => page.text).join('\n')
const plain = (text: string): string => text.normalize('NFKC').replace(/[\u00ad\s]/g, '')

describe('fixtures agreed by independent readers', () => {
  for (const { file, expected } of readManifest(folder)) {
    const contained = [...(expected.text_contains ?? []), ...(expected.also_contains ?? [])]
    const ordered = expected.ordered_snippets ?? []
    if (contained.length + ordered.length === 0 || expected.outcome === 'text_disputed') continue
    test(`${file} gives its text in order`, async () => {
      const bytes = readFileSync(join(folder, file))
      const options = expected.password === undefined ? {} : { password: expected.password }
      const result = await read(bytes, await allPages(bytes, options), options)
      const text = plain(textOf(result))
      for (const snippet of contained) assert.ok(text.includes(plain(snippet)), `lacks ${snippet}`)
      let from = 0
      for (const snippet of ordered) {
        const at = text.indexOf(plain(snippet), from)
        assert.ok(at >= 0, `lacks, or has earlier: ${snippet}`)
        from = at + plain(snippet).length
      }
      const words = new Set(textOf(result).split(/\s+/))
      for (const word of expected.whole_words ?? []) assert.ok(words.has(word), `splits ${word}`)
    })
  }
})

test('pages come back in the order asked for, each reported as it is finished', async () => {
  const { digest, files } = filesOf(
    pdfOf([line('one', 50, 700), line('two', 50, 700), line('three', 50, 700)]),
  )
  const reported: unknown[] = []
  const ctx = leafContext({ files, onProgress: (fraction, item) => reported.push([fraction, item]) })
  const { pages } = await pdfText({ digest, pages: [3, 1], maxChars: 100, maxPageChars: 1_000_000 }, ctx)
  assert.deepEqual(
    pages.map(({ number, text }) => [number, text]),
    [
      [3, 'three'],
      [1, 'one'],
    ],
  )
  assert.deepEqual(reported, [
    [0.5, pages[0]],
    [1, pages[1]],
  ])
})

test('maxChars cuts a page between characters and says so', async () => {
  const bytes = pdfOf([line('abcdef', 50, 700)])
  assert.deepEqual((await read(bytes, [1], { maxChars: 4 })).pages, [
    { number: 1, text: 'abcd', truncated: true, damaged: false },
  ])
  assert.equal((await read(bytes, [1], { maxChars: 6 })).pages[0]?.truncated, false)
})

test('maxChars keeps the beginning of the page as it is read, not as it is drawn', async () => {
  const bytes = pdfOf([line('below', 50, 600) + line('above', 50, 700)])
  assert.equal((await read(bytes, [1], { maxChars: 5 })).pages[0]?.text, 'above')
})

test('a page with more text than may be read is cut and says so', async () => {
  const rows = Array.from({ length: 3000 }, (_, row) => line(`row number ${row}`, 50, 700 - row / 10))
  const { digest, files } = filesOf(pdfOf([rows.join('')]))
  const input = { digest, pages: [1], maxChars: 1_000_000, maxPageChars: 5000 }
  const { pages } = await pdfText(input, leafContext({ files }))
  assert.equal(pages[0]?.truncated, true)
  assert.ok((pages[0]?.text.length ?? 0) <= 5000)
})

test('text outside the page is told from that on it', async () => {
  const { pages } = await read(pdfOf([line('inside', 50, 700) + line('outside', 50, 900)]), [1])
  assert.equal(pages[0]?.text, 'inside\n\n[hidden, off the page: outside]')
})

test('a cancelled call ends between pages with its own reason', async () => {
  const { digest, files } = filesOf(pdfOf([line('one', 50, 700), line('two', 50, 700)]))
  const abort = new AbortController()
  const ctx = leafContext({
    files,
    signal: abort.signal,
    onProgress: () => abort.abort(fault('CANCELLED', 'The client left.')),
  })
  await assert.rejects(
    pdfText({ digest, pages: [1, 2], maxChars: 100, maxPageChars: 1_000_000 }, ctx),
    (error) => error instanceof Fault && error.code === 'CANCELLED',
  )
})

test('form values stand beside their labels and notes at the end, marked', async () => {
  const dates = await read(readFileSync(join(folder, 'dates_save.pdf')), [1])
  assert.match(textOf(dates), /01-Jul-25 00:34:56 7\/2\/2025 12:34/)
  const notes = await read(readFileSync(join(folder, 'freetexts.pdf')), [1])
  assert.match(textOf(notes), /Hello World from\nOkular/)
})
