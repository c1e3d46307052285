import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Fault, fault } from '../../../bridge/faults.ts'
import { digestOf, leafContext } from '../../../test/leaf-context.ts'
import { flatPage, greyFixture } from '../../../test/ocr-pages.ts'
import { createAssets } from '../../host/assets.ts'
import type { Grey, Recognition } from '../../recognition.ts'
import { recognise, type TesseractInput } from './recognise.ts'

const device = greyFixture('device.png')
const musee = greyFixture('musee.png')

const dataFolder = mkdtempSync(join(tmpdir(), 'tesseract-'))
after(() => rmSync(dataFolder, { recursive: true }))
const assets = createAssets({})
const packed = readFileSync(assets.packagePath('@tesseract.js-data/eng', '4.0.0_best_int/eng.traineddata.gz'))

type Options = Partial<Omit<TesseractInput, 'page'>>

async function read(page: Grey, options: Options = {}, checkpoint?: () => void): Promise<Recognition> {
  const digest = digestOf(page.pixels)
  const ctx = { ...leafContext({ files: new Map([[digest, page.pixels]]) }), assets }
  const input = { page: { digest, width: page.width, height: page.height }, languages: ['eng'], ...options }
  return recognise({ mode: 'auto', ...input }, checkpoint ? { ...ctx, checkpoint } : ctx)
}

async function faultOf(page: Grey, options: Options = {}): Promise<Fault> {
  try {
    await read(page, options)
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('The page was read')
}

const textOf = ({ lines }: Recognition): string => lines.map(({ text }) => text).join('\n')

// What the pictures say comes from the program that drew them.
test('a page is read line by line, with a box and a confidence for each word', async () => {
  const text =
    'Please keep the device upright, unplug it before cleaning, and never cover the side\n' +
    'vents. If the status light blinks red three times, hold the power button for ten\n' +
    'seconds, wait, then press it once more to restart in safe mode.'
  const answer = await read(device)
  assert.deepEqual([answer.engine, answer.rotation, textOf(answer)], ['tesseract', 0, text])
  for (const { words, text } of answer.lines) assert.equal(words.map((word) => word.text).join(' '), text)
  assert.ok(answer.confidence > 0.8 && answer.confidence < 1)
  let bottom = 0
  for (const line of answer.lines) {
    const [, y, , height] = line.box
    assert.ok(y >= bottom)
    bottom = y + height
    let right = 0
    for (const { box, confidence } of line.words) {
      assert.ok(box[0] >= right && box[1] >= y && box[1] + box[3] <= bottom && box[2] > 0 && box[3] > 0)
      assert.ok(confidence > 0 && confidence <= 1)
      right = box[0] + box[2]
    }
    assert.ok(right <= device.width && bottom <= device.height)
  }
})

test('accents, quotes and blanks of a French page are read with its language', async () => {
  const text =
    "L'été dernier, le musée a reçu 14 250 visiteurs, soit une hausse de 8,3 % par rapport à\n" +
    '2023. Où sont passés les élèves ? « Ça va bientôt commencer », répondit-elle en fermant\n' +
    "la fenêtre. Prix : 12,50 € à l'entrée, gratuit pour les moins de 18 ans."
  assert.equal(textOf(await read(musee, { languages: ['fra'] })).replaceAll('’', "'"), text)
})

test('the same page gives the same answer whatever was read before, in whatever mode and language', async () => {
  const languages = ['eng', 'fra']
  const first = await read(device, { languages })
  await read(musee, { languages, mode: 'sparse', dpi: 300 })
  await read(musee, { languages: ['fra'] })
  await read(musee, { languages: ['deu'] })
  await read(musee, { languages, mode: 'line' })
  assert.deepEqual(await read(device, { languages }), first)
  await read(musee, { languages })
  assert.deepEqual(await read(device, { languages }), first)
})

test('a page without text has no lines and no confidence, however small', async () => {
  const nothing: Recognition = { engine: 'tesseract', lines: [], confidence: 0, rotation: 0 }
  const speckled = flatPage(300, 200)
  for (let i = 0; i < 40; i++) speckled.pixels[(i * 7919) % speckled.pixels.length] = 0
  assert.deepEqual(await read(speckled), nothing)
  for (const mode of ['auto', 'column', 'block', 'line', 'sparse'] as const) {
    for (const page of [flatPage(400, 300), flatPage(5, 5, 128), flatPage(1, 1, 0), flatPage(0, 0)]) {
      assert.deepEqual(await read(page, { mode }), nothing)
    }
  }
  const dot = flatPage(5, 5)
  dot.pixels[12] = 0
  assert.deepEqual(await read(dot), nothing)
})

test('a language by file goes before a package; a replaced file is noticed', async () => {
  writeFileSync(join(dataFolder, 'house.traineddata'), gunzipSync(packed))
  const page = { ...device }
  const expected = await read(page)
  assert.deepEqual(await read(page, { languages: ['house'], dataFolder }), expected)
  writeFileSync(join(dataFolder, 'house.traineddata'), 'not what Tesseract wants')
  assert.equal((await faultOf(page, { languages: ['house'], dataFolder })).code, 'DAMAGED')
  writeFileSync(join(dataFolder, 'fra.traineddata.gz'), packed)
  assert.deepEqual(await read(page, { languages: ['fra'], dataFolder }), expected)
})

test('damaged files of languages are refused in silence, and nothing is left behind', async (t) => {
  const said = (['log', 'warn', 'error'] as const).map((name) => t.mock.method(console, name, () => {}))
  const here = readdirSync('.')
  const whole = gunzipSync(packed)
  const broken = {
    empty: '',
    cut: whole.subarray(0, whole.length / 2),
    zip: packed.subarray(0, 1000),
    // Where the network begins: the engine aborts.
    network: Buffer.concat([whole.subarray(0, 300), Buffer.alloc(100, 255), whole.subarray(400)]),
  }
  for (const [code, bytes] of Object.entries(broken)) {
    writeFileSync(join(dataFolder, `${code}.traineddata`), bytes)
    assert.equal((await faultOf(device, { languages: ['eng', code], dataFolder })).code, 'DAMAGED', code)
  }
  assert.equal((await read(device)).lines.length, 3)
  assert.deepEqual(
    said.map(({ mock }) => mock.callCount()),
    [0, 0, 0],
  )
  assert.deepEqual(readdirSync('.'), here)
})

test('a language that is not there is refused with what to do', async () => {
  const { code, message, data } = await faultOf(device, { languages: ['eng', 'xyz'], dataFolder })
  assert.equal(code, 'UNAVAILABLE')
  assert.ok(message.includes('xyz.traineddata') && message.includes(dataFolder), message)
  assert.ok(Array.isArray(data['languages']) && data['languages'].includes('eng'))
})

test('sizes that cannot be are refused before any work', async () => {
  assert.equal((await faultOf({ ...device, width: device.width + 1 })).code, 'INVALID_INPUT')
  assert.equal((await faultOf(flatPage(32_768, 4))).code, 'TOO_MANY_PIXELS')
  assert.equal((await faultOf(device, { languages: [] })).code, 'INVALID_INPUT')
})

test('a cancel is heard in the middle of a page, and the next page is read as ever', async () => {
  const expected = await read(device)
  const cancelled = fault('CANCELLED', 'The caller left.')
  let heard = 0
  const cancel = (): void => {
    heard += 1
    if (heard === 4) throw cancelled
  }
  await assert.rejects(read(device, {}, cancel), cancelled)
  assert.equal(heard, 4)
  assert.deepEqual(await read(device), expected)
})
