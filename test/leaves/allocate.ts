import type { Leaf } from '../../workers/leaf.ts'

/** Fills the JavaScript heap until the thread or process dies of it. */
export const allocate: Leaf<unknown, never> = () => {
  // Arrays of numbers: they count as heap, and megabytes of them cost the collector nothing to look through.
  const held: number[][] = []
  for (;;) held.push(new Array<number>(500_000).fill(0.5))
}
