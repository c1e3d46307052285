/**
 * A leaf is a plain function that does one piece of work off the main thread. It knows nothing of HTTP, pools
 * or paths: what it needs comes through its input (JSON) and its context. A test calls it directly.
 */
export type Leaf<I = never, O = unknown> = (input: I, ctx: LeafContext) => O | Promise<O>

/** Bytes that travel with a call, named by digest (`sha256:…`), so that leaf inputs and outputs stay JSON. */
export interface LeafFiles {
  /** The bytes of a digest named in the input. They may be shared memory: read only, copy before transferring. */
  read(digest: string): Uint8Array
  /** Hands bytes back with the result and returns their digest. The array must not be used afterwards. */
  write(bytes: Uint8Array): string
}

export interface LeafContext {
  /** Aborts on cancel and at the deadline. Reason: a fault CANCELLED or DEADLINE. */
  signal: AbortSignal
  /** When the call must have ended, in milliseconds since the epoch. */
  deadline: number
  /**
   * Called between pages, lines and batches: hears a cancel even if the leaf never yields to its event loop.
   * Throws the fault CANCELLED or DEADLINE when the call should end.
   */
  checkpoint(): void
  /** Reports how much is done, 0..1, and optionally a finished item for streaming answers. */
  progress(fraction: number, item?: unknown): void
  files: LeafFiles
  assets: Assets
}

/** Finds data that comes inside packages, or models the user placed, without the leaf knowing where they are. */
export interface Assets {
  /**
   * Absolute path of a file or folder inside an installed package; a folder's path ends with a slash.
   * Throws UNAVAILABLE, naming the package, when it is not there.
   */
  packagePath(packageName: string, relativePath: string): string
  /**
   * A WASM module of ours, compiled. Threads receive modules compiled once on the main thread; children compile
   * their own.
   */
  wasm(kernel: string): WebAssembly.Module
}
