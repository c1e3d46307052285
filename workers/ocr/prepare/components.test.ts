import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grey, randomGrey } from '../../../test/grey.ts'
import type { Grey } from '../../recognition.ts'
import { components, type ComponentOptions } from './components.ts'

const options: ComponentOptions = { threshold: 127, neighbours: 8, maxLabels: 100_000 }

function boxesOf(picture: Grey, changed: Partial<ComponentOptions> = {}): number[][] {
  const { boxes } = components(picture, { ...options, ...changed })
  return Array.from({ length: boxes.length / 5 }, (_, i) => [...boxes.subarray(5 * i, 5 * i + 5)])
}

/** The same by flooding from every pixel that has no component yet, in order of rows. */
function flooded({ width, height, pixels }: Grey, neighbours: 4 | 8): number[][] {
  const seen = new Uint8Array(pixels.length)
  const boxes: number[][] = []
  for (let i = 0; i < pixels.length; i++) {
    if (seen[i] || (pixels[i] ?? 0) > 127) continue
    const queue = [i]
    seen[i] = 1
    for (const at of queue) {
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
        [1, 1],
        [1, -1],
        [-1, 1],
        [-1, -1],
      ].slice(0, neighbours)) {
        const [x, y] = [(at % width) + (dx ?? 0), Math.floor(at / width) + (dy ?? 0)]
        const next = y * width + x
        if (x < 0 || y < 0 || x >= width || y >= height || seen[next] || (pixels[next] ?? 0) > 127) continue
        seen[next] = 1
        queue.push(next)
      }
    }
    const [xs, ys] = [queue.map((at) => at % width), queue.map((at) => Math.floor(at / width))]
    const [left, top] = [Math.min(...xs), Math.min(...ys)]
    boxes.push([left, top, Math.max(...xs) - left + 1, Math.max(...ys) - top + 1, queue.length])
  }
  return boxes
}

test('boxes and areas are those of a flood, with and without corners', () => {
  for (let seed = 0; seed < 40; seed++) {
    const picture = randomGrey(1 + ((seed * 7) % 41), 1 + ((seed * 13) % 37), seed)
    for (const neighbours of [4, 8] as const) {
      assert.deepEqual(
        boxesOf(picture, { neighbours }),
        flooded(picture, neighbours),
        `seed ${seed}, ${neighbours}`,
      )
    }
  }
})

test('a checkerboard is one with its corners, and a component a square without', () => {
  const board = grey(9, 7, (x, y) => ((x + y) % 2 === 0 ? 0 : 255))
  assert.deepEqual(boxesOf(board), [[0, 0, 9, 7, 32]])
  const squares = boxesOf(board, { neighbours: 4 })
  assert.equal(squares.length, 32)
  assert.ok(squares.every(([, , width, height, area]) => width === 1 && height === 1 && area === 1))
})

test('a comb grows together at its last row', () => {
  const comb = grey(101, 20, (x, y) => (x % 2 === 0 || y === 19 ? 0 : 255))
  assert.deepEqual(boxesOf(comb), [[0, 0, 101, 20, 51 * 19 + 101]])
})

test('runs name their components and cover all ink', () => {
  const picture = randomGrey(33, 29, 3)
  const { runs } = components(picture, options)
  const covered = new Uint8Array(33 * 29).fill(255)
  for (let i = 0; i < runs.length; i += 4)
    covered.fill(
      0,
      (runs[i + 1] ?? 0) * 33 + (runs[i + 2] ?? 0),
      (runs[i + 1] ?? 0) * 33 + (runs[i + 3] ?? 0),
    )
  assert.deepEqual(
    covered,
    picture.pixels.map((level) => (level <= 127 ? 0 : 255)),
  )
})

test('nothing, everything, one pixel', () => {
  assert.deepEqual(boxesOf(grey(5, 5, () => 255)), [])
  assert.deepEqual(boxesOf(grey(5, 4, () => 0)), [[0, 0, 5, 4, 20]])
  assert.deepEqual(boxesOf(grey(1, 1, () => 0)), [[0, 0, 1, 1, 1]])
  assert.deepEqual(
    boxesOf(
      grey(5, 5, () => 0),
      { threshold: -1 },
    ),
    [],
  )
})

test('the number of labels is bounded, and what was left out is said', () => {
  const board = grey(100, 100, (x, y) => (x % 2 === 0 && y % 2 === 0 ? 0 : 255))
  assert.equal(components(board, options).complete, true)
  const few = components(board, { ...options, maxLabels: 60 })
  assert.equal(few.complete, false)
  assert.equal(few.boxes.length, 60 * 5)
})

test('work ends between rows', () => {
  const stop = (): never => {
    throw new Error('stopped')
  }
  assert.throws(
    () =>
      components(
        grey(10, 100, () => 255),
        options,
        stop,
      ),
    /stopped/,
  )
})
