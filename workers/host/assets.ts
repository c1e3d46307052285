import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fault } from '../../bridge/faults.ts'
import type { Assets } from '../leaf.ts'

const kernels = fileURLToPath(new URL('../../wasm/', import.meta.url))

/** Folder of an installed package, found as Node does: `node_modules` of this folder, then of each above. */
function packageFolder(name: string): string | undefined {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return candidate
    if (folder === dirname(folder)) return undefined
  }
}

/**
 * The assets of a worker. `modules` are kernels compiled on the main thread; one that is not among them is
 * compiled here from `dist/wasm/<kernel>.wasm` at its first use. Faults: UNAVAILABLE, naming what is missing.
 */
export function createAssets(modules: Record<string, WebAssembly.Module>): Assets {
  const compiled = new Map(Object.entries(modules))
  const paths = new Map<string, string>()

  return {
    packagePath(packageName, relativePath) {
      const key = `${packageName}\0${relativePath}`
      const known = paths.get(key)
      if (known !== undefined) return known
      const folder = packageFolder(packageName)
      if (folder === undefined) {
        throw fault(
          'UNAVAILABLE',
          `The package ${packageName} is not installed. Run npm ci and start again.`,
          {
            package: packageName,
          },
        )
      }
      const path = join(folder, relativePath)
      if (!existsSync(path)) {
        throw fault(
          'UNAVAILABLE',
          `The package ${packageName} has no ${relativePath}. Run npm ci and start again.`,
          {
            package: packageName,
          },
        )
      }
      const found = statSync(path).isDirectory() && !path.endsWith(sep) ? path + sep : path
      paths.set(key, found)
      return found
    },

    wasm(kernel) {
      let module = compiled.get(kernel)
      if (module === undefined) {
        const path = join(kernels, `${kernel}.wasm`)
        if (!existsSync(path)) {
          throw fault('UNAVAILABLE', `There is no kernel ${kernel}. Run npm run build.`, { kernel })
        }
        module = new WebAssembly.Module(readFileSync(path))
        compiled.set(kernel, module)
      }
      return module
    },
  }
}
