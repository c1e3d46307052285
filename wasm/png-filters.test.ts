import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { kernelModule } from './modules.ts'
import { filterRows, pngFilterKernel, unfilter } from './png-filters.ts'
import { filterRowsReference, unfilterReference } from './reference/png-filters.ts'

const kernel = pngFilterKernel(kernelModule('png-filters'))

/** Bytes where ties and wraps are common. */
const byte = fc.oneof(fc.constantFrom(0, 1, 127, 128, 255), fc.integer({ min: 0, max: 255 }))
const shape = fc.record({
  width: fc.integer({ min: 1, max: 30 }),
  height: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom(63, 64, 65, 130)),
  step: fc.constantFrom(1, 2, 3, 4, 6, 8),
  stream: fc.infiniteStream(byte),
})

function bytes(length: number, stream: fc.Stream<number>): Uint8Array {
  return Uint8Array.from({ length }, () => Number(stream.next().value))
}

test('rows are filtered as by the twin, and come back', () => {
  fc.assert(
    fc.property(shape, ({ width, height, step, stream }) => {
      const rowBytes = width * step
      const rows = bytes(height * rowBytes, stream)
      const filtered = filterRows(kernel, rows, rowBytes, step)
      assert.deepEqual(filtered, filterRowsReference(rows, rowBytes, step))
      assert.deepEqual(unfilter(kernel, filtered, rowBytes, step), rows)
    }),
  )
})

test('every filter is undone as by the twin, whatever the differences', () => {
  fc.assert(
    fc.property(shape, ({ width, height, step, stream }) => {
      const rowBytes = width * step
      const filtered = bytes(height * (rowBytes + 1), stream)
      for (let y = 0; y < height; y++) filtered[y * (rowBytes + 1)] = (filtered[y * (rowBytes + 1)] ?? 0) % 5
      assert.deepEqual(
        unfilter(kernel, filtered, rowBytes, step),
        unfilterReference(filtered, rowBytes, step),
      )
    }),
  )
})

test('a filter that does not exist is refused with its row', () => {
  const filtered = new Uint8Array(100 * 4)
  filtered[70 * 4] = 5
  assert.throws(() => unfilter(kernel, filtered, 3, 3), {
    name: 'RangeError',
    message: 'row 70 has filter 5',
  })
})
