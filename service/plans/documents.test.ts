import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Fault, fault, type FaultCode } from '../../bridge/faults.ts'
import { ReadInput, ReadOutput } from '../../bridge/operations/documents.ts'
import { digestOf } from '../../test/leaf-context.ts'
import { line, pdfOf } from '../../test/pdf-builder.ts'
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
  await assert.rejects(
    read({ source: blob(html, 'page.html') }, { blobs: [html] }),
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
  ctx.leafCalls.map(({ leaf }) => leaf).filter((leaf) => leaf !== 'documents.pageImages')

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
