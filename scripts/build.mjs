// Builds dist/ from the sources: types checked, TypeScript emitted, kernels compiled, static files copied.
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Flags of every kernel; SIMD is in every engine that runs Node 20. Warning 112 is about vectors that cross to
 * JavaScript; ours only cross from file to file of a kernel.
 */
const kernelFlags = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--disableWarning', '112']

function run(name, script, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (status) => (status === 0 ? resolve() : reject(new Error(`${name} failed`))))
  })
}

/** Builds everything, replacing dist/. Throws when a step fails. */
export async function build() {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  mkdirSync(join(root, 'dist/wasm'), { recursive: true })
  const kernels = readdirSync(join(root, 'wasm/assembly')).filter((file) => file.endsWith('.ts'))
  await Promise.all([
    run('tsc', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json']),
    ...kernels.map((file) =>
      run(`asc ${file}`, 'node_modules/assemblyscript/bin/asc.js', [
        `wasm/assembly/${file}`,
        '--outFile',
        `dist/wasm/${file.replace(/\.ts$/, '.wasm')}`,
        ...kernelFlags,
      ]),
    ),
  ])
  // npx and a linked command run the file itself.
  chmodSync(join(root, 'dist/clients/cli/main.js'), 0o755)
  const page = join(root, 'clients/console')
  if (existsSync(page)) cpSync(page, join(root, 'dist/clients/console'), { recursive: true })
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await build().catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
}
