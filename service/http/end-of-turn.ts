let turn: Promise<void> | undefined

/**
 * Resolves once the event loop has taken in everything that came with this turn. Requests that wait for it go on side
 * by side, one step of each after the other: code and data of a step are still in the caches for the next request,
 * and the answers leave together, which wakes the process at the other end once and not once for each. A lone request
 * waits for nothing.
 */
export function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined
      resolve()
    })
  })
  return turn
}
