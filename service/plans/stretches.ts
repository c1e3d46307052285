/** Cuts pages into stretches of at most `size`, one for each leaf. */
export function stretches(pages: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(pages.length / size) }, (_, index) =>
    pages.slice(index * size, (index + 1) * size),
  )
}
