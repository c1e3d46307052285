import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { digestOf, filesOf, leafContext } from '../../../test/leaf-context.ts'
import { root } from '../../../test/root.ts'
import { pdfPage } from '../../raster/pdf-page.ts'
import { storedPicture } from '../../raster/stored-picture.ts'
import { pdfText } from '../pdf-text.ts'
import { picturePdf, type PicturePage } from './picture-pdf.ts'

const layerOf = (width: number, height: number): PicturePage['layer'] => ({
  number: 1,
  turn: 0,
  width,
  height,
  lines: [[{ text: 'lamp', box: [width / 4, height / 4, width / 4, height / 20] }]],
})

/** A picture file as a page of a PDF; `shown` is its size once it stands upright. */
async function pdfOf(file: Uint8Array, mediaType: string, shown: [number, number]) {
  const { digest, files } = filesOf(file)
  const decoding = leafContext({ files })
  const stored = await storedPicture(
    { digest, mediaType, frame: 0, maxPixels: 1e7, targetPixels: 1e7 },
    decoding,
  )
  const known = new Map([...files, ...decoding.written])
  const ctx = leafContext({ files: known })
  const output = picturePdf({ pages: [{ ...stored, layer: layerOf(...shown) }], maxPixels: 1e7 }, ctx)
  const pdf = Buffer.from(ctx.written.get(output.digest) ?? [])
  const own = new Map([[digestOf(pdf), new Uint8Array(pdf)]])
  const limits = { maxChars: 1000, maxPageChars: 1000 }
  const text = await pdfText(
    { digest: digestOf(pdf), pages: [1], words: true, ...limits },
    leafContext({ files: own }),
  )
  return { stored, pdf, page: text.pages[0], files: own }
}

/** Black on white, with a bar on the left. */
function drawn(kind: 'image/png' | 'image/jpeg', colour = '#000000'): Uint8Array {
  const canvas = createCanvas(200, 100)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, 200, 100)
  context.fillStyle = colour
  context.fillRect(10, 10, 20, 80)
  return new Uint8Array(
    kind === 'image/png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg', 90),
  )
}

/** An EXIF segment that says how a JPEG is to be turned (CIPA DC-008), behind the start of the file. */
function turnedBy(jpeg: Uint8Array, orientation: number): Buffer {
  const exif = Buffer.from('4578696600004d4d002a00000008000101120003000000010000000000000000', 'hex')
  exif.writeUInt16BE(orientation, 24)
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
}

test('a JPEG goes in as it is, as long as a sheet of A4 where it does not say how large it is', async () => {
  const jpeg = readFileSync(join(root, 'samples/receipt.jpg'))
  const { pdf, page, stored } = await pdfOf(jpeg, 'image/jpeg', [100, 200])
  assert.equal(stored.format, 'jpeg')
  assert.ok(pdf.includes(jpeg))
  assert.equal(page?.text, 'lamp')
  const longest = Math.max(page?.width ?? 0, page?.height ?? 0)
  assert.ok(stored.dpi !== undefined || Math.abs(longest - 841.68) < 0.1, String(longest))
})

test('a JPEG that lies on its side is shown upright, its words with it; a mirrored one is decoded', async () => {
  for (const [orientation, rotate] of [
    [3, 180],
    [6, 90],
    [8, 270],
  ] as const) {
    const jpeg = turnedBy(drawn('image/jpeg'), orientation)
    const shown: [number, number] = rotate === 180 ? [200, 100] : [100, 200]
    const { stored, page, pdf } = await pdfOf(jpeg, 'image/jpeg', shown)
    assert.deepEqual([stored.format, stored.rotate], ['jpeg', rotate])
    assert.ok(pdf.includes(jpeg))
    const [word] = page?.words ?? []
    assert.equal(word?.text, 'lamp')
    assert.ok(Math.abs((word?.box?.[0] ?? 0) / (page?.width ?? 1) - 0.25) < 0.01, `${orientation}`)
  }
  const { stored } = await pdfOf(turnedBy(drawn('image/jpeg'), 5), 'image/jpeg', [100, 200])
  assert.deepEqual([stored.format, stored.width, stored.height], ['png', 100, 200])
})

test('other pictures keep every pixel, in as few bits as hold them', async () => {
  for (const [colour, bits, space] of [
    ['#000000', 1, 'DeviceGray'],
    ['#777777', 8, 'DeviceGray'],
    ['#cc2200', 8, 'DeviceRGB'],
  ] as const) {
    const { pdf, files } = await pdfOf(drawn('image/png', colour), 'image/png', [200, 100])
    assert.ok(pdf.includes(`/ColorSpace/${space}/BitsPerComponent ${bits}/`), colour)
    const ctx = leafContext({ files })
    const dpi = (200 / 841.68) * 72
    const task = { digest: digestOf(pdf), page: 1, dpi, maxPixels: 1e7, maxUnfoldedBytes: 1e7 }
    const { page } = await pdfPage(task, ctx)
    const grey = ctx.written.get(page.digest)
    assert.deepEqual([page.width, page.height], [200, 100])
    const value = { '#000000': 0, '#777777': 0x77, '#cc2200': 81 }[colour]
    assert.ok(Math.abs((grey?.[50 * 200 + 20] ?? -99) - value) <= 1, `${colour} ${grey?.[50 * 200 + 20]}`)
    assert.equal(grey?.[50 * 200 + 100], 255)
  }
})
