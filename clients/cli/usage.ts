/** Exit codes a script can rely on. */
export const EXIT = {
  ok: 0,
  fault: 1,
  usage: 2,
  someFailed: 3,
  unreachable: 4,
  interrupted: 130,
} as const

/** A command line that cannot be understood: what is wrong, and what to write instead. Ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}

/**
 * The known word that was probably meant, or undefined when none is near: at most a third of the letters wrong, in
 * the restricted Damerau-Levenshtein distance (insert, delete, replace, swap neighbours).
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/** "Did you mean …?" for a word, or what there is to choose from. */
export function suggestion(word: string, known: readonly string[]): string {
  const near =
    nearest(word, known) ?? known.find((candidate) => word.length > 1 && candidate.startsWith(word))
  return near === undefined ? `Known: ${known.join(', ')}.` : `Did you mean ${near}?`
}

function editDistance(a: string, b: string): number {
  // Three rows of the table are enough: a swap looks two rows back.
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const differs = a[row - 1] === b[column - 1] ? 0 : 1
      let cost = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + differs,
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, at(before, column - 2) + 1)
      }
      current.push(cost)
    }
    ;[before, previous] = [previous, current]
  }
  return at(previous, b.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}
