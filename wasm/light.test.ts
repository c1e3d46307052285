import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grey, oddSizes, randomGrey } from '../test/grey.ts'
import { flattenLight, groundOf, lightKernel } from './light.ts'
import { kernelModule } from './modules.ts'
import { flattenReference, groundReference } from './reference/light.ts'

const kernel = lightKernel(kernelModule('light'))

test('the kernel and its twin see the same ground and give the same bytes', () => {
  const large: [number, number][] = [
    [513, 70],
    [71, 600],
    [2049, 3],
  ]
  for (const [i, [width, height]] of [...oddSizes(1, 20), ...large].entries()) {
    const picture = randomGrey(width, height, i)
    const ground = groundOf(kernel, picture)
    assert.deepEqual(ground, groundReference(picture), `${width} x ${height}`)
    assert.deepEqual(
      flattenLight(kernel, picture, ground),
      flattenReference(picture, ground),
      `${width} x ${height}`,
    )
    // A ground of every level, darker than its pixels too.
    const wild = {
      ...ground,
      levels: randomGrey(ground.columns, ground.rows, i).pixels.map((level) => level || 1),
    }
    assert.deepEqual(
      flattenLight(kernel, picture, wild),
      flattenReference(picture, wild),
      `${width} x ${height}`,
    )
  }
})

test('paper under a slope of light becomes white, and ink keeps its share of the light', () => {
  // Light falls from 240 to 80 levels; ink returns 30 % of it.
  const light = (x: number): number => 240 - (160 * x) / 1023
  const ink = (x: number, y: number): boolean => x % 16 < 4 && y % 24 < 12
  const page = grey(1024, 400, (x, y) => light(x) * (ink(x, y) ? 0.3 : 1))
  const flat = flattenLight(kernel, page, groundOf(kernel, page))
  flat.forEach((level, i) => {
    const [x, y] = [i % 1024, Math.floor(i / 1024)]
    // The ground is the brightest of its block: up to 32 pixels to the left, at the right end 11 more by smoothing;
    // with 160 / 1023 a pixel that is 6.7 levels, and a rounding.
    const most = ink(x, y) ? 0.3 * 255 + 2 : 255
    const least = most * (light(x) / (light(x) + 7.5)) - 2
    assert.ok(level >= least && level <= most, `${x}, ${y}: ${level}, expected ${least}..${most}`)
  })
})

test('white, grey and black pages of one level', () => {
  for (const level of [255, 170, 1]) {
    const page = grey(70, 50, () => level)
    assert.ok(flattenLight(kernel, page, groundOf(kernel, page)).every((pixel) => pixel === 255))
  }
  const black = grey(70, 50, () => 0)
  assert.ok(flattenLight(kernel, black, groundOf(kernel, black)).every((pixel) => pixel === 0))
})

test('something black on the page stays black', () => {
  const page = grey(640, 640, (x, y) => (x > 300 && y > 300 ? 4 : 230))
  const flat = flattenLight(kernel, page, groundOf(kernel, page))
  assert.ok((flat[500 * 640 + 500] ?? 255) < 60)
})

test('a single pixel, a row and a column', () => {
  for (const [width, height] of [
    [1, 1],
    [300, 1],
    [1, 300],
  ] as const) {
    const page = grey(width, height, (x, y) => 100 + (x + y) / 10)
    const flat = flattenLight(kernel, page, groundOf(kernel, page))
    assert.equal(flat.length, width * height)
    assert.ok(flat.every((level) => level > 240))
  }
})

test('what is called between bands may end the work; wrong lengths and grounds are refused', () => {
  const page = grey(200, 200, () => 9)
  const stop = (): never => {
    throw new Error('stopped')
  }
  const ground = groundOf(kernel, page)
  assert.throws(() => groundOf(kernel, page, stop), /stopped/)
  assert.throws(() => flattenLight(kernel, page, ground, stop), /stopped/)
  assert.throws(() => groundOf(kernel, { ...page, width: 201 }), RangeError)
  assert.throws(
    () => groundOf(kernel, { width: 65_536, height: 1, pixels: new Uint8Array(65_536) }),
    RangeError,
  )
  assert.throws(
    () =>
      flattenLight(
        kernel,
        grey(900, 200, () => 9),
        ground,
      ),
    RangeError,
  )
})
