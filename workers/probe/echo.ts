import type { Leaf } from '../leaf.ts'

/** The quickest leaf there is: answers its input. Shows that a lane takes, runs and answers calls. */
export const noop: Leaf<unknown, unknown> = (input) => input

/** Answers the bytes of a digest as a file of its own: shows that bytes come and go whole. */
export const echo: Leaf<{ digest: string }, { digest: string; bytes: number }> = ({ digest }, { files }) => {
  const bytes = files.read(digest)
  return { digest: files.write(new Uint8Array(bytes)), bytes: bytes.length }
}
