import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Fault, fault, type FaultCode } from '../../bridge/faults.ts'
import { ReadInput, ReadOutput } from '../../bridge/operations/documents.ts'
import { digestOf } from '../../test/leaf-context.ts'
import { addPages, line, PdfBuilder, pdfOf } from '../../test/pdf-builder.ts'
import {
  defaultSettings,
  planContext,
  type PlanContextOptions,
  type TestPlanContext,
} from '../../test/plan-context.ts'
import { root } from '../../test/root.ts'
import { readPlan } from './documents.ts'

const fixture = (name: string): string => join(root, 'test/fixtures/documents', name)

/** A PDF whose pages say `<name> 1`, `<name> 2` and so on. */
const numbered = (name: string, pages: number): Buffer =>
  pdfOf(Array.from({ length: pages }, (_, index) => line(`${name} ${index + 1}`, 50, 700)))

/** An invoice, drawn line by line. */
const invoice = pdfOf([
  [
    line('Brightwater Tools Ltd', 50, 780, 14),
    line('4 Quay Street, Bristol BS1 4DJ', 50, 764),
    line('INVOICE', 50, 730, 18),
    line('Invoice No: BT-2041', 50, 700),
    line('Invoice Date: 14 March 2026', 50, 684),
    line('Due Date: 13 April 2026', 50, 668),
    line('Bill To:', 50, 640),
    line('Jonah Reef', 50, 626),
    line('Subtotal', 350, 500),
    line('£1,100.00', 480, 500),
    line('VAT 20%', 350, 484),
    line('£220.00', 480, 484),
    line('Total', 350, 468),
    line('£1,320.00', 480, 468),
  ].join('\n'),
])

const blob = (bytes: Uint8Array, name?: string) => ({
  blob: digestOf(bytes),
  ...(name === undefined ? {} : { name }),
})

async function read(input: unknown, options: PlanContextOptions = {}) {
  const ctx = planContext(options)
  return { ctx, output: ReadOutput.parse(await readPlan(ReadInput.parse(input), ctx)) }
}

const failsWith = (code: FaultCode) => (error: unknown) => error instanceof Fault && error.code === code

test('the first pages of one file by path, with what was left out', async () => {
  const { output } = await read({ path: fixture('blank-pages.pdf'), maxPages: 1 })
  const [document] = output.documents
  assert.equal(document?.name, 'blank-pages.pdf')
  assert.equal(document?.path, fixture('blank-pages.pdf'))
  assert.equal(document?.sha256, digestOf(readFileSync(fixture('blank-pages.pdf'))))
  assert.equal(document?.pages.length, 1)
  assert.equal(output.skipped[0]?.nextPage, 2)
  assert.equal(output.skipped[0]?.path, fixture('blank-pages.pdf'))
})

test('an empty page keeps its number and says that it has no text', async () => {
  const { output } = await read({ path: fixture('blank-pages.pdf'), pages: 'all' })
  const pages = output.documents[0]?.pages ?? []
  assert.deepEqual(
    pages.map((page) => page.number),
    pages.map((_, index) => index + 1),
  )
  assert.ok(pages.some((page) => page.from === 'none' && page.text === ''))
  assert.deepEqual(output.skipped, [])
})

test('pages have their printed labels, those sent early too', async () => {
  const pdf = new PdfBuilder()
  const labels = '/PageLabels<</Nums[0<</S/r>>2<</S/D>>4<</S/D/St 5>>]>>'
  const pages = ['one', 'two', 'three', 'four', 'five'].map((text) => line(text, 72, 700))
  const bytes = pdf.build(addPages(pdf, pages, labels))
  const { ctx, output } = await read({ source: blob(bytes), pages: '2-5' }, { blobs: [bytes] })
  const found = output.documents[0]?.pages.map(({ number, label }) => [number, label])
  assert.deepEqual(found, [
    [2, 'ii'],
    [3, '1'],
    [4, '2'],
    [5, undefined],
  ])
  assert.deepEqual(
    ctx.emitted,
    output.documents[0]?.pages.map((page) => ({ document: 0, page })),
  )
})

test('named pages come in page order, each once, those beyond the end left out', async () => {
  const bytes = numbered('page', 6)
  const { output } = await read({ source: blob(bytes), pages: '5-99,2,2-3' }, { blobs: [bytes] })
  assert.deepEqual(
    output.documents[0]?.pages.map((page) => page.text),
    ['page 2', 'page 3', 'page 5', 'page 6'],
  )
})

test('pages that do not exist or run backwards are refused', async () => {
  const bytes = numbered('page', 3)
  for (const pages of ['4-9', '0', '3-2']) {
    await assert.rejects(read({ source: blob(bytes), pages }, { blobs: [bytes] }), failsWith('INVALID_INPUT'))
  }
})

test('the answer is the same whichever leaf ends first, and pages are sent in order', async () => {
  const blobs = [numbered('long', 40), numbered('short', 3), numbered('middle', 20)]
  const input = { sources: blobs.map((bytes) => blob(bytes)), pages: 'all' }
  const settings = defaultSettings({ documents: { pagesPerLeaf: 4 } })
  const straight = await read(input, { blobs, settings })
  let calls = 0
  const backwards = await read(input, {
    blobs,
    settings,
    // The first leaves are held back until a later one has started, so that they end out of order.
    beforeLeaf: async () => {
      calls += 1
      for (let turn = 0; turn < (calls % 3) * 40; turn += 1)
        await new Promise((resolve) => setImmediate(resolve))
    },
  })
  assert.deepEqual(backwards.output, straight.output)
  const inOrder = straight.output.documents.flatMap(({ pages }, document) =>
    pages.map((page) => ({ document, page })),
  )
  assert.deepEqual(straight.ctx.emitted, inOrder)
  assert.deepEqual(backwards.ctx.emitted, inOrder)
  assert.equal(straight.ctx.fractions.at(-1), 1)
})

test('leaves run several at once, but never more than two for each heavy worker', async () => {
  const bytes = numbered('page', 60)
  const settings = defaultSettings({ documents: { pagesPerLeaf: 2 } })
  const { ctx } = await read({ source: blob(bytes), pages: 'all' }, { blobs: [bytes], settings })
  assert.ok(ctx.mostAtOnce > 1)
  assert.ok(ctx.mostAtOnce <= 2 * settings.lanes.heavy.workers)
})

test('one bad file among several is an error on its entry', async () => {
  const good = numbered('good', 1)
  const html = Buffer.from('<!doctype html><html></html>')
  const missing = { path: '/nonexistent/file.pdf' }
  const sources = [blob(good), blob(html, 'page.pdf'), missing, { path: fixture('enc-user-rc4-128.pdf') }]
  const { output } = await read({ sources }, { blobs: [good, html] })
  assert.deepEqual(
    output.documents.map((document) => document.error?.code),
    [undefined, 'TYPE_MISMATCH', 'NOT_FOUND', 'ENCRYPTED'],
  )
  assert.equal(output.documents[0]?.pages[0]?.text, 'good 1')
  assert.equal(output.documents[2]?.name, 'file.pdf')
  assert.equal(output.documents[3]?.error?.retryable, false)
})

test('a single bad file fails the call', async () => {
  const html = Buffer.from('<!doctype html><html></html>')
  await assert.rejects(
    read({ source: blob(html, 'page.pdf') }, { blobs: [html] }),
    failsWith('TYPE_MISMATCH'),
  )
  const archive = Buffer.from('7z\xbc\xaf\x27\x1c\0\0', 'latin1')
  await assert.rejects(
    read({ source: blob(archive, 'page.7z') }, { blobs: [archive] }),
    failsWith('TYPE_UNSUPPORTED'),
  )
  await assert.rejects(read({ path: fixture('REDHAT-1531897-0.pdf') }), failsWith('DAMAGED'))
  await assert.rejects(read({ path: fixture('bug1020226.pdf') }), failsWith('DAMAGED'))
  await assert.rejects(read({ path: fixture('bomb-flate-150mb.pdf') }), failsWith('ARCHIVE_BOMB'))
  const password = 'wrong'
  await assert.rejects(read({ path: fixture('enc-user-rc4-128.pdf'), password }), failsWith('WRONG_PASSWORD'))
})

/** The leaves that read text, in the order they were asked. */
const textLeaves = (ctx: TestPlanContext): string[] =>
  ctx.leafCalls
    .map(({ leaf }) => leaf)
    .filter((leaf) => leaf !== 'documents.pageImages' && leaf !== 'documents.hints')

test('equal bytes are read once', async () => {
  const bytes = numbered('same', 2)
  const { ctx, output } = await read(
    { sources: [blob(bytes, 'a.pdf'), blob(bytes, 'b.pdf')] },
    { blobs: [bytes] },
  )
  assert.deepEqual(
    output.documents.map(({ name, duplicateOf, pages }) => [name, duplicateOf, pages.length]),
    [
      ['a.pdf', undefined, 2],
      ['b.pdf', 0, 0],
    ],
  )
  assert.deepEqual(textLeaves(ctx), ['documents.pdfInfo', 'documents.pdfText'])
})

test('files beyond the limit are named, not read', async () => {
  const blobs = [numbered('a', 1), numbered('b', 1), numbered('c', 1)]
  const { output } = await read(
    { sources: blobs.map((bytes, index) => blob(bytes, `${index}.pdf`)), limit: 2 },
    { blobs },
  )
  assert.equal(output.documents.length, 2)
  assert.deepEqual(
    output.skipped.map(({ name }) => name),
    ['2.pdf'],
  )
})

test('more pages than the settings allow are refused', async () => {
  const blobs = [numbered('a', 4), numbered('b', 4)]
  const settings = defaultSettings({ documents: { maxPages: 5 } })
  const sources = blobs.map((bytes) => blob(bytes))
  const { output } = await read({ sources, pages: 'all' }, { blobs, settings })
  assert.deepEqual(
    output.documents.map(({ pages, error }) => [pages.length, error?.code]),
    [
      [4, undefined],
      [0, 'TOO_MANY_PAGES'],
    ],
  )
  const tight = defaultSettings({ documents: { maxPages: 3 } })
  await assert.rejects(
    read({ source: sources[0], pages: 'all' }, { blobs, settings: tight }),
    failsWith('TOO_MANY_PAGES'),
  )
})

test('a file over the size limit is refused before any leaf runs', async () => {
  const bytes = numbered('a', 1)
  const settings = defaultSettings({ documents: { maxFileBytes: 100 } })
  await assert.rejects(read({ source: blob(bytes) }, { blobs: [bytes], settings }), failsWith('TOO_LARGE'))
})

test('the end of the call is never put on an entry', async () => {
  const bytes = numbered('a', 1)
  const abort = new AbortController()
  const reading = read(
    { sources: [blob(bytes)] },
    {
      blobs: [bytes],
      signal: abort.signal,
      beforeLeaf: () => Promise.resolve(abort.abort(fault('DEADLINE', 'The time allowed ran out.'))),
    },
  )
  await assert.rejects(reading, failsWith('DEADLINE'))
})

test('one page far into a long document is read without the others', async () => {
  const bytes = numbered('page', 3000)
  const { ctx, output } = await read({ source: blob(bytes), pages: '2999' }, { blobs: [bytes] })
  assert.equal(output.documents[0]?.pageCount, 3000)
  assert.deepEqual(
    output.documents[0]?.pages.map((page) => page.text),
    ['page 2999'],
  )
  assert.deepEqual(textLeaves(ctx), ['documents.pdfInfo', 'documents.pdfText'])
})

test('a broken page is an error on that page', async () => {
  const { output } = await read({ path: fixture('Pages-tree-refs.pdf') })
  const [first, second] = output.documents[0]?.pages ?? []
  assert.match(first?.text ?? '', /Pages loop/)
  assert.equal(second?.error?.code, 'DAMAGED')
})

test('a file that is no PDF is read by what its bytes are, a part of it to a page', async () => {
  const page = Buffer.from('<!doctype html><title>Plan</title><h1>Plan</h1><p>One <a href="/x">link</a>.</p>')
  const { output } = await read(
    { source: blob(page, 'plan.html'), detail: 'blocks', format: 'markdown' },
    { blobs: [page] },
  )
  const [document] = output.documents
  assert.equal(document?.mediaType, 'text/html')
  assert.equal(document?.pageCount, 1)
  assert.equal(document?.pages[0]?.text, '# Plan\n\nOne [link](/x).')
  assert.deepEqual(
    document?.pages[0]?.blocks?.map(({ kind, text }) => [kind, text]),
    [
      ['heading', 'Plan'],
      ['paragraph', 'One link.'],
    ],
  )
  assert.deepEqual(document?.links, [{ text: 'link', url: '/x', page: 1 }])
})

test('a mail says who wrote it, and offers its files as bytes of their own', async () => {
  const mail = Buffer.from(
    [
      'From: Ada <ada@example.com>',
      'To: bo@example.org',
      'Subject: Numbers',
      'Date: Tue, 04 Mar 2025 08:15:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain',
      '',
      'See the file.',
      '--x',
      'Content-Type: text/csv; name=a.csv',
      'Content-Disposition: attachment',
      '',
      'a,b',
      '--x--',
      '',
    ].join('\r\n'),
  )
  const { output, ctx } = await read({ source: blob(mail) }, { blobs: [mail] })
  const [document] = output.documents
  assert.deepEqual(document?.mail, {
    from: 'Ada <ada@example.com>',
    to: ['bo@example.org'],
    cc: [],
    subject: 'Numbers',
    date: '2025-03-04T08:15:00Z',
  })
  assert.equal(document?.pages[0]?.text, 'See the file.')
  const [file] = document?.attachments ?? []
  assert.deepEqual([file?.name, file?.mediaType, file?.bytes], ['a.csv', 'text/csv', 3])
  const again = await readPlan(ReadInput.parse({ source: { blob: file?.blob, name: file?.name } }), ctx)
  assert.equal(again.documents[0]?.pages[0]?.text, 'a\tb')
})

test('a PDF as blocks and as Markdown, with the cells of its tables', async () => {
  const { output } = await read({ path: 'samples/form.pdf', detail: 'blocks', format: 'markdown' })
  const [page] = output.documents[0]?.pages ?? []
  assert.ok(page?.blocks?.some(({ kind }) => kind === 'heading'))
  assert.match(page?.text ?? '', /^#+ /m)
})

test('hints say what is needed to file a document, and where on its page they were read', async () => {
  const { output } = await read({ source: blob(invoice, 'scan 7.pdf') }, { blobs: [invoice] })
  const { hints } = output.documents[0] ?? {}
  assert.equal(hints?.kind, 'invoice')
  assert.equal(hints?.vendor, 'Brightwater Tools Ltd')
  assert.equal(hints?.number, 'BT-2041')
  assert.equal(hints?.date, '2026-03-14')
  assert.equal(hints?.dueDate, '2026-04-13')
  assert.deepEqual([hints?.total?.amount, hints?.total?.currency], ['1320.00', 'GBP'])
  assert.equal(hints?.at['total']?.page, 1)
  const none = await read({ source: blob(invoice), hints: false }, { blobs: [invoice] })
  assert.equal(none.output.documents[0]?.hints, undefined)
})

test('characters of a document are held within it; the rest comes with the next call', async () => {
  const file = pdfOf(
    Array.from({ length: 4 }, (_, index) => line(`page ${index + 1} `.repeat(20), 50, 700, 4)),
  )
  const ask = async (more: object) => {
    const { output } = await read({ source: blob(file, 'a.pdf'), pages: 'all', ...more }, { blobs: [file] })
    return [output.documents[0]?.pages.map(({ number, truncated }) => [number, truncated]), output.skipped]
  }
  const skipped = (nextPage: number, chars: number) => [
    {
      name: 'a.pdf',
      reason: `Page ${nextPage} goes beyond the ${chars} characters of a document.`,
      nextPage,
    },
  ]
  // Each page has 139 characters.
  assert.deepEqual(await ask({ maxDocumentChars: 300 }), [
    [
      [1, undefined],
      [2, undefined],
    ],
    skipped(3, 300),
  ])
  assert.deepEqual(await ask({ maxDocumentChars: 300, pages: '3-' }), [
    [
      [3, undefined],
      [4, undefined],
    ],
    [],
  ])
  assert.deepEqual(await ask({ maxDocumentChars: 50 }), [[[1, true]], skipped(2, 50)])
  assert.deepEqual(await ask({ maxDocumentChars: 'auto' }), [[1, 2, 3, 4].map((n) => [n, undefined]), []])
})

test('pages asked for beyond maxPages are left to a next call', async () => {
  const file = numbered('long', 6)
  const ask = async (more: object) => {
    const { output } = await read(
      { source: blob(file, 'long.pdf'), hints: false, ...more },
      { blobs: [file] },
    )
    return [output.documents[0]?.pages.map(({ number }) => number), output.skipped[0]?.nextPage]
  }
  assert.deepEqual(await ask({ pages: '2-', maxPages: 2 }), [[2, 3], 4])
  assert.deepEqual(await ask({ pages: '4-', maxPages: 3 }), [[4, 5, 6], undefined])
  assert.deepEqual(await ask({ pages: '2-' }), [[2, 3, 4, 5, 6], undefined])
  assert.deepEqual(await ask({ maxPages: 4 }), [[1, 2, 3, 4], 5])
  assert.deepEqual(await ask({}), [[1, 2, 3], 4])
})

test('auto: 4000 characters of each of up to three documents, else 800', async () => {
  const rows = Array.from({ length: 60 }, (_, row) => line('word '.repeat(20), 50, 780 - 12 * row, 8))
  const long = pdfOf([rows.join('')])
  const blobs = [long, ...[1, 2, 3].map((n) => numbered(`file ${n}`, 1))]
  const lengths = async (count: number): Promise<number | undefined> => {
    const sources = blobs.slice(0, count).map((bytes) => blob(bytes))
    const { output } = await read({ sources, maxDocumentChars: 'auto', hints: false }, { blobs })
    return output.documents[0]?.pages[0]?.text.length
  }
  assert.ok(Math.abs(((await lengths(3)) ?? 0) - 4000) < 8)
  assert.ok(Math.abs(((await lengths(4)) ?? 0) - 800) < 8)
})

test('a call that runs out of time answers what it has read, and where to go on', async () => {
  const file = numbered('long', 6)
  const deadline = Date.now() + 600
  const settings = { ...defaultSettings({ documents: { pagesPerLeaf: 1 } }) }
  const beforeLeaf = async (leaf: string, input: unknown): Promise<void> => {
    const [page = 0] = (input as { pages?: number[] }).pages ?? []
    if (leaf !== 'documents.pdfText' || page < 4) return
    // As a lane does with a leaf that takes longer than it may.
    await new Promise((resolve) => setTimeout(resolve, deadline - 40 - Date.now()))
    throw fault('DEADLINE', 'The leaf took too long.')
  }
  const options = { blobs: [file], deadline, settings, beforeLeaf }
  const { output } = await read({ source: blob(file, 'long.pdf'), pages: 'all', hints: false }, options)
  assert.deepEqual(
    output.documents[0]?.pages.map(({ text }) => text),
    ['long 1', 'long 2', 'long 3'],
  )
  assert.deepEqual(output.skipped, [
    { name: 'long.pdf', reason: 'The time allowed ran out before page 4 was read.', nextPage: 4 },
  ])
  const late = { ...options, deadline: Date.now() - 1, beforeLeaf: async () => undefined }
  await assert.rejects(read({ source: blob(file) }, late), failsWith('DEADLINE'))
})

test('of many files beyond the limit the first are named, the others counted', async () => {
  const blobs = Array.from({ length: 40 }, (_, index) => numbered(`n${index}`, 1))
  const sources = blobs.map((bytes, index) => blob(bytes, `${index}.pdf`))
  const { output } = await read({ sources, limit: 2, hints: false }, { blobs })
  assert.equal(output.skipped.length, 26)
  assert.equal(output.skipped[0]?.name, '2.pdf')
  assert.deepEqual(output.skipped[25], { reason: '13 more files than `limit` were given.' })
})
