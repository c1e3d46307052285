import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { root } from '../test/root.ts'
import { gaussianBlur, gaussianKernel, type Picture } from './gaussian.ts'
import { kernelModule } from './modules.ts'
import { gaussianExact } from './reference/gaussian-exact.ts'
import { gaussianReference } from './reference/gaussian.ts'

const kernel = gaussianKernel(kernelModule('gaussian'))

function blurred(picture: Picture, sigmaPx: number): Uint8Array {
  const pixels = Uint8Array.from(picture.pixels)
  gaussianBlur(kernel, { ...picture, pixels }, sigmaPx)
  return pixels
}

function reference({ width, height, pixels }: Picture, sigmaPx: number): Uint8Array {
  const copy = Uint8Array.from(pixels)
  gaussianReference(copy, width, height, sigmaPx)
  return copy
}

function picture(
  width: number,
  height: number,
  of: (x: number, y: number, channel: number) => number,
): Picture {
  const pixels = Uint8Array.from({ length: width * height * 4 }, (_, i) =>
    of((i >> 2) % width, Math.floor((i >> 2) / width), i & 3),
  )
  return { width, height, pixels }
}

/** A noise that is the same every time. */
function noise(width: number, height: number): Picture {
  let state = 1
  return picture(width, height, (_x, _y, channel) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return channel === 3 ? 255 : state >>> 24
  })
}

/** Sizes at the edges of vectors and levels, and sigmas on both sides of every change of method. */
const side = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 13, max: 70 }))
const sigma = fc.oneof(
  fc.double({ min: 0, max: 4, noNaN: true }),
  fc.double({ min: 4, max: 60, noNaN: true }),
  fc.constantFrom(0, 0.2, 0.25, 3.3, 3.31, 250, 4096),
)
/** Mostly extremes, where roundings show; alphas mostly opaque or none. */
const byte = fc.oneof(fc.constantFrom(0, 255), fc.integer({ min: 0, max: 255 }))

test('the kernel and its twin give the same bytes', () => {
  fc.assert(
    fc.property(side, side, sigma, fc.infiniteStream(byte), (width, height, sigmaPx, stream) => {
      const made = picture(width, height, () => Number(stream.next().value))
      assert.deepEqual(blurred(made, sigmaPx), reference(made, sigmaPx))
    }),
    { numRuns: 300 },
  )
})

test('opaque pixels, faint pixels and none in one row: the same bytes', () => {
  const mixed = picture(133, 9, (x, y, c) =>
    c === 3 ? ([255, 255, 3, 0][(x >> 3) & 3] ?? 0) : (x * 37 + y * c) & 255,
  )
  for (const sigmaPx of [0.3, 0.7, 2, 5, 11, 40])
    assert.deepEqual(blurred(mixed, sigmaPx), reference(mixed, sigmaPx))
})

interface Profile {
  sigma: number
  radius: number
  /** Response of one axis to an impulse, from -radius to radius. */
  weights: number[]
}

const profiles: { rows: Profile[] } = JSON.parse(
  readFileSync(join(root, 'test/fixtures/image/gaussian-profiles.json'), 'utf8'),
)

for (const { sigma: sigmaPx, radius, weights } of profiles.rows) {
  test(`sigma ${sigmaPx}: a white line spreads as a sampled Gaussian, across and down`, () => {
    const length = 2 * radius + 41
    const middle = length >> 1
    const across = picture(length, 3, (x, _y, channel) => (channel === 3 || x === middle ? 255 : 0))
    const down = picture(3, length, (_x, y, channel) => (channel === 3 || y === middle ? 255 : 0))
    const [row, column] = [blurred(across, sigmaPx), blurred(down, sigmaPx)]
    for (let i = 0; i < length; i++) {
      const wanted = 255 * (weights[i - middle + radius] ?? 0)
      for (const [name, got] of [
        ['row', row[(length + i) * 4]],
        ['column', column[(i * 3 + 1) * 4]],
      ] as const) {
        assert.ok(Math.abs((got ?? -1) - wanted) <= 0.6, `${name} ${i - middle}: ${got}, expected ${wanted}`)
      }
    }
  })
}

test('noise and hard edges come within 0.7 of a level of the exact Gaussian, at every size', () => {
  const bars = picture(61, 45, (x, y, channel) => (channel === 3 || x % 9 < 4 !== y % 14 < 7 ? 255 : 0))
  for (const made of [noise(61, 45), bars]) {
    for (const sigmaPx of [0.4, 1, 1.7, 2.5, 3.3, 3.31, 4, 6.7, 6.9, 10, 13.8, 20]) {
      const red = made.pixels.filter((_, i) => i % 4 === 0)
      const wanted = gaussianExact(red, made.width, made.height, sigmaPx)
      const got = blurred(made, sigmaPx)
      wanted.forEach((value, i) => {
        const off = Math.abs((got[i * 4] ?? -1) - value)
        assert.ok(off <= 0.7, `sigma ${sigmaPx}, pixel ${i}: ${got[i * 4]}, expected ${value}`)
      })
    }
  }
})

test('brightness as a whole is kept', () => {
  // Away from the edges a blur only moves brightness about.
  for (const sigmaPx of [0.5, 2, 5, 9]) {
    const made = picture(141, 141, (x, y, channel) =>
      channel === 3 ? 255 : Math.hypot(x - 70, y - 70) < 20 ? (x * 7 + y * 13) & 255 : 0,
    )
    const total = (pixels: Uint8Array): number =>
      pixels.reduce((sum, value, i) => sum + (i % 4 === 0 ? value : 0), 0)
    const ratio = total(blurred(made, sigmaPx)) / total(made.pixels)
    assert.ok(Math.abs(ratio - 1) < 0.005, `sigma ${sigmaPx}: ${ratio}`)
  }
})

test('one colour stays as it is, whatever its alpha, the size and sigma', () => {
  fc.assert(
    fc.property(
      side,
      side,
      sigma,
      fc.tuple(byte, byte, byte, fc.integer({ min: 4, max: 255 })),
      (w, h, sigmaPx, rgba) => {
        const plain = picture(w, h, (_x, _y, channel) => rgba[channel] ?? 0)
        assert.deepEqual(blurred(plain, sigmaPx), plain.pixels)
      },
    ),
  )
})

test('sigma 0 changes nothing, not even a hidden colour', () => {
  const hidden = picture(5, 4, (x, y, channel) => (channel === 3 ? 0 : x * y * 20))
  assert.deepEqual(blurred(hidden, 0), hidden.pixels)
})

test('no colour bleeds out of transparent pixels', () => {
  for (const sigmaPx of [0.6, 2, 5, 30]) {
    const half = picture(
      40,
      12,
      (x, _y, channel) => (x < 20 ? [255, 0, 0, 255] : [0, 255, 0, 0])[channel] ?? 0,
    )
    const got = blurred(half, sigmaPx)
    let faint = 0
    for (let i = 0; i < got.length; i += 4) {
      const [red, green, blue, alpha = 0] = got.subarray(i, i + 4)
      if (alpha > 0) assert.deepEqual([red, green, blue], [255, 0, 0])
      else assert.deepEqual([red, green, blue], [0, 0, 0])
      if (alpha > 0 && alpha < 255) faint++
    }
    assert.ok(faint > 0)
  }
})

test('a single pixel, a row, a column and a sigma far beyond the picture', () => {
  const one = picture(1, 1, (_x, _y, channel) => [1, 2, 3, 200][channel] ?? 0)
  assert.deepEqual(blurred(one, 4096), one.pixels)
  for (const [width, height] of [
    [50, 1],
    [1, 50],
  ] as const) {
    // Black, then white: so wide a blur leaves nearly the mean of the two endless halves.
    const halves = picture(width, height, (x, y, channel) =>
      channel === 3 || Math.max(x, y) >= 25 ? 255 : 0,
    )
    const got = blurred(halves, 4096)
    assert.ok(
      got.every((value, i) => i % 4 === 3 || Math.abs(value - 127.5) <= 2.5),
      String(got),
    )
  }
})

test('a kernel that grows for a larger picture still serves a smaller one', () => {
  const grown = gaussianKernel(kernelModule('gaussian'))
  const small = noise(7, 5)
  const outcomes = [small, noise(700, 300), small].map((made) => {
    const pixels = Uint8Array.from(made.pixels)
    gaussianBlur(grown, { ...made, pixels }, 5)
    return pixels
  })
  assert.deepEqual(outcomes[2], outcomes[0])
  assert.deepEqual(outcomes[1], blurred(noise(700, 300), 5))
})

test('wrong sigmas, wrong lengths and pictures beyond the memory are refused before anything is changed', () => {
  const small = gaussianKernel(kernelModule('gaussian'), 200_000)
  const made = noise(200, 200)
  const before = Uint8Array.from(made.pixels)
  for (const sigmaPx of [-1, NaN, Infinity, 4097]) {
    assert.throws(() => gaussianBlur(kernel, made, sigmaPx), RangeError)
  }
  assert.throws(() => gaussianBlur(kernel, { ...made, width: 201 }, 1), RangeError)
  assert.throws(() => gaussianBlur(small, made, 5), RangeError)
  // More than 32 bits address is said as it is, not wrapped around.
  const beyond = kernel.call('bytesNeeded', 65_535, 32_768, 1, 7)
  assert.ok(beyond > 2 ** 33)
  assert.throws(() => kernel.reserve(beyond), RangeError)
  assert.deepEqual(made.pixels, before)
})
