import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { filter } from '../../bridge/operations/image.ts'
import { pngOf } from '../png.ts'
import { root } from '../root.ts'
import { everyWay, FILTER, Scene } from './scene.ts'

const blur = { steps: [{ op: 'gaussianBlur', sigmaPx: 2 }] }

/** The header of a PNG (PNG 3rd edition, 11.2.1). */
function header(width: number, height: number, depth: number, colourType: number): [string, Uint8Array] {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colourType, 0, 0, 0], 8)
  return ['IHDR', data]
}

/** A PNG whose pixels are all zero, in as few bytes as they fit. */
function blank(width: number, height: number): Uint8Array<ArrayBuffer> {
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return new Uint8Array(pngOf([header(width, height, 1, 0), ['IDAT', deflateSync(rows, { level: 9 })]]))
}

const cases: [what: string, code: string, png: () => Uint8Array][] = [
  ['an empty file', 'EMPTY_FILE', () => new Uint8Array()],
  [
    'a header that says 2 GP of pixels in few bytes',
    'TOO_MANY_PIXELS',
    () => pngOf([header(65_535, 32_768, 8, 6)]),
  ],
  ['the largest sides there are', 'TOO_MANY_PIXELS', () => pngOf([header(0x7fff_ffff, 0x7fff_ffff, 16, 6)])],
  ['a thin picture longer than any side', 'TOO_MANY_PIXELS', () => blank(70_000, 1)],
  ['51 MP in 8 kB', 'TOO_MANY_PIXELS', () => blank(7200, 7200)],
  ['no pixels at all', 'DAMAGED', () => pngOf([header(0, 10, 8, 6)])],
  [
    'ten pixels that unfold to half a gigabyte',
    'DAMAGED',
    () => pngOf([header(10, 1, 8, 0), ['IDAT', deflateSync(Buffer.alloc(512 * 1024 * 1024))]]),
  ],
  [
    'half a million empty chunks',
    'DAMAGED',
    () =>
      pngOf([
        header(10, 1, 8, 0),
        ...Array.from({ length: 500_000 }, (): [string, Uint8Array] => ['IDAT', new Uint8Array()]),
      ]),
  ],
  ['cut in the middle', 'DAMAGED', () => blank(2000, 2000).slice(0, 60)],
  [
    'a chunk that claims four gigabytes',
    'DAMAGED',
    () => {
      const bytes = Buffer.from(pngOf([header(10, 1, 8, 0), ['IDAT', deflateSync(Buffer.alloc(11))]]))
      bytes.writeUInt32BE(0xffff_ffff, 33)
      return bytes
    },
  ],
]

test('pictures that are bombs, damaged or empty', async (t) => {
  const scene = await Scene.open(t)
  for (const [what, code, png] of cases) {
    await t.test(`${what}: ${code}`, async () => {
      const path = scene.file('picture.png', png())
      await scene.refused(code, FILTER, { json: { source: { path }, ...blur } })
    })
  }
})

test('pictures of other types', async (t) => {
  const scene = await Scene.open(t)
  const jpeg = new Uint8Array(readFileSync(join(root, 'test/fixtures/image/codec/jpeg-named.png')))
  for (const [bytes, name] of [
    [jpeg, 'photo.png'],
    [new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'drawing.svg'],
    [new Uint8Array(readFileSync(join(root, 'samples/letter.pdf'))), 'letter'],
  ] as const) {
    const { status, body } = await scene.ask(FILTER, {
      json: { source: { path: scene.file(name, bytes) }, ...blur },
    })
    assert.equal(status, 415, name)
    assert.match(String(body['code']), /^TYPE_(UNSUPPORTED|MISMATCH)$/, name)
  }
  for await (const [way, init] of everyWay(scene, 'photo.png', jpeg, 'image/png')) {
    if (way === 'raw body')
      await scene.refused('TYPE_MISMATCH', `${FILTER}?steps=${JSON.stringify(blur.steps)}`, init)
  }
  await scene.unharmed()
})

test('a picture just within the limit is filtered, and its memory is given back', async (t) => {
  const scene = await Scene.open(t, { 'image.maxPixels': '4000000' })
  const path = scene.file('large.png', blank(2000, 2000))
  const { status, body } = await scene.ask(FILTER, { json: { source: { path }, ...blur } })
  assert.equal(status, 200, JSON.stringify(body))
  const { width, height } = filter.output.parse(body)
  assert.deepEqual([width, height], [2000, 2000])
  await scene.refused('TOO_MANY_PIXELS', FILTER, {
    json: { source: { path: scene.file('larger.png', blank(2000, 2001)) }, ...blur },
  })
})
