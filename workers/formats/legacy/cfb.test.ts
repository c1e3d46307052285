import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compoundFile } from '../../../test/cfb-builder.ts'
import { limits } from '../../../test/format-reading.ts'
import { openCompound, streamAt, type Storage } from './cfb.ts'

const open = (bytes: Uint8Array, more = {}): Storage =>
  openCompound(bytes, { ...limits, ...more }, () => undefined)
const textAt = (storage: Storage, path: string): string =>
  Buffer.from(streamAt(storage, path) ?? '').toString()
const whole = compoundFile({
  small: 'few bytes',
  Folder: { Large: 'x'.repeat(10_000), inner: { deep: 'deep' } },
  empty: '',
})

test('streams by path, small ones and large ones, in any case of letters', () => {
  const storage = open(whole)
  assert.equal(textAt(storage, 'SMALL'), 'few bytes')
  assert.equal(textAt(storage, 'folder/large'), 'x'.repeat(10_000))
  assert.equal(textAt(storage, 'Folder/inner/deep'), 'deep')
  assert.equal(streamAt(storage, 'Folder/none'), undefined)
})

test('a chain that goes in circles ends, and streams of the same sectors do not add up without end', () => {
  const circle = Uint8Array.from(whole)
  const fat = new DataView(circle.buffer, circle.length - 512)
  // The chain of the large stream starts with sector 0; sector 5 leads back to it.
  fat.setUint32(5 * 4, 0, true)
  assert.equal(streamAt(open(circle), 'Folder/Large')?.length, 10_000)
  const storage = open(whole, { maxUnfoldedBytes: 25_000 })
  streamAt(storage, 'Folder/Large')
  streamAt(storage, 'Folder/Large')
  assert.throws(() => streamAt(storage, 'Folder/Large'), { code: 'ARCHIVE_BOMB' })
})

test('a folder that holds itself is entered once; depth and entries are limited', () => {
  const looped = Uint8Array.from(whole)
  const at = Buffer.from(looped).indexOf(Buffer.from('inner', 'utf16le'))
  // Entry 2 is the folder around it.
  new DataView(looped.buffer).setUint32(at + 76, 2, true)
  assert.equal(textAt(open(looped), 'Folder/Large').length, 10_000)
  assert.throws(() => open(whole, { maxDepth: 2 }), { code: 'TOO_DEEP' })
  assert.throws(() => open(whole, { maxEntries: 3 }), { code: 'ARCHIVE_BOMB' })
})

test('a file that is cut gives what is left or is refused, wherever it is cut', () => {
  for (let length = 0; length < whole.length; length += 37) {
    try {
      streamAt(open(whole.subarray(0, length)), 'Folder/Large')
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'DAMAGED')
    }
  }
})
