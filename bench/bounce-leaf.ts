import type { Leaf } from '../workers/leaf.ts'

/** Sends bytes straight back: what a trip to a worker costs when the worker does nothing. */
export const bounce: Leaf<{ digest: string }, { digest: string }> = ({ digest }, { files }) => ({
  digest: files.write(files.read(digest)),
})

/** The same, but into memory of its own that is handed over: every byte is copied once, by the worker. */
export const rewrite: Leaf<{ digest: string }, { digest: string }> = ({ digest }, { files }) => ({
  digest: files.write(files.read(digest).slice()),
})
