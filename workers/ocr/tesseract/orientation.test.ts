import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf, leafContext } from '../../../test/leaf-context.ts'
import { flatPage, greyFixture, turned } from '../../../test/ocr-pages.ts'
import type { Grey } from '../../recognition.ts'
import { orientation, type Orientation } from './orientation.ts'

async function wayUp(page: Grey): Promise<Orientation> {
  const digest = digestOf(page.pixels)
  const ctx = leafContext({ files: new Map([[digest, page.pixels]]) })
  return orientation({ page: { digest, width: page.width, height: page.height } }, ctx)
}

test('a turned page says how to turn it back, the same every time', async () => {
  const upright = greyFixture('musee.png')
  const right = turned(upright)
  const over = turned(right)
  const left = turned(over)
  const answers: Orientation[] = []
  for (const page of [upright, right, over, left, upright]) answers.push(await wayUp(page))
  assert.deepEqual(
    answers.map(({ rotation }) => rotation),
    [0, 270, 180, 90, 0],
  )
  for (const { confidence } of answers) assert.ok(confidence > 0.6 && confidence < 1)
  assert.deepEqual(answers[4], answers[0])
})

test('a page it cannot tell anything of stays as it is', async () => {
  const untold = { rotation: 0, confidence: 0 }
  assert.deepEqual(await wayUp(flatPage(300, 300)), untold)
  assert.deepEqual(await wayUp(flatPage(2, 2)), untold)
  const dots = flatPage(60, 40)
  for (let i = 0; i < 12; i++) dots.pixels[i * 199] = 0
  assert.deepEqual(await wayUp(dots), untold)
})
