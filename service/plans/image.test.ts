import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { Fault } from '../../bridge/faults.ts'
import { FilterInput, FilterOutput } from '../../bridge/operations/image.ts'
import { defaultSettings, planContext } from '../../test/plan-context.ts'
import { root } from '../../test/root.ts'
import type { Settings } from '../settings.ts'
import { filterPlan } from './image.ts'

const codec = join(root, 'test/fixtures/image/codec')
const input = (name: string): FilterInput =>
  FilterInput.parse({ source: { path: join(codec, name) }, steps: [{ op: 'gaussianBlur', sigmaPx: 3 }] })

function settings(image: Partial<Settings['image']>): Settings {
  const defaults = defaultSettings()
  return { ...defaults, image: { ...defaults.image, ...image } }
}

test('answers where the picture is kept, and its size', async () => {
  const ctx = planContext()
  const output = FilterOutput.parse(await filterPlan(input('interlaced.png'), ctx))
  assert.deepEqual([output.width, output.height, output.picture.mediaType], [61, 37, 'image/png'])
  assert.ok(output.picture.bytes > 0)
  assert.deepEqual(
    ctx.leafCalls.map(({ leaf }) => leaf),
    ['image.filter'],
  )
})

test('faults of the leaf and limits of the settings reach the caller', async () => {
  const code = async (name: string, image: Partial<Settings['image']> = {}): Promise<string> => {
    try {
      await filterPlan(input(name), planContext({ settings: settings(image) }))
      return 'done'
    } catch (error) {
      if (error instanceof Fault) return error.code
      throw error
    }
  }
  assert.equal(await code('interlaced.png'), 'done')
  assert.equal(await code('interlaced.png', { maxPixels: 1000 }), 'TOO_MANY_PIXELS')
  assert.equal(await code('interlaced.png', { maxFileBytes: 100 }), 'TOO_LARGE')
  assert.equal(await code('text-as.png'), 'TYPE_MISMATCH')
  assert.equal(await code('truncated.png'), 'DAMAGED')
})
