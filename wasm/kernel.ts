/** What every kernel is: functions on numbers over one memory of its own. */
export interface Kernel<Name extends string> {
  /** Calls a function of the kernel; one that answers nothing gives NaN. */
  call(name: Name, ...args: number[]): number
  /**
   * Grows the memory to hold at least so many bytes. Views made before are dead after.
   * RangeError when that is over the limit, or there is no memory left.
   */
  reserve(bytes: number): void
  /** A view of the memory; make it anew after every `reserve`. */
  bytes(offset: number, length: number): Uint8Array
  /** How much memory the kernel holds. It never shrinks: let go of the kernel instead. */
  size(): number
}

const PAGE = 65_536

/** 32-bit addresses end here. */
const MAX_BYTES = 65_536 * PAGE

/**
 * Makes an instance of a compiled kernel. The module may come from another thread; instances are cheap (well below a
 * millisecond), and each has its own memory, which is freed when the instance is no longer reachable.
 *
 * @param functions the exports that are used; TypeError when the module lacks one, so that a stale build is noticed
 * here and not as a wrong picture.
 * @param maxBytes most memory the instance may hold.
 */
export function instantiate<const Name extends string>(
  module: WebAssembly.Module,
  functions: readonly Name[],
  maxBytes: number = MAX_BYTES,
): Kernel<Name> {
  const { exports } = new WebAssembly.Instance(module)
  const memory = exports['memory']
  if (!(memory instanceof WebAssembly.Memory)) throw new TypeError('the kernel exports no memory')
  const found = new Map(functions.map((name) => [name, functionOf(exports, name)]))
  return {
    call: (name, ...args) => Number(found.get(name)?.(...args)),
    reserve(bytes) {
      if (!(bytes <= maxBytes))
        throw new RangeError(`the kernel needs ${bytes} bytes; it may hold ${maxBytes}`)
      const missing = Math.ceil((bytes - memory.buffer.byteLength) / PAGE)
      if (missing > 0) memory.grow(missing)
    },
    bytes: (offset, length) => new Uint8Array(memory.buffer, offset, length),
    size: () => memory.buffer.byteLength,
  }
}

function functionOf(exports: WebAssembly.Exports, name: string): (...args: number[]) => unknown {
  const found = exports[name]
  if (typeof found !== 'function') throw new TypeError(`the kernel exports no function ${name}`)
  return (...args) => found(...args)
}
