import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collect: (() => unknown) | undefined

/**
 * Frees what nothing refers to, now. V8 collects by the size of its own heap, which the memory of WebAssembly hardly
 * moves: 125 MB of an engine that was let go of stayed until another as large was started, in a thread without work
 * for ever. Node has no other door to this than the flag.
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
