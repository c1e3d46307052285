import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grey } from '../../../test/grey.ts'
import { inkColumns } from './ink.ts'

const [width, height] = [600, 48]

/** Strokes of three columns, two apart in a letter, twelve apart between words. */
const isInk = (x: number, y: number): boolean => y > 8 && y < 40 && x % 5 < 3 && x % 60 < 48
const strip = (light: (x: number) => number, ink: number, paper: number): Uint8Array =>
  inkColumns(grey(width, height, (x, y) => light(x) * (isInk(x, y) ? ink : paper)))

const even = strip(() => 1, 40, 240)

test('ink is found alike in even light and where the light falls off to a fifth', () => {
  assert.equal(even[1], 1)
  assert.equal(even[50], 0)
  assert.deepEqual(
    strip((x) => 1 - (0.8 * x) / width, 40, 240),
    even,
  )
})

test('white letters on a dark ground are ink too, light or dim', () => {
  assert.deepEqual(
    strip(() => 1, 240, 30),
    even,
  )
  assert.deepEqual(
    strip((x) => 1 - (0.3 * x) / width, 240, 30),
    even,
  )
})
