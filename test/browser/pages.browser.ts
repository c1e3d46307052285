import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { fault } from '../../bridge/faults.ts'
import { operation } from '../../bridge/operation.ts'
import { pdfPage } from '../../workers/raster/pdf-page.ts'
import { filesOf, leafContext } from '../leaf-context.ts'
import { line, pdfOf } from '../pdf-builder.ts'
import { root } from '../root.ts'
import { temporaryFolder } from '../service.ts'
import { makeTiff } from '../tiff.ts'
import { looksRight } from './looks.ts'
import { consoleLink, startBrowser } from './open-console.ts'
import type { Page } from './page.ts'

const sample = (name: string) => join(root, 'samples', name)
const locked = join(root, 'test/fixtures/documents/enc-user-rc4-128.pdf')

/** A fax of two pages, both the letter of the samples. */
async function fax(): Promise<Uint8Array> {
  const { digest, files } = filesOf(readFileSync(sample('letter.pdf')))
  const ctx = leafContext({ files })
  const { page } = await pdfPage({ digest, page: 1, dpi: 150, maxPixels: 1e7 }, ctx)
  const pixels = ctx.written.get(page.digest) ?? new Uint8Array()
  const { width, height } = page
  const frame = { width, height, fields: { 258: [8], 262: [1] }, blocks: [pixels] }
  return makeTiff([frame, frame])
}

/** Counts the object URLs that the page holds from now on, in `window.held`. */
const countUrls = `(() => {
  window.held = new Set()
  const { createObjectURL, revokeObjectURL } = URL
  URL.createObjectURL = (blob) => { const url = createObjectURL.call(URL, blob); held.add(url); return url }
  URL.revokeObjectURL = (url) => { held.delete(url); revokeObjectURL.call(URL, url) }
})()`

const lit = (page: Page, place: string) =>
  page.value(`[...document.querySelectorAll('${place} .lit')].map((one) => one.dataset.word)`)

async function putAway(page: Page): Promise<void> {
  while ((await page.value('document.querySelectorAll(".file .remove").length')) !== 0)
    await page.click('.file .remove')
}

test('documents in the console, page by page', async (t) => {
  const { service, page } = await startBrowser(t)
  const folder = temporaryFolder(t)
  await page.watchRequests()
  await page.goto(await consoleLink(service))
  await page.shows('#connection', 'Connected')
  await page.value(countUrls)

  await t.test('a PDF shows each page beside its words', async () => {
    await page.drop('.drop', sample('report.pdf'))
    await page.shows('.file.done .words', 'Tide gauges')
    await page.until('document.querySelector(".page .picture image") !== null')
    await page.until('document.querySelectorAll(".page .picture rect[data-word]").length > 50')
    // Paper and picture cover each other: nothing moved when the picture came.
    const size = (selector: string) =>
      page.value(`(() => { const { width, height } = document.querySelector('${selector}').getBoundingClientRect()
        return [Math.round(width), Math.round(height)] })()`)
    assert.deepEqual(await size('.picture image'), await size('.picture .paper'))
    await page.hover('.words [data-word="3"]')
    await page.until('document.querySelector(".picture .lit") !== null')
    assert.deepEqual(await lit(page, '.picture'), ['3'])
    await looksRight(page, 'pages')
    await page.hover('.picture [data-word="5"]')
    await page.until('document.querySelector(".words [data-word=\\"5\\"].lit") !== null')
    await page.hover('.drop')
    await page.until('document.querySelector(".lit") === null')
  })

  await t.test('arrow keys go from word to word', async () => {
    await page.tabTo('.words [data-word]')
    await page.press('ArrowRight')
    assert.deepEqual(await lit(page, '.picture'), ['1'])
  })

  await t.test('its pictures are let go with it', async () => {
    await putAway(page)
    await page.until('held.size === 0')
  })

  await t.test('a scan shows the places of what was recognised', async () => {
    await page.drop('.drop', sample('scan.pdf'))
    await page.until('document.querySelectorAll(".file.done .picture rect[data-word]").length > 20')
    await page.until('document.querySelector(".page .picture image") !== null')
    await page.hover('.words [data-word="4"]')
    await page.until('document.querySelector(".picture .lit") !== null')
    await looksRight(page, 'scan')
    await putAway(page)
  })

  await t.test('the pages of a TIFF are shown, which browsers themselves do not', async () => {
    const path = join(folder, 'fax.tif')
    writeFileSync(path, await fax())
    await page.drop('.drop', path)
    await page.until('document.querySelectorAll(".file.done .page").length === 2')
    await page.until('document.querySelector(".page .picture image") !== null')
    await page.until('document.querySelectorAll(".picture rect[data-word]").length > 20')
    await looksRight(page, 'fax')
    await putAway(page)
  })

  await t.test('a locked file is drawn with its password, which no job is given', async () => {
    await page.choose('#files-field', locked)
    await page.until(`document.activeElement?.type === 'password'`)
    await page.type('open-me')
    await page.press('Enter')
    await page.shows('.file.done .words', 'The efficient staff offers')
    await page.until('document.querySelector(".page .picture image") !== null')
    const jobs = await (await service.call('/v1/jobs', { token: service.owner })).text()
    assert.ok(!jobs.includes('documents.render'))
    await putAway(page)
  })

  await t.test('of a long document only what is near the view is drawn', async () => {
    const path = join(folder, 'long.pdf')
    const rows = Array.from({ length: 40 }, (_, at) => line(`Row ${at} of many words`, 50, 740 - at * 17))
    writeFileSync(path, pdfOf(Array.from({ length: 300 }, () => rows.join(''))))
    await page.choose('#files-field', path)
    await page.until('document.querySelector(".file.done .more") !== null')
    for (let times = 0; times < 4; times += 1) await page.click('.file .more')
    await page.until('document.querySelectorAll(".page").length > 100')
    const drawn = 'document.querySelectorAll(".picture image").length'
    const words = 'document.querySelectorAll("[data-word]").length'
    await page.value('document.querySelectorAll(".page")[60].scrollIntoView()')
    await page.until('document.querySelectorAll(".page")[60].querySelector("image") !== null')
    await page.until('document.querySelectorAll(".page")[0].querySelector("image") === null')
    assert.ok(Number(await page.value(drawn)) < 12)
    // 200 words a page, in the text and in the picture.
    assert.ok(Number(await page.value(words)) < 12 * 400)
    assert.ok(Number(await page.value('held.size')) < 12)
    await page.value('scrollTo(0, 0)')
    await putAway(page)
    await page.until('held.size === 0')
  })

  await t.test('nothing was asked for elsewhere, and the browser did not complain', () => {
    const elsewhere = page.requests.filter((url) => !url.startsWith(service.url) && !url.startsWith('blob:'))
    assert.deepEqual(elsewhere, [])
    assert.deepEqual(
      page.mistakes.filter((mistake) => !/status of 422/.test(mistake)),
      [],
    )
  })
})

test('a page whose picture does not come', async (t) => {
  let given = 0
  let ended = 0
  /** Stands for the drawing of pages: it fails for the first page and never ends for others. */
  const render = operation({
    name: 'documents.render',
    tool: { name: 'test', action: 'render' },
    summary: 'An operation of the tests.',
    tier: { base: 'read' },
    lane: 'home',
    input: z.looseObject({ pages: z.string() }),
    output: z.looseObject({}),
    limits: { timeoutMs: 60_000, maxInputBytes: 1024 },
    deterministic: true,
    volatile: [],
    cache: 'none',
    version: 1,
    faults: [],
    examples: [],
  })
  const { service, page } = await startBrowser(t, {
    operations: [render],
    plans: {
      'documents.render': ({ pages }: { pages: string }, { signal }: { signal: AbortSignal }) => {
        given += 1
        if (pages === '1') throw fault('DAMAGED', 'Page 1 cannot be drawn.')
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            ended += 1
            reject(signal.reason as Error)
          })
        })
      },
    },
  })
  await page.goto(await consoleLink(service))
  await page.shows('#connection', 'Connected')

  await t.test('keeps its text and says so', async () => {
    await page.drop('.drop', sample('report.pdf'))
    await page.shows('.file .picture.missing', 'cannot be drawn')
    await page.shows('.file .words', 'Tide gauges')
    await looksRight(page, 'not-drawn')
  })

  await t.test('is given up when the card is removed', async () => {
    await page.value('document.querySelectorAll(".page")[1].scrollIntoView()')
    while (given < 2) await new Promise((resolve) => setTimeout(resolve, 20))
    await page.value('scrollTo(0, 0)')
    await putAway(page)
    while (ended < given - 1) await new Promise((resolve) => setTimeout(resolve, 20))
  })
})
