import type { InferenceSession as Session } from 'onnxruntime-node'
import type { Leaf } from '../leaf.ts'
import { chainModel } from './chain-model.ts'

/** How much work an inference is: `rounds` products of `size` x `size` matrices. */
export interface InferTask {
  /** Half a millisecond to one each at the default size, on one core. */
  rounds: number
  /** Rows and columns. */
  size?: number
}

let session: Promise<Session> | undefined

/**
 * Runs `chainModel` in ONNX Runtime on one thread: x has its column number in every cell, w moves each column
 * one to the right, so y[r][c] = (c - rounds) mod size. Answers sum((c + 1) * y[r][c]), which is
 * size * sum((c + 1) * ((c - rounds) mod size)) exactly. For child processes only: ending a thread during an
 * inference would take the service with it.
 */
export const infer: Leaf<InferTask, { checksum: number }> = async ({ rounds, size = 256 }, ctx) => {
  const { InferenceSession, Tensor } = await import('onnxruntime-node')
  session ??= InferenceSession.create(chainModel(), {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  }).catch((error: unknown) => {
    session = undefined
    throw error
  })
  const running = await session
  ctx.checkpoint()
  const columns = Float32Array.from({ length: size * size }, (_, i) => i % size)
  const shift = new Float32Array(size * size)
  for (let c = 0; c < size; c++) shift[c * size + ((c + 1) % size)] = 1
  const { y } = await running.run({
    rounds: new Tensor('int64', BigInt64Array.of(BigInt(rounds)), []),
    x: new Tensor('float32', columns, [size, size]),
    w: new Tensor('float32', shift, [size, size]),
  })
  let checksum = 0
  if (y?.data instanceof Float32Array) y.data.forEach((value, i) => (checksum += ((i % size) + 1) * value))
  return { checksum }
}
