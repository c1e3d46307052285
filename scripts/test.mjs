// `npm test [-- part of a file name …]`: makes the checkout ready and runs the suites from dist/ with Node's own
// test runner, so that tests use the very files, threads and child processes that are shipped.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { ensure, installTools } from './ensure.mjs'
import { root } from './build.mjs'

/** Kinds of test files, with the program that one kind needs on the PATH. */
const suites = [{ ending: '.test.js' }, { ending: '.browser.js', needs: 'chromium' }]

const onPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

try {
  await ensure()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const built = readdirSync(join(root, 'dist'), { recursive: true })
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort()
const files = suites.flatMap(({ ending, needs }) => {
  const matching = built.filter((file) => file.endsWith(ending)).map((file) => join('dist', file))
  if (needs === undefined || matching.length === 0 || onPath(needs)) return matching
  console.error(`Left out, because there is no ${needs} here: ${matching.join(', ')}`)
  return []
})
if (files.some((file) => file.includes('checks/tools'))) installTools()
if (files.length === 0) {
  console.error(`No test file matches ${wanted.join(' ')}`)
  process.exit(1)
}

/** Runs files side by side; the exit code of the runner. */
function run(these, concurrency) {
  const args = ['--enable-source-maps', '--test', `--test-concurrency=${concurrency}`, ...options, ...these]
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1
}

// Whole services, whose tests kill, overload and time out, come one after another: each has the machine for itself.
const isWhole = (file) => file.startsWith(join('dist', 'test'))
const parts = [
  [files.filter((file) => !isWhole(file)), availableParallelism()],
  [files.filter(isWhole), 1],
]
const failed = parts.filter(([these, concurrency]) => these.length > 0 && run(these, concurrency) !== 0)
process.exit(failed.length > 0 ? 1 : 0)
