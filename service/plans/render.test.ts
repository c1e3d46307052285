import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Fault, type FaultCode } from '../../bridge/faults.ts'
import { RenderInput, RenderOutput } from '../../bridge/operations/documents-render.ts'
import { digestOf } from '../../test/leaf-context.ts'
import { line, pdfOf } from '../../test/pdf-builder.ts'
import { defaultSettings, planContext, type PlanContextOptions } from '../../test/plan-context.ts'
import { root } from '../../test/root.ts'
import { makeTiff } from '../../test/tiff.ts'
import { renderPlan } from './render.ts'

const fixture = (name: string): string => join(root, 'test/fixtures', name)

async function render(input: unknown, options: PlanContextOptions = {}) {
  const ctx = planContext(options)
  return { ctx, output: RenderOutput.parse(await renderPlan(RenderInput.parse(input), ctx)) }
}

/** Renders bytes that are stored. */
const renderBytes = (bytes: Uint8Array, input: object = {}, options: PlanContextOptions = {}) =>
  render({ source: { blob: digestOf(bytes) }, ...input }, { blobs: [bytes], ...options })

const failsWith = (code: FaultCode) => (error: unknown) => error instanceof Fault && error.code === code

const numbered = (pages: number): Buffer =>
  pdfOf(Array.from({ length: pages }, (_, index) => line(`page ${index + 1}`, 50, 700)))

test('the first page unless others are named, at 150 pixels an inch', async () => {
  const { output, ctx } = await renderBytes(numbered(3))
  assert.equal(output.pageCount, 3)
  const [page] = output.pages
  assert.equal(output.pages.length, 1)
  // Letter: 8.5 x 11 inches.
  assert.deepEqual([page?.number, page?.width, page?.height], [1, 1275, 1650])
  assert.deepEqual([page?.widthPt, page?.heightPt], [612, 792])
  assert.equal(page?.picture?.mediaType, 'image/png')
  assert.ok((page?.picture?.bytes ?? 0) > 1000)
  assert.deepEqual(ctx.fractions, [1])
})

test('pages are named, and come in their order with progress for each', async () => {
  const { output, ctx } = await renderBytes(numbered(5), { pages: '5,2-3', dpi: 36, format: 'jpeg' })
  assert.deepEqual(
    output.pages.map(({ number, width, picture }) => [number, width, picture?.mediaType]),
    [2, 3, 5].map((number) => [number, 306, 'image/jpeg']),
  )
  assert.equal(new Set(output.pages.map(({ picture }) => picture?.blob)).size, 3)
  assert.deepEqual(ctx.fractions, [1 / 3, 2 / 3, 1])
})

test('pages that are not there, or too many, are refused', async () => {
  await assert.rejects(renderBytes(numbered(3), { pages: '4-9' }), failsWith('INVALID_INPUT'))
  const settings = defaultSettings({ documents: { maxRenderPages: 2 } })
  await assert.rejects(renderBytes(numbered(3), { pages: 'all' }, { settings }), failsWith('TOO_MANY_PAGES'))
})

test('a page of 200,000 points is drawn at the resolution its pixels allow', async () => {
  const settings = defaultSettings({ documents: { maxRenderPixels: 1_000_000 } })
  const bytes = pdfOf([{ content: '', entries: '/CropBox[0 0 612 792]/UserUnit 300' }])
  const [page] = (await renderBytes(bytes, {}, { settings })).output.pages
  assert.deepEqual([page?.widthPt, page?.heightPt], [183_600, 237_600])
  assert.ok((page?.width ?? 0) * (page?.height ?? 0) <= 1_000_000)
  assert.ok((page?.width ?? 0) > 800)
})

test('a page without height to speak of is a picture one pixel high', async () => {
  const bytes = pdfOf([{ content: '', entries: '/CropBox[0 0 600 0.001]' }])
  const [page] = (await renderBytes(bytes, { dpi: 36 })).output.pages
  assert.deepEqual([page?.width, page?.height, page?.widthPt, page?.heightPt], [300, 1, 600, 0])
})

test('one bad page among several costs that page only; alone it is the call that fails', async () => {
  const path = fixture('documents/Pages-tree-refs.pdf')
  const { output } = await render({ path, pages: '1-2', dpi: 36 })
  assert.ok(output.pages[0]?.picture)
  assert.deepEqual([output.pages[1]?.number, output.pages[1]?.error?.code], [2, 'DAMAGED'])
  await assert.rejects(render({ path, pages: '2' }), failsWith('DAMAGED'))
})

test('an encrypted document needs its password', async () => {
  const path = fixture('documents/enc-user-rc4-128.pdf')
  await assert.rejects(render({ path }), failsWith('ENCRYPTED'))
  await assert.rejects(render({ path, password: 'no' }), failsWith('WRONG_PASSWORD'))
  const { output } = await render({ path, password: 'open-me', dpi: 36 })
  assert.ok(output.pages[0]?.picture)
})

test('pictures are pages too, each frame of a TIFF one', async () => {
  const grey = (value: number) => ({
    width: 30,
    height: 20,
    fields: { 258: [8], 262: [1], 277: [1] },
    blocks: [new Uint8Array(600).fill(value)],
  })
  const { output } = await renderBytes(makeTiff([grey(0), grey(200)]), { pages: 'all' })
  assert.deepEqual(
    output.pages.map(({ number, width, heightPt }) => [number, width, heightPt]),
    [
      [1, 30, 20],
      [2, 30, 20],
    ],
  )
  const receipt = (await renderBytes(readFileSync(join(root, 'samples/receipt.jpg')), { format: 'jpeg' }))
    .output
  assert.equal(receipt.pageCount, 1)
})

test('a damaged page of a TIFF is an error on that page', async () => {
  const good = { width: 8, height: 8, fields: { 258: [8], 262: [1] }, blocks: [new Uint8Array(64)] }
  const bad = { ...good, width: 20_000, height: 20_000 }
  const { output } = await renderBytes(makeTiff([good, bad, good]), { pages: 'all' })
  assert.deepEqual(
    output.pages.map(({ error }) => error?.code),
    [undefined, 'TOO_MANY_PIXELS', undefined],
  )
})

test('what is no document is refused', async () => {
  await assert.rejects(renderBytes(new Uint8Array()), failsWith('EMPTY_FILE'))
  await assert.rejects(renderBytes(Buffer.from('Nothing but words.')), failsWith('TYPE_UNSUPPORTED'))
  await assert.rejects(render({ path: fixture('documents/bomb-flate-150mb.pdf') }), failsWith('ARCHIVE_BOMB'))
  await assert.rejects(render({ path: '/nonexistent/file.pdf' }), failsWith('NOT_FOUND'))
  const settings = defaultSettings({ documents: { maxFileBytes: 10 } })
  await assert.rejects(renderBytes(numbered(1), {}, { settings }), failsWith('TOO_LARGE'))
})

test('the end of the call is never put on a page', async () => {
  const abort = new AbortController()
  const work = renderBytes(
    numbered(3),
    { pages: 'all' },
    {
      signal: abort.signal,
      beforeLeaf: async (leaf) => {
        if (leaf === 'raster.pdfPicture') abort.abort(new Fault('CANCELLED', 'The caller left.'))
      },
    },
  )
  await assert.rejects(work, failsWith('CANCELLED'))
})
