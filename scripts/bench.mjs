// `npm run bench -- <name> [arguments]`: makes the checkout and the peers ready, then runs one benchmark.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './build.mjs'
import { ensure, install } from './ensure.mjs'

try {
  await ensure()
  install('bench/peers', 'the peers (once)')
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const { status } = spawnSync(
  process.execPath,
  ['--enable-source-maps', join(root, 'dist/bench/main.js'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
)
process.exit(status ?? 1)
