import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemLine } from '../../scripts/check/check.ts'
import { dependencies } from '../../scripts/check/dependencies.ts'
import { docExamples } from '../../scripts/check/doc-examples.ts'
import { docLinks } from '../../scripts/check/doc-links.ts'
import { generatedPages } from '../../scripts/check/generated-pages.ts'
import { reference } from '../../scripts/check/reference.ts'
import { lockFile, project } from './project.ts'

const fence = '```'

test('a block of code must be a file of docs/examples, word for word', async (t) => {
  const root = project(t, {
    'docs/examples/whole.ts': 'export const a = 1\n',
    'docs/examples/part.ts': 'function f() {\n  // #region call\n  const b = 2\n  // #endregion\n}\n',
    'docs/good.md': [
      `${fence}ts docs/examples/whole.ts\nexport const a = 1\n${fence}`,
      `${fence}ts docs/examples/part.ts#call\nconst b = 2\n${fence}`,
      `${fence}sh\ntalaria doctor\n${fence}`,
    ].join('\n\n'),
    'docs/bad.md': [
      `${fence}ts\nconst loose = 1\n${fence}`,
      `${fence}ts docs/examples/whole.ts\nexport const a = 2\n${fence}`,
      `${fence}js docs/examples/gone.ts\n${fence}`,
      `${fence}ts docs/examples/part.ts#none\n${fence}`,
    ].join('\n'),
  })
  assert.deepEqual((await docExamples.run(root)).map(problemLine), [
    'docs/bad.md:2: shows code that nothing runs; put it into docs/examples/ and name the file after the fence',
    'docs/bad.md:5: differs from docs/examples/whole.ts; copy the example as it is there',
    'docs/bad.md:8: names docs/examples/gone.ts, which is not there',
    'docs/bad.md:10: names the region none of docs/examples/part.ts, which is not there',
  ])
})

test('a link to a missing file or heading is named with its line', async (t) => {
  const root = project(t, {
    'README.md':
      '[docs](docs/a.md#two-words)\n[web](https://example.org/x)\n`[code](gone.md)`\n[gone](docs/gone.md)',
    'docs/a.md': '# Two words!\n\n[up](../README.md) [self](#two-words) [lost](#three)',
  })
  assert.deepEqual((await docLinks.run(root)).map(problemLine), [
    'README.md:4: links to docs/gone.md, which is not there',
    'docs/a.md:3: links to #three, which docs/a.md does not have',
  ])
})

test('missing, stale and left-over reference pages are named', async (t) => {
  const pages = generatedPages()
  const page = 'docs/reference/calc.eval.md'
  assert.ok(pages.has(page))
  const files = Object.fromEntries(pages)
  const kept = project(t, files)
  assert.deepEqual(await reference.run(kept), [])
  const { [page]: text = '', ...others } = files
  const lines = text.split('\n')
  const stale = project(t, {
    ...others,
    [page]: [...lines.slice(0, 4), 'changed', ...lines.slice(5)].join('\n'),
  })
  assert.deepEqual((await reference.run(stale)).map(problemLine), [
    `${page}:5: is stale from here on; run npm run reference`,
  ])
  const odd = project(t, { ...others, 'docs/reference/old.md': 'x' })
  assert.deepEqual((await reference.run(odd)).map(problemLine), [
    `${page}: is missing; run npm run reference`,
    'docs/reference/old.md: belongs to no operation any more; remove it',
  ])
})

test('a dependency without a line, a line without a dependency and a wrong licence are named', async (t) => {
  const root = project(t, {
    'package.json': JSON.stringify(
      { dependencies: { a: '1.0.0', b: '1.0.0' }, devDependencies: { c: '1.0.0' } },
      null,
      2,
    ),
    'package-lock.json': lockFile({
      'node_modules/a': { license: 'MIT' },
      'node_modules/c': { license: 'ISC' },
    }),
    'docs/dependencies.md':
      '| package | licence | saves |\n| `a` | MIT | x |\n| `c` | MIT | x |\n| `old` | MIT | x |\n',
  })
  assert.deepEqual((await dependencies.run(root)).map(problemLine), [
    'docs/dependencies.md:3: c is under ISC',
    'docs/dependencies.md:4: old is not in package.json any more; remove the line',
    'package.json:4: b has no line in docs/dependencies.md',
  ])
})
