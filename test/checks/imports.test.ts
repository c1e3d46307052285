import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { problemLine } from '../../scripts/check/check.ts'
import { imports } from '../../scripts/check/imports.ts'
import { project } from './project.ts'

const tsconfig = JSON.stringify({
  compilerOptions: { module: 'NodeNext', noEmit: true, allowImportingTsExtensions: true, types: [] },
  include: ['*/**/*.ts'],
})

async function broken(t: TestContext, files: Record<string, string>): Promise<string[]> {
  const root = project(t, { 'tsconfig.json': tsconfig, 'package.json': '{"type":"module"}', ...files })
  return (await imports.run(root)).map(problemLine)
}

test('imports along the direction of a call are kept', async (t) => {
  const problems = await broken(t, {
    'wasm/kernel.ts': 'export const kernel = 1',
    'bridge/fault.ts': 'export const fault = 1',
    'workers/leaf.ts': "import '../wasm/kernel.ts'\nimport '../bridge/fault.ts'\nexport const leaf = 1",
    'service/main.ts': "import '../workers/leaf.ts'\nimport '../bridge/fault.ts'\nexport const main = 1",
    'clients/client.ts': "import '../bridge/fault.ts'\nexport const client = 1",
    'test/all.test.ts': "import '../service/main.ts'\nimport '../clients/client.ts'",
  })
  assert.deepEqual(problems, [])
})

test('an import against the direction is named with its file and line, however it is written', async (t) => {
  const problems = await broken(t, {
    'service/main.ts': 'export const main = 1\nexport type Main = typeof main',
    'bridge/a.ts':
      "// import '../service/comment.ts'\nimport { main } from '../service/main.ts'\nexport const a = main",
    'bridge/b.ts':
      "const text = `import '../service/main.ts'`\nexport const b = () => import('../service/main.ts')",
    'bridge/c.ts': "export { main } from '../service/main.ts'\nexport const c = 1",
    'clients/d.ts': "import type {\n  Main,\n} from '../service/main.ts'\nexport type D = Main",
  })
  assert.deepEqual(problems, [
    'bridge/a.ts:2: imports service/main.ts; bridge may import nothing of ours',
    'bridge/b.ts:2: imports service/main.ts; bridge may import nothing of ours',
    'bridge/c.ts:1: imports service/main.ts; bridge may import nothing of ours',
    'clients/d.ts:3: imports service/main.ts; clients may import bridge',
  ])
})

test('service may import leaves of the table, and no other inner file of workers', async (t) => {
  const problems = await broken(t, {
    'workers/leaves.ts': "export const leaves = { 'calc.eval': './calc/eval.js' }",
    'workers/calc/eval.ts': 'export const evaluate = 1',
    'workers/calc/parse.ts': 'export const parse = 1',
    'service/plan.ts':
      "import '../workers/calc/eval.ts'\nimport '../workers/calc/parse.ts'\nexport const plan = 1",
  })
  assert.deepEqual(problems, [
    'service/plan.ts:2: imports workers/calc/parse.ts, which is no entry point of workers: neither directly in it, ' +
      'nor in host/, nor in leaves.ts',
  ])
})

test('nothing but tests and benchmarks may import them', async (t) => {
  const problems = await broken(t, {
    'test/root.ts': 'export const root = 1',
    'service/main.ts': "import '../test/root.ts'\nexport const main = 1",
    'service/main.test.ts': "import '../test/root.ts'",
  })
  assert.deepEqual(problems, ['service/main.ts:1: imports test/root.ts; only tests and benchmarks may'])
})

test('a circle of imports is shown with the files on it', async (t) => {
  const problems = await broken(t, {
    'bridge/a.ts': "import './b.ts'\nexport const a = 1",
    'bridge/b.ts': "\nimport type { C } from './c.ts'\nexport type B = C",
    'bridge/c.ts': "import './a.ts'\nexport type C = 1",
    'bridge/d.ts': "import './a.ts'\nimport './c.ts'\nexport const d = 1",
  })
  assert.deepEqual(problems, [
    'bridge/a.ts:1: closes a cycle: bridge/a.ts → bridge/b.ts → bridge/c.ts → bridge/a.ts',
  ])
})

test('a file that only passes on the exports of others is a barrel', async (t) => {
  const problems = await broken(t, {
    'bridge/a.ts': 'export const a = 1\nexport type A = 1',
    'bridge/named.ts': "/** All. */\nexport { a } from './a.ts'\nexport type { A } from './a.ts'",
    'bridge/star.ts': "export * from './a.ts'\nexport const more = 1",
    'bridge/own.ts': "export { a } from './a.ts'\nexport const own = 1",
  })
  assert.deepEqual(problems, [
    'bridge/named.ts: is a barrel; import from where things are declared',
    'bridge/star.ts: is a barrel; import from where things are declared',
  ])
})
