import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Every kernel there is; `assembly/<name>.ts` is built to `dist/wasm/<name>.wasm`, beside this file's own output. */
export const KERNELS = ['gaussian', 'light', 'png-filters', 'resample', 'turn'] as const
type KernelName = (typeof KERNELS)[number]

const compiled = new Map<KernelName, WebAssembly.Module>()

/**
 * The compiled module of a kernel, compiled at its first use in this process (a few milliseconds). The main thread
 * compiles all and hands them to its threads; a child process compiles what it needs.
 *
 * Throws an Error when the name is unknown or the build lacks it.
 */
export function kernelModule(name: string): WebAssembly.Module {
  if (!isKernelName(name)) throw new Error(`there is no kernel ${name}; there are: ${KERNELS.join(', ')}`)
  const known = compiled.get(name)
  if (known) return known
  const module = new WebAssembly.Module(readFileSync(kernelFile(name)))
  compiled.set(name, module)
  return module
}

/** All kernels, compiled, by name: what the main thread puts into the data of its threads. */
export function kernelModules(): Record<string, WebAssembly.Module> {
  return Object.fromEntries(KERNELS.map((name) => [name, kernelModule(name)]))
}

function isKernelName(name: string): name is KernelName {
  return KERNELS.some((kernel) => kernel === name)
}

function kernelFile(name: KernelName): string {
  return fileURLToPath(new URL(`./${name}.wasm`, import.meta.url))
}
