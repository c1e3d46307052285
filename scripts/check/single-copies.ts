import type { Check } from './check.ts'
import { lineOf, lockedPackages } from './lock-file.ts'

/**
 * Packages of which two copies would be a fault, not only waste: native libraries that must not be loaded twice
 * in a process, and schemas whose identity is compared.
 */
const single = [/^@napi-rs\/canvas(-|$)/, /^onnxruntime-(node|common)$/, /^pdfjs-dist$/, /^zod$/]

/** One copy of what must be one. */
export const singleCopies: Check = {
  name: 'single-copies',
  rule: 'There is one copy of @napi-rs/canvas, onnxruntime-node, pdfjs-dist and zod.',
  run(root) {
    const packages = lockedPackages(root).filter(({ name }) => single.some((pattern) => pattern.test(name)))
    return packages
      .filter(({ path, name }) => path !== `node_modules/${name}`)
      .map(({ lockFile: file, path, name, version }) => ({
        file,
        line: lineOf(root, file, `"${path}"`),
        message: `a second copy of ${name}, ${version}, lies in ${path}; give it an override in package.json`,
      }))
  },
}
