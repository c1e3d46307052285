// Builds dist/ from the sources: types checked, TypeScript emitted, kernels compiled, the console bundled.
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
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

/** The console as one script, one style sheet and its page: its content policy lets nothing be inline. */
async function bundleConsole() {
  // Not imported above: this file is loaded before packages are installed.
  const { build: bundle } = await import('vite')
  await bundle({
    configFile: false,
    envDir: false,
    root: join(root, 'clients/console'),
    base: './',
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: join(root, 'dist/clients/console'),
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  })
}

/** Builds everything, replacing dist/. Throws when a step fails. */
export async function build() {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  mkdirSync(join(root, 'dist/wasm'), { recursive: true })
  const kernels = readdirSync(join(root, 'wasm/assembly')).filter((file) => file.endsWith('.ts'))
  await Promise.all([
    run('tsc', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json']),
    run('tsc of the console', 'node_modules/typescript/bin/tsc', ['-p', 'clients/console']),
    bundleConsole(),
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
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await build().catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
}
