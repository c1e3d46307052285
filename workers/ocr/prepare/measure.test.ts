import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawnPage } from '../../../test/drawn-page.ts'
import { grey } from '../../../test/grey.ts'
import { filesOf, leafContext } from '../../../test/leaf-context.ts'
import { seeded } from '../../../test/random.ts'
import { Fault, fault } from '../../../bridge/faults.ts'
import type { Grey } from '../../recognition.ts'
import { measure, type PageMeasures } from './measure.ts'

async function measured({ width, height, pixels }: Grey): Promise<PageMeasures> {
  const { digest, files } = filesOf(pixels)
  return measure({ page: { digest, width, height } }, leafContext({ files }))
}

const level = drawnPage({ width: 900, height: 600 })

function relit(page: Grey, of: (level: number, x: number, y: number) => number): Grey {
  return grey(page.width, page.height, (x, y) => of(page.pixels[y * page.width + x] ?? 0, x, y))
}

test('a level page: no skew, even light, its lines and the size of its letters', async () => {
  const found = await measured(level)
  assert.equal(found.skewDegrees, 0)
  assert.ok(found.skewSureness > 0.6)
  assert.deepEqual(
    [found.columns, found.lines, found.dark, found.blank, found.noisy],
    [1, 12, false, false, false],
  )
  assert.ok(found.lightRange < 0.02)
  // Ink of 30 on a ground of 240.
  assert.ok(Math.abs(found.contrast - (1 - 30 / 240)) < 0.03, String(found.contrast))
  // Small letters are 16 high, capitals 24; four of five are small.
  assert.ok(found.textHeight >= 15 && found.textHeight <= 18, String(found.textHeight))
})

for (const skewDegrees of [-12, -9.7, -4.3, -0.6, 0.3, 1.2, 5.5, 12]) {
  test(`lines that need ${skewDegrees} degrees clockwise`, async () => {
    const found = await measured(drawnPage({ width: 900, height: 600, skewDegrees }))
    assert.ok(Math.abs(found.skewDegrees - skewDegrees) <= 0.15, String(found.skewDegrees))
    assert.ok(found.skewSureness > 0.5)
    assert.equal(found.lines, 12)
  })
}

test('a page lying on its side is not sure of its lines', async () => {
  const side = grey(600, 900, (x, y) => level.pixels[(599 - x) * 900 + y] ?? 0)
  assert.ok((await measured(side)).skewSureness < 0.45)
})

test('columns are counted, level and leaning', async () => {
  for (const columns of [2, 3]) {
    for (const skewDegrees of [0, 4]) {
      const page = drawnPage({ width: 1400, height: 700, columns, skewDegrees, letterHeight: 14 })
      const found = await measured(page)
      assert.deepEqual([found.columns, found.lines], [columns, 12 * columns], `${columns} at ${skewDegrees}`)
    }
  }
})

test('a receipt of names and prices is one column', async () => {
  const page = drawnPage({ width: 700, height: 600 })
  // Names of uneven length at the left, prices of five letters at the right.
  const receipt = relit(page, (pixel, x, y) => (x < 180 + ((y * 7) % 90) || x > 560 ? pixel : 240))
  assert.equal((await measured(receipt)).columns, 1)
})

test('white on black is dark; a page in the shadow is not, however deep', async () => {
  const negative = await measured(relit(level, (pixel) => 255 - pixel))
  assert.equal(negative.dark, true)
  assert.ok(Math.abs(negative.contrast - (1 - 30 / 240)) < 0.2, String(negative.contrast))
  assert.equal(negative.lines, 12)
  // Most of the page is darker than a quarter: its median is dark.
  const shadowed = await measured(relit(level, (pixel, x) => pixel * Math.max(0.14, 1 - x / 300)))
  assert.deepEqual([shadowed.dark, shadowed.blank], [false, false])
  assert.ok(shadowed.lightRange > 0.6, String(shadowed.lightRange))
  assert.ok(shadowed.lines >= 12 && shadowed.lines <= 13, String(shadowed.lines))
  assert.equal(shadowed.skewDegrees, 0)
})

test('faint print is seen', async () => {
  const faint = await measured(drawnPage({ width: 900, height: 600, ink: 150, ground: 180 }))
  assert.deepEqual([faint.blank, faint.lines], [false, 12])
  assert.ok(faint.contrast > 0.1 && faint.contrast < 0.25, String(faint.contrast))
})

test('pages without letters are blank: white, black, grey, a slope, grain, specks, noise', async () => {
  const random = seeded(9)
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const pages: Record<string, Grey> = {
    white: grey(600, 400, () => 255),
    black: grey(600, 400, () => 0),
    grey: grey(600, 400, () => 128),
    slope: grey(600, 400, (x, y) => 250 - x / 4 - y / 8),
    grain: grey(600, 400, () => 220 + 6 * normal()),
    coarse: grey(600, 400, () => 180 + 25 * normal()),
    specks: grey(600, 400, () => (random() < 0.01 ? 0 : 235)),
    noise: grey(600, 400, () => 255 * random()),
  }
  for (const [name, page] of Object.entries(pages)) {
    const found = await measured(page)
    assert.deepEqual(
      [found.blank, found.textHeight, found.lines, found.columns, found.skewDegrees, found.dark],
      [true, 0, 0, 0, 0, false],
      name,
    )
    assert.equal(found.noisy, ['coarse', 'specks', 'noise'].includes(name), name)
  }
})

test('specks on a page of text make it noisy, not blank', async () => {
  const random = seeded(10)
  const found = await measured(relit(level, (pixel) => (random() < 0.01 ? 255 - pixel : pixel)))
  assert.deepEqual([found.noisy, found.blank, found.skewDegrees], [true, false, 0])
})

test('a single pixel, a row, a column', async () => {
  for (const [width, height] of [
    [1, 1],
    [500, 1],
    [1, 500],
    [3, 3],
  ] as const) {
    const found = await measured(grey(width, height, (x, y) => ((x + y) % 3 === 0 ? 0 : 255)))
    assert.equal(found.blank, true)
    assert.ok(Object.values(found).every((value) => typeof value === 'boolean' || Number.isFinite(value)))
  }
})

test('35 million pixels are measured in pieces, and a cancel is heard', async () => {
  const [width, height] = [4961, 7016]
  const pixels = new Uint8Array(width * height).fill(230)
  // Bars like letters, 60 high, on 40 lines.
  for (let y = 400; y < 6400; y++) {
    if (y % 150 >= 60) continue
    for (let x = 400; x < 4500; x += 50) if (x % 400 < 300) pixels.fill(20, y * width + x, y * width + x + 20)
  }
  const { digest, files } = filesOf(pixels)
  const ctx = leafContext({ files })
  let checkpoints = 0
  const counting = { ...ctx, checkpoint: (): void => void checkpoints++ }
  const found = await measure({ page: { digest, width, height } }, counting)
  assert.equal(found.lines, 40)
  assert.ok(Math.abs(found.textHeight - 60) <= 8, String(found.textHeight))
  assert.ok(checkpoints > 50, String(checkpoints))
  let left = 3
  const cancelled = {
    ...ctx,
    checkpoint: (): void => {
      if (left-- === 0) throw fault('CANCELLED', 'The caller left.')
    },
  }
  assert.throws(() => measure({ page: { digest, width, height } }, cancelled), { code: 'CANCELLED' })
})

test('pages too large and bytes that are not the page are refused before work', () => {
  const { digest, files } = filesOf(new Uint8Array(100))
  const code = (width: number, height: number): unknown => {
    try {
      return measure({ page: { digest, width, height } }, leafContext({ files }))
    } catch (error) {
      return error instanceof Fault ? error.code : error
    }
  }
  assert.equal(code(20_001, 1), 'TOO_MANY_PIXELS')
  assert.equal(code(10_001, 10_000), 'TOO_MANY_PIXELS')
  assert.equal(code(10, 11), 'INVALID_INPUT')
  assert.equal(code(0, 0), 'INVALID_INPUT')
})
