import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => unknown) | undefined

/**
 * Frees what nothing refers to, now. V8 collects by the size of its own heap and leaves the memory of WebAssembly
 * instances lying about: of five engines that were let go of, with 125 MB each, none was freed within ten pages.
 * Node has no other door to this than the flag.
 */
export function collectGarbage(): void {
  collect ??= exposed()
  collect()
}

function exposed(): () => unknown {
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof gc !== 'function') throw new TypeError('This Node does not let garbage be collected')
  return () => gc()
}
