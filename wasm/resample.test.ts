import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grey, oddSizes, randomGrey } from '../test/grey.ts'
import { seeded } from '../test/random.ts'
import { kernelModule } from './modules.ts'
import { resampleReference } from './reference/resample.ts'
import { resample, resampleKernel } from './resample.ts'

const kernel = resampleKernel(kernelModule('resample'))

test('the kernel and its twin give the same bytes, up, down and mixed', () => {
  const random = seeded(2)
  for (const [i, [width, height]] of oddSizes(3, 30).entries()) {
    const picture = randomGrey(width, height, i)
    const [toWidth, toHeight] = [1 + Math.floor(random() * 150), 1 + Math.floor(random() * 150)]
    assert.deepEqual(
      resample(kernel, picture, toWidth, toHeight),
      resampleReference(picture, toWidth, toHeight),
      `${width} x ${height} to ${toWidth} x ${toHeight}`,
    )
  }
})

test('the same sides give the same bytes', () => {
  const picture = randomGrey(37, 21, 1)
  assert.deepEqual(resample(kernel, picture, 37, 21), picture)
})

test('one level stays as it is, whatever the sides', () => {
  const random = seeded(4)
  for (let i = 0; i < 60; i++) {
    const side = (): number => 1 + Math.floor(random() * 120)
    const level = [0, 1, 128, 254, 255][i % 5] ?? 0
    const outcome = resample(
      kernel,
      grey(side(), side(), () => level),
      side(),
      side(),
    )
    assert.ok(outcome.pixels.every((pixel) => pixel === level))
  }
})

test('area averaging: whole factors give the means of their squares', () => {
  const picture = randomGrey(96, 60, 5)
  for (const factor of [2, 3, 4, 12]) {
    const { width, height, pixels } = resample(kernel, picture, 96 / factor, 60 / factor)
    pixels.forEach((level, i) => {
      const [left, top] = [(i % width) * factor, Math.floor(i / width) * factor]
      let sum = 0
      for (let k = 0; k < factor * factor; k++)
        sum += picture.pixels[(top + Math.floor(k / factor)) * 96 + left + (k % factor)] ?? 0
      assert.ok(Math.abs(level - sum / factor ** 2) <= 0.6, `${i}: ${level}, expected ${sum / factor ** 2}`)
    })
    assert.equal(height, 60 / factor)
  }
})

test('a ramp stays a ramp, smaller and larger, away from the ends', () => {
  // Both methods reproduce straight lines: the level at a place is that of the source there.
  const ramp = grey(200, 100, (x, y) => x + y / 2)
  for (const [width, height] of [
    [71, 43],
    [333, 250],
    [71, 250],
  ] as const) {
    const outcome = resample(kernel, ramp, width, height)
    for (let y = 8; y < height - 8; y++) {
      for (let x = 8; x < width - 8; x++) {
        const wanted = ((x + 0.5) * 200) / width - 0.5 + (((y + 0.5) * 100) / height - 0.5) / 2
        const level = outcome.pixels[y * width + x] ?? -9
        // The ramp itself was rounded by up to half a level.
        assert.ok(Math.abs(level - Math.min(255, wanted)) <= 1.15, `${x}, ${y}: ${level}, expected ${wanted}`)
      }
    }
  }
})

test('twice as large, a step has the overshoot of Catmull-Rom', () => {
  // Weights at a quarter and three quarters of a pixel for a = -0.5: -0.0703125, 0.8671875, 0.2265625, -0.0234375.
  const step = grey(16, 1, (x) => (x < 8 ? 50 : 150))
  const { pixels } = resample(kernel, step, 32, 1)
  const wanted = [
    50,
    50 - 2.34,
    50 - 7.03 - 2.34 + 2.34,
    50 + 20.31,
    150 - 20.31,
    150 + 7.03,
    150 + 2.34,
    150,
  ]
  wanted.forEach((level, i) => assert.ok(Math.abs((pixels[12 + i] ?? 0) - level) <= 0.6, `${i}: ${pixels}`))
})

test('a single pixel, a row and a column', () => {
  assert.deepEqual(
    resample(
      kernel,
      grey(1, 1, () => 77),
      5,
      3,
    ),
    grey(5, 3, () => 77),
  )
  assert.deepEqual(
    resample(
      kernel,
      grey(1, 90, (_x, y) => y),
      1,
      30,
    ),
    grey(1, 30, (_x, y) => 3 * y + 1),
  )
  assert.deepEqual(
    resample(
      kernel,
      grey(90, 1, (x) => x),
      30,
      1,
    ),
    grey(30, 1, (x) => 3 * x + 1),
  )
})

test('wrong sides, wrong lengths and pictures beyond the memory are refused; work ends between bands', () => {
  const picture = grey(300, 300, () => 1)
  for (const side of [0, -1, 1.5, NaN]) assert.throws(() => resample(kernel, picture, side, 10), RangeError)
  assert.throws(() => resample(kernel, { ...picture, height: 299 }, 10, 10), RangeError)
  assert.throws(() => resample(resampleKernel(kernelModule('resample'), 65_536), picture, 10, 10), RangeError)
  const stop = (): never => {
    throw new Error('stopped')
  }
  assert.throws(() => resample(kernel, picture, 10, 10, stop), /stopped/)
})
