// `npm run soak [-- name …]`: makes the checkout ready, then runs the random and racing tests with their full counts, one
// suite after another. `npm test` runs a sample of each.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensure } from './ensure.mjs'
import { root } from './build.mjs'

/** Name, test files (a folder or one file in dist/), what is done how often, and how long it takes on two idle cores. */
const suites = [
  {
    name: 'lanes',
    files: 'test/faults',
    about: '200 kills of threads and children at random moments',
    minutes: 12,
  },
  { name: 'state', files: 'test/state/crash.test.js', about: '50 kills of the stores at work', minutes: 2 },
  {
    name: 'crash',
    files: 'test/process/crash.test.js',
    about: '50 kills of the whole service under load',
    minutes: 2,
  },
  {
    name: 'paths',
    files: 'test/bad-input/paths.test.js',
    about: '40,000 reads of paths that change',
    minutes: 2,
  },
  { name: 'fuzz', files: 'test/bad-input/fuzz.test.js', about: '4,000 files with random damage', minutes: 2 },
]

function usage() {
  const rows = suites.map(({ name, about, minutes }) => `  ${name.padEnd(8)}${about} (about ${minutes} min)`)
  const total = suites.reduce((sum, { minutes }) => sum + minutes, 0)
  return [
    'Usage: npm run soak [-- name …]',
    '',
    'Runs the tests that kill, race and damage at random, with their full counts; all of them unless named:',
    ...rows,
    '',
    `All of them take about ${total} minutes on two idle cores. TALARIA_SEED=<number> repeats the moments of a run.`,
  ].join('\n')
}

/** Test files of a suite, in dist/. */
function filesOf({ files }) {
  if (files.endsWith('.js')) return [join('dist', files)]
  return readdirSync(join(root, 'dist', files))
    .filter((file) => file.endsWith('.test.js'))
    .sort()
    .map((file) => join('dist', files, file))
}

/** Counts of a TAP report, such as `# pass 12`. */
function countsOf(report) {
  const count = (kind) => Number(new RegExp(`^# ${kind} (\\d+)$`, 'm').exec(report)?.[1] ?? 0)
  return { passed: count('pass'), failed: count('fail') + count('cancelled'), skipped: count('skipped') }
}

function runSuite(suite) {
  const folder = mkdtempSync(join(tmpdir(), 'talaria-soak-'))
  const report = join(folder, 'report.tap')
  const began = performance.now()
  try {
    const { status } = spawnSync(
      process.execPath,
      [
        '--enable-source-maps',
        '--test',
        '--test-concurrency=1',
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        '--test-reporter=tap',
        `--test-reporter-destination=${report}`,
        ...filesOf(suite),
      ],
      { cwd: root, stdio: 'inherit', env: { ...process.env, TALARIA_SOAK: '1' } },
    )
    const seconds = Math.round((performance.now() - began) / 1000)
    return { ...countsOf(readFileSync(report, 'utf8')), seconds, result: status === 0 ? 'passed' : 'FAILED' }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const wanted = process.argv.slice(2)
if (wanted.includes('--help') || wanted.includes('-h')) {
  console.log(usage())
  process.exit(0)
}
const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name))
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}.\n\n${usage()}`)
  process.exit(2)
}
try {
  await ensure()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const results = {}
for (const suite of suites) {
  if (wanted.length > 0 && !wanted.includes(suite.name)) continue
  console.log(`\n== ${suite.name}: ${suite.about}`)
  results[suite.name] = runSuite(suite)
}
console.table(results)
if (Object.values(results).some(({ result }) => result !== 'passed')) process.exitCode = 1
