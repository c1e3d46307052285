import { kernelModules } from '../wasm/modules.ts'

/** Every WASM kernel compiled once, for the main thread to hand to its worker threads. */
export function compileKernels(): Record<string, WebAssembly.Module> {
  return kernelModules()
}
