import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { z } from 'zod'
import { operation } from '../../bridge/operation.ts'
import { root } from '../root.ts'
import { temporaryFolder } from '../service.ts'
import { looksRight } from './looks.ts'
import { consoleLink, startBrowser } from './open-console.ts'

/** Words and their boxes; the third is none of the text, as a smudge may be. */
const words = ['Tide', 'tables', '~', 'Port', 'Ember'].map((text, at) => ({
  text,
  box: [40 + (at % 3) * 180, 60 + Math.floor(at / 3) * 100, 40 + 24 * text.length, 52],
  confidence: 0.9,
}))
const [width, height] = [600, 260]

/** A picture of the words, as it stands upright or lying on its left side. */
function drawing(lying: boolean): Buffer {
  const canvas = lying ? createCanvas(height, width) : createCanvas(width, height)
  const pen = canvas.getContext('2d')
  if (lying) pen.transform(0, -1, 1, 0, 0, width)
  pen.fillStyle = '#fffdf5'
  pen.fillRect(0, 0, width, height)
  pen.fillStyle = '#101010'
  pen.font = '40px sans-serif'
  for (const { text, box } of words) pen.fillText(text, box[0] ?? 0, (box[1] ?? 0) + 40)
  return canvas.toBuffer('image/png')
}

/** Stands for the reading of pictures, so that the places of words are known to the pixel; only the page is on trial here. */
const read = operation({
  name: 'documents.read',
  tool: { name: 'test', action: 'read' },
  summary: 'An operation of the tests.',
  tier: { base: 'read' },
  lane: 'home',
  input: z.looseObject({ source: z.looseObject({ name: z.string() }) }),
  output: z.looseObject({ documents: z.array(z.looseObject({})) }),
  limits: { timeoutMs: 5000, maxInputBytes: 1024 },
  deterministic: true,
  volatile: [],
  cache: 'none',
  version: 1,
  faults: [],
  examples: [],
})
const plan = ({ source }: { source: { name: string } }) => ({
  documents: [
    {
      name: source.name,
      mediaType: 'image/png',
      pages: [
        {
          number: 1,
          text: 'Tide tables\nPort Ember',
          from: 'ocr',
          confidence: 0.9,
          rotation: source.name.startsWith('lying') ? 90 : 0,
          width,
          height,
          words,
        },
      ],
    },
  ],
  skipped: [],
})

test('a picture in the console', async (t) => {
  const { service, page } = await startBrowser(t, {
    operations: [read],
    plans: { 'documents.read': plan },
  })
  const folder = temporaryFolder(t)
  const file = (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  await page.goto(await consoleLink(service))
  await page.shows('#connection', 'Connected')
  const lit = (place: string) =>
    page.value(`[...document.querySelectorAll('${place} .lit')].map((one) => one.dataset.word)`)

  await t.test('is shown beside its text, with a box for each word', async () => {
    await page.drop('.drop', file('harbour.png', drawing(false)))
    await page.shows('.file.done .words', 'Tide tables')
    await page.until('document.querySelector(".picture image") !== null')
    assert.equal(await page.value('document.querySelector(".words").textContent'), 'Tide tables\nPort Ember')
    assert.equal(
      await page.value('document.querySelectorAll(".picture rect[data-word]").length'),
      words.length,
    )
  })

  await t.test('a word that is pointed at lights up in the other', async () => {
    await page.hover('.words [data-word="3"]')
    await page.until('document.querySelector(".picture .lit") !== null')
    assert.deepEqual(await lit('.picture'), ['3'])
    await looksRight(page, 'picture')
    await page.hover('.picture [data-word="1"]')
    await page.until('document.querySelector(".words [data-word=\\"1\\"].lit") !== null')
    assert.deepEqual(await lit('.words'), ['1'])
    await page.hover('.drop')
    await page.until('document.querySelector(".lit") === null')
  })

  await t.test('arrow keys go from word to word', async () => {
    await page.tabTo('.words [data-word]')
    assert.deepEqual(await lit('.picture'), ['0'])
    await page.press('ArrowRight')
    await page.press('ArrowRight')
    assert.deepEqual(await lit('.picture'), ['3'])
    await page.press('ArrowLeft')
    assert.deepEqual(await lit('.picture'), ['1'])
  })

  await t.test('one that lies on its side is turned until its words stand where they were read', async () => {
    await page.click('.file .remove')
    await page.drop('.drop', file('lying.png', drawing(true)))
    await page.until('document.querySelector(".picture image") !== null')
    const size = (selector: string) =>
      page.value(`(() => { const { width, height } = document.querySelector('${selector}').getBoundingClientRect()
        return [Math.round(width), Math.round(height)] })()`)
    assert.deepEqual(await size('.picture image'), await size('.picture svg'))
  })

  await t.test('the browser had nothing to complain about', () => {
    assert.deepEqual(page.mistakes, [])
  })
})

test('a picture in the console, read for good', async (t) => {
  const { service, page } = await startBrowser(t)
  await page.goto(await consoleLink(service))
  await page.shows('#connection', 'Connected')
  await page.drop('.drop', join(root, 'samples/receipt.jpg'))
  await page.shows('.file.done .words', 'Smoked mackerel')
  const boxes = Number(await page.value('document.querySelectorAll(".picture rect[data-word]").length'))
  assert.ok(boxes > 30, `${boxes} boxes`)
})
