import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { instantiate } from './kernel.ts'
import { kernelModule, kernelModules } from './modules.ts'

test('a module is compiled once and used by a thread as it is', async () => {
  assert.equal(kernelModule('gaussian'), kernelModules()['gaussian'])
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    import(workerData.loader).then(({ instantiate }) => {
      const kernel = instantiate(workerData.module, ['bytesNeeded'])
      parentPort.postMessage(kernel.call('bytesNeeded', 10, 10, 0, 1))
    })`
  const loader = new URL('./kernel.js', import.meta.url).href
  const worker = new Worker(code, { eval: true, workerData: { loader, module: kernelModule('gaussian') } })
  const [bytes] = await once(worker, 'message')
  await worker.terminate()
  assert.equal(
    bytes,
    instantiate(kernelModule('gaussian'), ['bytesNeeded']).call('bytesNeeded', 10, 10, 0, 1),
  )
})

test('memory grows by whole pages up to its limit, and keeps what it holds', () => {
  const kernel = instantiate(kernelModule('gaussian'), [], 3 * 65_536)
  kernel.reserve(65_536)
  assert.equal(kernel.size(), 65_536)
  kernel.bytes(1000, 2).set([7, 8])
  kernel.reserve(2 * 65_536 + 1)
  assert.equal(kernel.size(), 3 * 65_536)
  assert.deepEqual([...kernel.bytes(1000, 2)], [7, 8])
  kernel.reserve(10)
  assert.equal(kernel.size(), 3 * 65_536)
  assert.throws(() => kernel.reserve(3 * 65_536 + 1), RangeError)
  assert.throws(() => kernel.reserve(NaN), RangeError)
})

test('each instance has a memory of its own', () => {
  const [one, other] = [instantiate(kernelModule('gaussian'), []), instantiate(kernelModule('gaussian'), [])]
  one.reserve(1)
  other.reserve(1)
  one.bytes(0, 1).set([9])
  assert.deepEqual([...other.bytes(0, 1)], [0])
})

test('a function the module lacks and a kernel there is not are said by name', () => {
  assert.throws(() => instantiate(kernelModule('gaussian'), ['sharpen']), /sharpen/)
  assert.throws(() => kernelModule('sharpen'), /sharpen.*gaussian/)
})
