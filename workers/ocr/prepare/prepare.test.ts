import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault, fault } from '../../../bridge/faults.ts'
import { drawnPage } from '../../../test/drawn-page.ts'
import { grey, randomGrey } from '../../../test/grey.ts'
import { filesOf, leafContext } from '../../../test/leaf-context.ts'
import { resampleReference } from '../../../wasm/reference/resample.ts'
import { turnReference } from '../../../wasm/reference/turn.ts'
import type { Grey } from '../../recognition.ts'
import { measure } from './measure.ts'
import { prepare, type PreparedPage, type PrepareTask } from './prepare.ts'

type Steps = Omit<PrepareTask, 'page'>
const none: Steps = { turn: 0, invert: false, flatten: false, deskewDegrees: 0, scale: 1 }

interface Outcome extends PreparedPage {
  picture: Grey
  given: string
}

async function prepared({ width, height, pixels }: Grey, steps: Partial<Steps> = {}): Promise<Outcome> {
  const { digest, files } = filesOf(pixels)
  const ctx = leafContext({ files })
  const outcome = await prepare({ page: { digest, width, height }, ...none, ...steps }, ctx)
  const written = ctx.written.get(outcome.page.digest) ?? files.get(outcome.page.digest)
  assert.ok(written)
  const { width: w, height: h } = outcome.page
  return { ...outcome, picture: { width: w, height: h, pixels: Uint8Array.from(written) }, given: digest }
}

test('no steps: the same page by the same digest, nothing written', async () => {
  const page = randomGrey(41, 23, 1)
  const { digest, files } = filesOf(page.pixels)
  const ctx = leafContext({ files })
  const outcome = await prepare({ page: { digest, width: 41, height: 23 }, ...none }, ctx)
  assert.deepEqual(outcome, { page: { digest, width: 41, height: 23 }, toSource: [1, 0, 0, 1, 0, 0] })
  assert.equal(ctx.written.size, 0)
})

test('exact turns move every pixel where its corner of the map says, and four quarters come home', async () => {
  for (const [width, height] of [
    [1, 1],
    [1, 9],
    [9, 1],
    [70, 131],
  ] as const) {
    const page = randomGrey(width, height, width)
    for (const turn of [90, 180, 270] as const) {
      const { picture, toSource } = await prepared(page, { turn })
      const [a, b, c, d, e, f] = toSource
      assert.deepEqual([picture.width, picture.height], turn === 180 ? [width, height] : [height, width])
      picture.pixels.forEach((level, i) => {
        const [x, y] = [(i % picture.width) + 0.5, Math.floor(i / picture.width) + 0.5]
        const at = Math.floor(b * x + d * y + f) * width + Math.floor(a * x + c * y + e)
        assert.equal(level, page.pixels[at])
      })
      const back = await prepared(picture, { turn: turn === 90 ? 270 : turn === 270 ? 90 : 180 })
      assert.equal(back.page.digest, (await prepared(page)).given)
    }
  }
})

test('90 degrees are clockwise: the left edge becomes the top', async () => {
  const { picture } = await prepared(
    grey(2, 3, (x, y) => 10 * y + x),
    { turn: 90 },
  )
  assert.deepEqual([...picture.pixels], [20, 10, 0, 21, 11, 1])
})

test('single steps are those of the kernels', async () => {
  const page = randomGrey(83, 57, 4)
  assert.deepEqual((await prepared(page, { scale: 0.5 })).picture, resampleReference(page, 42, 29))
  assert.deepEqual((await prepared(page, { scale: 2 })).picture, resampleReference(page, 166, 114))
  assert.deepEqual(
    (await prepared(page, { invert: true })).picture.pixels,
    page.pixels.map((level) => 255 - level),
  )
  // On the page's own ground without flattening; here all of it is one level.
  const plain = grey(83, 57, () => 170)
  assert.deepEqual((await prepared(plain, { deskewDegrees: 3 })).picture, turnReference(plain, 3, 170))
})

test('a leaning, shadowed, white on black page that lies on its side comes out level, even and upright', async () => {
  const upright = drawnPage({ width: 900, height: 560, skewDegrees: 3.4 })
  const shadowed = grey(900, 560, (x, y) => (upright.pixels[y * 900 + x] ?? 0) * (1 - x / 1300))
  const side = grey(560, 900, (x, y) => 255 - (shadowed.pixels[(559 - x) * 900 + y] ?? 0))
  const { picture } = await prepared(side, {
    turn: 270,
    invert: true,
    flatten: true,
    deskewDegrees: 3.4,
    scale: 1.5,
  })
  const { digest, files } = filesOf(picture.pixels)
  const { width, height } = picture
  const found = await measure({ page: { digest, width, height } }, leafContext({ files }))
  assert.equal(Math.abs(found.skewDegrees) <= 0.1, true)
  assert.deepEqual([found.dark, found.lines, found.columns], [false, 12, 1])
  assert.ok(found.lightRange < 0.06, String(found.lightRange))
  assert.ok(found.textHeight >= 22 && found.textHeight <= 28, String(found.textHeight))
})

test('the map leads from a mark on the prepared page to the mark on the given one, through all steps', async () => {
  const [left, top] = [311, 87]
  const page = grey(400, 300, (x, y) => (x >= left && x < left + 9 && y >= top && y < top + 9 ? 0 : 255))
  for (const turn of [0, 90, 180, 270] as const) {
    for (const [deskewDegrees, scale] of [
      [0, 1],
      [-7, 1],
      [4, 2],
      [10, 0.5],
      [0, 1.37],
    ] as const) {
      const { picture, toSource } = await prepared(page, { turn, deskewDegrees, scale })
      let [sum, x, y] = [0, 0, 0]
      picture.pixels.forEach((level, i) => {
        sum += 255 - level
        x += (255 - level) * ((i % picture.width) + 0.5)
        y += (255 - level) * (Math.floor(i / picture.width) + 0.5)
      })
      const [a, b, c, d, e, f] = toSource
      const [u, v] = [(a * x + c * y) / sum + e, (b * x + d * y) / sum + f]
      assert.ok(
        Math.hypot(u - left - 4.5, v - top - 4.5) < 0.1,
        `${turn}, ${deskewDegrees}, ${scale}: ${u}, ${v}`,
      )
    }
  }
})

test('a single pixel, a row and a column go through every step', async () => {
  for (const [width, height] of [
    [1, 1],
    [200, 1],
    [1, 200],
  ] as const) {
    const steps = { turn: 90, invert: true, flatten: true, deskewDegrees: -5, scale: 0.05 } as const
    const { picture } = await prepared(randomGrey(width, height, 2), steps)
    assert.equal(picture.pixels.length, picture.width * picture.height)
  }
})

test('35 million pixels go through in pieces, and a cancel is heard', async () => {
  const [width, height] = [4961, 7016]
  const pixels = new Uint8Array(width * height).fill(200)
  const { digest, files } = filesOf(pixels)
  const ctx = leafContext({ files })
  let checkpoints = 0
  const counting = { ...ctx, checkpoint: (): void => void checkpoints++ }
  const steps: Steps = { turn: 90, invert: false, flatten: true, deskewDegrees: 2, scale: 0.5 }
  const { page } = await prepare({ page: { digest, width, height }, ...steps }, counting)
  assert.ok(ctx.written.get(page.digest)?.every((level) => level === 255))
  assert.ok(checkpoints > 300, String(checkpoints))
  for (let left = 1; left < checkpoints; left += 97) {
    let more = left
    const checkpoint = (): void => {
      if (more-- === 0) throw fault('CANCELLED', 'The caller left.')
    }
    assert.throws(() => prepare({ page: { digest, width, height }, ...steps }, { ...ctx, checkpoint }), {
      code: 'CANCELLED',
    })
  }
})

test('what is out of range or would become too large is refused before work', () => {
  const pixels = new Uint8Array(9_000_000)
  const { digest, files } = filesOf(pixels)
  const code = (steps: Partial<Steps>, width = 3000, height = 3000): unknown => {
    try {
      return prepare({ page: { digest, width, height }, ...none, ...steps }, leafContext({ files }))
    } catch (error) {
      return error instanceof Fault ? error.code : error
    }
  }
  assert.equal(code({ scale: 4 }), 'TOO_MANY_PIXELS')
  assert.equal(code({ deskewDegrees: 45 }, 18_000, 500), 'TOO_MANY_PIXELS')
  assert.equal(code({}, 200_000, 45), 'TOO_MANY_PIXELS')
  for (const scale of [0, -1, NaN, 0.04, 8.1]) assert.equal(code({ scale }), 'INVALID_INPUT')
  for (const deskewDegrees of [46, NaN, -Infinity]) assert.equal(code({ deskewDegrees }), 'INVALID_INPUT')
  assert.equal(code({}, 3000, 2999), 'INVALID_INPUT')
})
