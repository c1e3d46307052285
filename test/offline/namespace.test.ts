import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

/** Runs a command where the only network is loopback, and up. */
const alone = (command: readonly string[]): string[] => [
  '--map-root-user',
  '--net',
  'sh',
  '-c',
  'ip link set lo up && exec "$0" "$@"',
  ...command,
]

test('where loopback is all there is, the kernel sees no packet without a route', (t) => {
  const { status: able } = spawnSync('unshare', alone(['true']))
  if (able !== 0) return t.skip('needs Linux, unshare and ip, and leave to make a network namespace')
  const inside = fileURLToPath(new URL('./namespace-inside.js', import.meta.url))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    alone([process.execPath, '--enable-source-maps', inside]),
    {
      encoding: 'utf8',
      env,
    },
  )
  assert.equal(status, 0, stdout + stderr)
})
