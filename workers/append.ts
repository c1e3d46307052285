/** Adds items of any number: arguments of one call overflow the stack from about a hundred thousand on. */
export function append<T>(to: T[], items: Iterable<T>): void {
  for (const item of items) to.push(item)
}
