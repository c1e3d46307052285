import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Files of a leaf, in bytes, that are worth it. */
const LARGE_BYTES = 1024 * 1024
/** How long nothing large may have been worked on, in milliseconds. */
const IDLE_MS = 500

let collect: (() => unknown) | undefined
let timer: NodeJS.Timeout | undefined

/**
 * Frees what nothing refers to, now. V8 collects by the size of its own heap, which the memory of WebAssembly hardly
 * moves: 125 MB of an engine that was let go of stayed until another as large was started, in a thread without work
 * for ever. Node has no other door to this than the flag.
 */
export function collectGarbage(): void {
  collect ??= exposed()
  collect()
}

/** Frees what is left of large files once there has been nothing to do for a moment; `bytes` is what a leaf had. */
export function collectWhenIdle(bytes: number): void {
  if (bytes < LARGE_BYTES) return
  if (timer === undefined) timer = setTimeout(collectGarbage, IDLE_MS).unref()
  else timer.refresh()
}

function exposed(): () => unknown {
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof gc !== 'function') throw new TypeError('This Node does not let garbage be collected')
  return () => gc()
}
