/**
 * Runs `work` on every item, at most `width` at a time, and gives the results in the order of the items. The first
 * failure ends the call once the work under way has settled; no further item is begun.
 */
export async function inTurn<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  let failed = false
  const lane = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const index = next++
      const item = items[index]
      if (item === undefined) continue
      try {
        results[index] = await work(item, index)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(width, items.length) }, lane))
  for (const outcome of lanes) if (outcome.status === 'rejected') throw outcome.reason
  return results
}
