import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { digestOf, leafContext } from '../../test/leaf-context.ts'
import { runInChild } from '../../test/leaves/in-child.ts'
import { root } from '../../test/root.ts'
import { leaves } from '../leaves.ts'
import { chainModel } from './chain-model.ts'
import { echo, noop } from './echo.ts'

test('noop answers its input', async () => {
  const input = { a: [1, 'two', null] }
  assert.equal(await noop(input, leafContext()), input)
})

test('echo gives the bytes back as a file of its own', async () => {
  const bytes = new Uint8Array(readFileSync(join(root, 'test/fixtures/image/codec/onebit.png')))
  const ctx = leafContext({ files: new Map([[digestOf(bytes), bytes]]) })
  assert.deepEqual(await echo({ digest: digestOf(bytes) }, ctx), {
    digest: digestOf(bytes),
    bytes: bytes.length,
  })
  assert.deepEqual([...ctx.written.values()], [bytes])
})

test('draw reads back the pixels it drew', async () => {
  const { answer } = await runInChild(leaves['probe.draw'], {})
  const pixels = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0]
  assert.deepEqual(answer, { output: { pixels } })
})

/** size * sum((c + 1) * ((c - rounds) mod size)): each round moves the columns one to the right. */
function checksum(rounds: number, size: number): number {
  let sum = 0
  for (let c = 0; c < size; c++) sum += (c + 1) * ((c + size * rounds - rounds) % size)
  return size * sum
}

test('infer runs the graph as many rounds as asked', async () => {
  for (const [rounds, size] of [
    [0, 8],
    [1, 8],
    [11, 8],
    [20, 256],
  ] as const) {
    const { answer } = await runInChild(leaves['probe.infer'], { rounds, size })
    assert.deepEqual(answer, { output: { checksum: checksum(rounds, size) } })
  }
})

test('the graph is small and the same every time', () => {
  assert.deepEqual(chainModel(), chainModel())
  assert.ok(chainModel().length < 1000)
})
