import type { Leaf } from '../workers/leaf.ts'

/** Which process runs leaves, so that a benchmark can kill it. */
export const processId: Leaf<object, { pid: number }> = () => ({ pid: process.pid })
