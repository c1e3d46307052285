import type { Leaf } from '../../workers/leaf.ts'

/** Fills the JavaScript heap until the thread or process dies of it. */
export const allocate: Leaf<unknown, never> = () => {
  const held: unknown[] = []
  for (;;) held.push(Array.from({ length: 100_000 }, (_, i) => ({ i })))
}
