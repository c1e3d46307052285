import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { problemLine } from '../../scripts/check/check.ts'
import { deadCode } from '../../scripts/check/dead-code.ts'
import { fixtures } from '../../scripts/check/fixtures.ts'
import { format } from '../../scripts/check/format.ts'
import { lint } from '../../scripts/check/lint.ts'
import { toolFolder } from '../../scripts/check/lock-file.ts'
import { root as home } from '../root.ts'
import { project } from './project.ts'

/** A project with the rules and the tools of this one. */
function ruled(t: TestContext, files: Record<string, string>): string {
  const root = project(t, files)
  for (const file of ['.oxlintrc.json', '.prettierrc.json', '.prettierignore', 'knip.json']) {
    cpSync(join(home, file), join(root, file))
  }
  for (const folder of ['', toolFolder]) {
    mkdirSync(join(root, folder), { recursive: true })
    symlinkSync(join(home, folder, 'node_modules'), join(root, folder, 'node_modules'))
  }
  return root
}

test('format names the files prettier would change', async (t) => {
  const root = ruled(t, { 'good.ts': "export const a = 'b'\n", 'bad.ts': 'export const a = "b";\n' })
  assert.deepEqual((await format.run(root)).map(problemLine), [
    'bad.ts: is not formatted; run npm run format',
  ])
})

test('format says why prettier could not run', async (t) => {
  const root = ruled(t, {})
  cpSync(join(home, 'LICENSE'), join(root, '.prettierrc.json'))
  const [problem] = await format.run(root)
  assert.match(problem?.message ?? '', /^prettier failed: /)
})

test('lint names file, line and rule', async (t) => {
  const root = ruled(t, { 'a.ts': 'export const a = 1\n', 'b.ts': '\nexport const b = (x: any) => x == 1\n' })
  const lines = (await lint.run(root)).map(problemLine).sort()
  assert.equal(lines.length, 2)
  assert.match(lines[0] ?? '', /^b\.ts:2: Expected === .*\(eslint\(eqeqeq\)\)$/)
  assert.match(lines[1] ?? '', /^b\.ts:2: Unexpected `any`.*\(typescript\(no-explicit-any\)\)$/)
})

test('dead code names files, exports and dependencies that nothing uses', async (t) => {
  const root = ruled(t, {
    'package.json': JSON.stringify({ name: 'x', type: 'module', dependencies: { zod: '4.6.7' } }, null, 2),
    'clients/client.ts': "import { used } from '../bridge/used.ts'\nexport const client = used\n",
    'bridge/used.ts': 'export const used = 1\nexport const unused = 2\n',
    'bridge/alone.ts': 'export const alone = 1\n',
  })
  const lines = (await deadCode.run(root)).map(problemLine)
  for (const expected of [
    'bridge/alone.ts: bridge/alone.ts: nothing imports this file',
    'bridge/used.ts:2: unused: exported, but nothing imports it',
    'package.json:5: zod: a dependency that nothing imports',
  ]) {
    assert.ok(lines.includes(expected), `${expected} is among ${lines.join('\n')}`)
  }
})

test('fixtures must say where they come from', async (t) => {
  const root = project(t, {
    'test/fixtures/LICENCES.md': '- `known/`: made for this project, MIT\n',
    'test/fixtures/known/a.txt': 'a',
    'test/fixtures/stray/b.txt': 'b',
    'samples/letter.pdf': '%PDF',
  })
  execFileSync('git', ['init', '-q'], { cwd: root })
  assert.deepEqual((await fixtures.run(root)).map(problemLine), [
    'test/fixtures/LICENCES.md: does not say where test/fixtures/stray comes from and under what licence',
    'samples/LICENCES.md: does not say where samples/letter.pdf comes from and under what licence',
  ])
})

test('the project stays small', async (t) => {
  const root = project(t, { 'big.bin': '.'.repeat(9_000_000) })
  execFileSync('git', ['init', '-q'], { cwd: root })
  execFileSync('git', ['add', '.'], { cwd: root })
  assert.deepEqual((await fixtures.run(root)).map(problemLine), [
    'big.bin: the project has 9000000 bytes; at most 8388608 are allowed, and this file is the largest',
  ])
})
