// `npm run bench -- <name> [arguments]`: makes the checkout and the peers ready, then runs one benchmark.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build.mjs'
import { ensure } from './ensure.mjs'

try {
  await ensure()
  const peers = join(root, 'bench/peers')
  if (!existsSync(join(peers, 'node_modules'))) {
    console.error('Installing the peers (once) …')
    const { status } = spawnSync('npm', ['ci', '--loglevel=error'], { cwd: peers, stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Error('npm ci failed in bench/peers; its message is above.')
  }
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
