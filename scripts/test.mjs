// `npm test [-- part of a file name …]`: makes the checkout ready and runs the suite from dist/ with Node's own
// test runner, so that tests use the very files, threads and child processes that are shipped.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensure } from './ensure.mjs'
import { root } from './build.mjs'

try {
  await ensure()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const files = readdirSync(join(root, 'dist'), { recursive: true })
  .filter((file) => file.endsWith('.test.js'))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort()
  .map((file) => join('dist', file))
if (files.length === 0) {
  console.error(`No test file matches ${wanted.join(' ')}`)
  process.exit(1)
}
const { status } = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...options, ...files], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(status ?? 1)
