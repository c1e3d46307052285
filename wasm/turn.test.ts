import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grey, oddSizes, randomGrey } from '../test/grey.ts'
import { seeded } from '../test/random.ts'
import { kernelModule } from './modules.ts'
import { turnReference } from './reference/turn.ts'
import { planTurn } from './turn-plan.ts'
import { turn, turnKernel } from './turn.ts'

const kernel = turnKernel(kernelModule('turn'))

test('the kernel and its twin give the same bytes', () => {
  const random = seeded(6)
  for (const [i, [width, height]] of oddSizes(7, 40).entries()) {
    const degrees = i % 3 === 0 ? 90 * random() - 45 : 20 * random() - 10
    const [picture, ground] = [randomGrey(width, height, i), [255, 0, 131][i % 3] ?? 0]
    assert.deepEqual(
      turn(kernel, picture, degrees, ground),
      turnReference(picture, degrees, ground),
      `${width} x ${height} by ${degrees}`,
    )
  }
})

test('no turn gives the same bytes', () => {
  const picture = randomGrey(61, 40, 1)
  assert.deepEqual(turn(kernel, picture, 0, 255), picture)
})

test('one level on ground of that level stays as it is', () => {
  for (const degrees of [-45, -3.3, 0.1, 11, 45]) {
    const outcome = turn(
      kernel,
      grey(50, 33, () => 170),
      degrees,
      170,
    )
    assert.ok(outcome.pixels.every((level) => level === 170))
  }
})

test('a grid turned by a known angle is where the angle says', () => {
  // A smooth grid is drawn turned, by its formula, and turned back: the crossings must come out straight.
  const wave = (u: number, v: number): number => 128 + 60 * Math.cos(u / 6) + 60 * Math.cos(v / 9)
  for (const degrees of [-7, -0.4, 2.5, 12]) {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    // Turning clockwise takes (x, y) from the middle to (x cos - y sin, x sin + y cos).
    const drawn = grey(200, 160, (x, y) => {
      const [dx, dy] = [x + 0.5 - 100, y + 0.5 - 80]
      return wave(dx * cos - dy * sin, dx * sin + dy * cos)
    })
    const { width, height, pixels } = turn(kernel, drawn, degrees, 255)
    for (let y = -50; y < 50; y++) {
      for (let x = -60; x < 60; x++) {
        const at = (Math.floor(height / 2) + y) * width + Math.floor(width / 2) + x
        const wanted = wave(
          Math.floor(width / 2) + x + 0.5 - width / 2,
          Math.floor(height / 2) + y + 0.5 - height / 2,
        )
        assert.ok(
          Math.abs((pixels[at] ?? 0) - wanted) <= 2.5,
          `${degrees}: ${x}, ${y}: ${pixels[at]}, ${wanted}`,
        )
      }
    }
  }
})

test('the plan maps the corners of the source into the outcome', () => {
  for (const degrees of [-12, -1, 3, 30]) {
    const { width, height, toSource } = planTurn(300, 200, degrees)
    const [a, b, c, d, e, f] = toSource
    const determinant = a * d - b * c
    assert.ok(Math.abs(determinant - 1) < 1e-12)
    for (const [u, v] of [
      [0, 0],
      [300, 0],
      [0, 200],
      [300, 200],
    ] as const) {
      const x = d * (u - e) - c * (v - f)
      const y = a * (v - f) - b * (u - e)
      assert.ok(x > -1e-3 && y > -1e-3 && x < width + 1e-3 && y < height + 1e-3, `${degrees}: ${x}, ${y}`)
    }
  }
})

test('a single pixel, a row and a column keep what they hold', () => {
  const dot = turn(
    kernel,
    grey(1, 1, () => 0),
    5,
    255,
  )
  assert.deepEqual([dot.width, dot.height], [2, 2])
  // Bilinear weights of one pixel sum to 1: its blackness is spread, not lost.
  for (const [width, height] of [
    [120, 1],
    [1, 120],
  ] as const) {
    const { pixels } = turn(
      kernel,
      grey(width, height, () => 0),
      4,
      255,
    )
    const black = pixels.reduce((sum, level) => sum + (255 - level) / 255, 0)
    assert.ok(Math.abs(black - 120) < 3, String(black))
  }
})

test('large angles, wrong lengths and pictures beyond the memory are refused; work ends between bands', () => {
  const picture = grey(300, 300, () => 1)
  for (const degrees of [46, -46, NaN, Infinity])
    assert.throws(() => turn(kernel, picture, degrees, 255), RangeError)
  assert.throws(() => turn(kernel, { ...picture, height: 299 }, 1, 255), RangeError)
  assert.throws(() => planTurn(40_000, 10, 1), RangeError)
  assert.throws(() => turn(turnKernel(kernelModule('turn'), 65_536), picture, 1, 255), RangeError)
  const stop = (): never => {
    throw new Error('stopped')
  }
  assert.throws(() => turn(kernel, picture, 1, 255, stop), /stopped/)
})
