import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { Fault } from '../../bridge/faults.ts'
import { filesOf, leafContext } from '../../test/leaf-context.ts'
import { bits, lzwPacked, makeTiff, type TiffPage } from '../../test/tiff.ts'
import { picture } from './picture.ts'

async function read(file: Uint8Array, frame?: number, maxPixels = 1e6) {
  const { digest, files } = filesOf(file)
  const ctx = leafContext({ files })
  const result = await picture({ digest, maxPixels, targetPixels: 1e6, frame }, ctx)
  const pixels = ctx.written.get(result.page.digest) ?? new Uint8Array()
  return { ...result, pixels: [...pixels] }
}

const failsWith = (code: string) => (error: unknown) => error instanceof Fault && error.code === code

/** 97 x 61 pixels that no row or column shares, so that whatever is read a pixel off shows. */
const [width, height] = [97, 61]
const ramp = Uint8Array.from(
  { length: width * height },
  (_, i) => ((i % width) * 5 + (i / width) * 3 + (i % 7)) & 255,
)

function grey(compression: number, blocks: Uint8Array[], fields: TiffPage['fields'] = {}): TiffPage {
  const usual = { 258: [8], 259: [compression], 262: [1], 277: [1] }
  return { width, height, fields: { ...usual, ...fields }, blocks }
}

function inStrips(data: Uint8Array, rowBytes: number, rows: number): Uint8Array[] {
  const bytes = rowBytes * rows
  return Array.from({ length: Math.ceil(data.length / bytes) }, (_, i) =>
    data.subarray(i * bytes, (i + 1) * bytes),
  )
}

/** PackBits in literals and runs (TIFF 6.0, section 9). */
function packBits(data: Uint8Array): Uint8Array {
  const out: number[] = []
  for (let at = 0; at < data.length;) {
    let run = 1
    while (run < 128 && data[at + run] === data[at]) run += 1
    out.push(run === 1 ? 0 : 257 - run, data[at] ?? 0)
    at += run
  }
  return Uint8Array.from(out)
}

test('strips come the same however they are packed', async () => {
  const strips = inStrips(ramp, width, 16)
  const packed: [number, (data: Uint8Array) => Uint8Array][] = [
    [1, (data) => data],
    [5, lzwPacked],
    [8, (data) => deflateSync(data)],
    [32_946, (data) => deflateSync(data)],
    [32_773, packBits],
  ]
  for (const [compression, pack] of packed) {
    for (const big of [false, true]) {
      const result = await read(makeTiff([grey(compression, strips.map(pack), { 278: [16] })], { big }))
      assert.deepEqual(result.pixels, [...ramp], `compression ${compression}`)
    }
  }
})

test('LZW with tables that fill up is unpacked', async () => {
  let seed = 1
  const noise = Uint8Array.from({ length: 200 * 200 }, () => (seed = (seed * 48_271) % 2_147_483_647) & 7)
  const file = makeTiff([
    { width: 200, height: 200, fields: { 258: [8], 259: [5], 262: [1] }, blocks: [lzwPacked(noise)] },
  ])
  assert.deepEqual((await read(file)).pixels, [...noise])
})

test('tiles are put together and cut at the edges', async () => {
  const [across, down] = [Math.ceil(width / 32), Math.ceil(height / 16)]
  const blocks = Array.from({ length: across * down }, (_, tile) =>
    Uint8Array.from({ length: 32 * 16 }, (_unused, i) => {
      const [x, y] = [(tile % across) * 32 + (i % 32), Math.floor(tile / across) * 16 + Math.floor(i / 32)]
      return x < width && y < height ? (ramp[y * width + x] ?? 0) : 77
    }),
  )
  const page = { ...grey(1, blocks, { 322: [32], 323: [16] }), tiled: true }
  assert.deepEqual((await read(makeTiff([page]))).pixels, [...ramp])
})

test('samples of 1, 2, 4 and 16 bits, either way around, are spread over 0 to 255', async () => {
  const one = (depth: number, photometric: number, data: number[], big = false) =>
    read(
      makeTiff(
        [
          {
            width: 4,
            height: 1,
            fields: { 258: [depth], 262: [photometric] },
            blocks: [Uint8Array.from(data)],
          },
        ],
        { big },
      ),
    ).then(({ pixels }) => pixels)
  assert.deepEqual(await one(1, 1, [0b0110_0000]), [0, 255, 255, 0])
  assert.deepEqual(await one(1, 0, [0b0110_0000]), [255, 0, 0, 255])
  assert.deepEqual(await one(2, 1, [0b0001_1011]), [0, 85, 170, 255])
  assert.deepEqual(await one(4, 1, [0x0f, 0x37]), [0, 255, 51, 119])
  assert.deepEqual(await one(16, 1, [0xff, 0xff, 0x00, 0x80, 0, 0, 0xff, 0x00]), [255, 128, 0, 1])
  assert.deepEqual(await one(16, 1, [0xff, 0xff, 0x80, 0x00, 0, 0, 0x00, 0xff], true), [255, 128, 0, 1])
})

test('colours become luminance: RGB, palette, CMYK, alpha of both kinds', async () => {
  const one = async (
    photometric: number,
    samples: number,
    data: number[],
    fields: TiffPage['fields'] = {},
  ) => {
    const all = { 258: Array<number>(samples).fill(8), 262: [photometric], 277: [samples], ...fields }
    return (await read(makeTiff([{ width: 2, height: 1, fields: all, blocks: [Uint8Array.from(data)] }])))
      .pixels
  }
  // 0.299 * 255 = 76.2, 0.587 * 255 = 149.7
  assert.deepEqual(await one(2, 3, [255, 0, 0, 0, 255, 0]), [76, 150])
  const palette = Array<number>(768).fill(0)
  palette[5] = 65_535
  palette[256 + 9] = 65_535
  assert.deepEqual(await one(3, 1, [5, 9], { 320: palette }), [76, 150])
  // Cyan and magenta of 0: 255 less black of 55; cyan of 255: no red.
  assert.deepEqual(await one(5, 4, [0, 0, 0, 55, 255, 0, 0, 0]), [200, 179])
  // Straight black of alpha 51 on white: 204. The same multiplied.
  assert.deepEqual(await one(2, 4, [0, 0, 0, 51, 100, 100, 100, 255], { 338: [2] }), [204, 100])
  assert.deepEqual(await one(2, 4, [20, 20, 20, 51, 100, 100, 100, 255], { 338: [1] }), [224, 100])
})

test('horizontal differencing is undone over 8 and 16 bits', async () => {
  const eight = { width: 4, height: 1, fields: { 258: [8], 262: [1], 317: [2] } }
  const file = makeTiff([{ ...eight, blocks: [Uint8Array.of(10, 5, 250, 1)] }])
  assert.deepEqual((await read(file)).pixels, [10, 15, 9, 10])
  const sixteen = { width: 2, height: 1, fields: { 258: [16], 262: [1], 317: [2] } }
  // 0x00ff and 0x00ff + 0x8001 = 0x8100: 0.99 and 128.498 of 255.
  const big = makeTiff([{ ...sixteen, blocks: [Uint8Array.of(0x00, 0xff, 0x80, 0x01)] }], { big: true })
  assert.deepEqual((await read(big)).pixels, [1, 128])
  const little = makeTiff([{ ...sixteen, blocks: [Uint8Array.of(0xff, 0x00, 0x01, 0x80)] }])
  assert.deepEqual((await read(little)).pixels, [1, 128])
})

/** Codes of ITU-T T.4: white 4, black 4, black 2 and so on; one row of 4 white and 4 black pixels, then 2, 2, 4. */
const code = { white2: '0111', white4: '1011', black2: '11', black4: '011', eol: '000000000001' }
const faxRows = [
  [255, 255, 255, 255, 0, 0, 0, 0],
  [255, 255, 255, 255, 0, 0, 0, 0],
  [255, 255, 0, 0, 255, 255, 255, 255],
].flat()
const firstRow = `${code.white4}${code.black4}`
const lastRow = `${code.white2}${code.black2}${code.white4}`

function fax(compression: number, data: Uint8Array[], fields: TiffPage['fields'] = {}): Uint8Array {
  const all = { 258: [1], 259: [compression], 262: [0], ...fields }
  return makeTiff([{ width: 8, height: 3, fields: all, blocks: data }])
}

test('CCITT pages are read: modified Huffman, Group 3 of one and two dimensions, Group 4', async () => {
  const rows = [firstRow, firstRow, lastRow]
  const huffman = Buffer.concat(rows.map((row) => bits(row)))
  assert.deepEqual((await read(fax(2, [huffman]))).pixels, faxRows, 'modified Huffman')
  assert.deepEqual(
    (await read(fax(3, [bits(rows.map((row) => code.eol + row).join(''))]))).pixels,
    faxRows,
    'Group 3',
  )
  // After the end of a line a 1 says that the next has one dimension, a 0 two. 1 is V0, 001 horizontal mode.
  const two = `${code.eol}1${firstRow} ${code.eol}0 1 1 ${code.eol}1${lastRow} ${code.eol}1`
  assert.deepEqual((await read(fax(3, [bits(two)], { 292: [1] }))).pixels, faxRows, 'Group 3, two dimensions')
  const four = `001${firstRow} 1 1 001${code.white2}${code.black2} 1 ${code.eol}${code.eol}`
  assert.deepEqual((await read(fax(4, [bits(four)]))).pixels, faxRows, 'Group 4')
})

test('CCITT pages: black and white exchanged, bits turned around, strips', async () => {
  const four = bits(`001${firstRow} 1 1 001${code.white2}${code.black2} 1 ${code.eol}${code.eol}`)
  const inverted = faxRows.map((value) => 255 - value)
  assert.deepEqual((await read(fax(4, [four], { 262: [1] }))).pixels, inverted)
  const turned = four.map((byte) => parseInt([...byte.toString(2).padStart(8, '0')].reverse().join(''), 2))
  assert.deepEqual((await read(fax(4, [turned], { 266: [2] }))).pixels, faxRows)
  const end = `${code.eol}${code.eol}`
  const strips = [bits(`001${firstRow} 1 1 ${end}`), bits(`001${code.white2}${code.black2} 1 1 ${end}`)]
  // The white row before a strip ends at 8, which is where its last run ends.
  assert.deepEqual((await read(fax(4, strips, { 278: [2] }))).pixels, faxRows)
})

test('a fax longer than can be drawn is refused by its header', async () => {
  const page = { width: 8, height: 32_768, fields: { 258: [1], 259: [4], 262: [0] }, blocks: [bits('1')] }
  await assert.rejects(read(makeTiff([page])), failsWith('TOO_MANY_PIXELS'))
  await read(makeTiff([{ ...page, height: 32_767 }]))
})

test('JPEG strips are decoded, with tables of their own or shared', async () => {
  const canvas = createCanvas(64, 32)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, 64, 32)
  context.fillStyle = '#ff0000'
  context.fillRect(0, 0, 32, 32)
  const jpeg = await canvas.encode('jpeg', 95)
  const page = { width: 64, height: 32, fields: { 258: [8, 8, 8], 259: [7], 262: [6], 277: [3] } }
  const at = (pixels: number[], x: number): number => pixels[16 * 64 + x] ?? -1
  const whole = await read(makeTiff([{ ...page, blocks: [jpeg] }]))
  const { tables, rest } = withoutTables(jpeg)
  const shared = await read(makeTiff([{ ...page, blocks: [rest], bytes: { 347: tables } }]))
  assert.ok(Math.abs(at(whole.pixels, 8) - 76) <= 2 && at(whole.pixels, 56) >= 253)
  assert.deepEqual(shared.pixels, whole.pixels)
})

/** Takes the tables (DQT, DHT) and application segments out of a JPEG. */
function withoutTables(jpeg: Buffer): { tables: Uint8Array; rest: Uint8Array } {
  const start: Uint8Array = Uint8Array.of(0xff, 0xd8)
  const [tables, rest] = [[start], [start]]
  let at = 2
  for (let marker = jpeg[3] ?? 0; marker !== 0xda; marker = jpeg[at + 1] ?? 0xda) {
    const segment = jpeg.subarray(at, at + 2 + jpeg.readUInt16BE(at + 2))
    if (marker === 0xdb || marker === 0xc4) tables.push(segment)
    else if (marker < 0xe0) rest.push(segment)
    at += segment.length
  }
  return {
    tables: Buffer.concat([...tables, Buffer.from([0xff, 0xd9])]),
    rest: Buffer.concat([...rest, jpeg.subarray(at)]),
  }
}

test('pages are counted and chosen; one that is not there is named', async () => {
  const page = (value: number): TiffPage => ({
    width: 1,
    height: 1,
    fields: { 258: [8] },
    blocks: [Uint8Array.of(value)],
  })
  const file = makeTiff([page(10), page(20), page(30)])
  const second = await read(file, 1)
  assert.deepEqual([second.frames, second.animated, ...second.pixels], [3, false, 20])
  assert.deepEqual((await read(file, 2)).pixels, [30])
  await assert.rejects(read(file, 3), failsWith('INVALID_INPUT'))
})

test('orientation and resolution are read', async () => {
  const fields = {
    258: [8],
    274: [6],
    282: [[300, 1]],
    283: [[300, 1]],
    296: [2],
  } satisfies TiffPage['fields']
  const file = makeTiff([{ width: 2, height: 1, fields, blocks: [Uint8Array.of(10, 20)] }])
  const { width: w, height: h, dpi, pixels } = await read(file)
  assert.deepEqual([w, h, dpi, ...pixels], [1, 2, 300, 10, 20])
})

test('what is not read is said so; what is broken is damaged', async () => {
  const good = makeTiff([grey(5, [lzwPacked(ramp)])])
  for (let part = 0; part < 10; part += 1) {
    const cut = good.subarray(0, 8 + Math.floor(((good.length - 8) * part) / 10))
    await assert.rejects(read(cut), failsWith('DAMAGED'), `cut at ${cut.length}`)
  }
  await assert.rejects(read(makeTiff([grey(1, [ramp.subarray(0, 500)])])), failsWith('DAMAGED'))
  await assert.rejects(read(makeTiff([grey(8, [ramp])])), failsWith('DAMAGED'))
  await assert.rejects(read(makeTiff([grey(6, [ramp])])), failsWith('TYPE_UNSUPPORTED'))
  await assert.rejects(read(makeTiff([grey(1, [ramp], { 258: [32] })])), failsWith('TYPE_UNSUPPORTED'))
  await assert.rejects(read(makeTiff([grey(1, [ramp], { 339: [3] })])), failsWith('TYPE_UNSUPPORTED'))
  await assert.rejects(
    read(makeTiff([{ ...grey(1, [ramp]), width: 60_000, height: 60_000 }])),
    failsWith('TOO_MANY_PIXELS'),
  )
  const tiles = { ...grey(1, [ramp], { 322: [60_000], 323: [60_000] }), tiled: true }
  await assert.rejects(read(makeTiff([tiles])), failsWith('TOO_MANY_PIXELS'))
})

test('a chain of pages that bites its tail ends', async () => {
  const file = Buffer.from(makeTiff([grey(1, [ramp])]))
  const first = file.readUInt32LE(4)
  file.writeUInt32LE(first, first + 2 + file.readUInt16LE(first) * 12)
  await assert.rejects(read(Uint8Array.from(file)), failsWith('DAMAGED'))
})

test('a part that would unpack to gigabytes is refused before anything is unpacked', async () => {
  // Few enough pixels, but 16 samples of 16 bits each.
  const side = 14_000
  const deep = { 258: new Array<number>(16).fill(16), 262: [1], 277: [16] }
  const blocks = [new Uint8Array(100)]
  for (const compression of [5, 8, 32_773]) {
    const fields = { ...deep, 259: [compression] }
    const tiled = { ...fields, 322: [side], 323: [side] }
    for (const page of [
      { width: side, height: side, fields, blocks },
      { width: side, height: side, fields: tiled, tiled: true, blocks },
    ]) {
      await assert.rejects(read(makeTiff([page]), undefined, 2e8), {
        code: 'TOO_MANY_PIXELS',
        message: /would unpack to 6272000000 bytes/,
      })
    }
  }
})
