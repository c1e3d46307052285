import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { problemLine } from '../../scripts/check/check.ts'
import { expressionIsMet, licencesInText } from '../../scripts/check/licence-text.ts'
import { licenceProblems } from '../../scripts/check/licences.ts'
import { root as home } from '../root.ts'
import { lockFile, project } from './project.ts'

const mit = readFileSync(join(home, 'LICENSE'), 'utf8')
const gpl = '                    GNU GENERAL PUBLIC LICENSE\n                       Version 3, 29 June 2007\n'

test('an expression is met by one side of OR and both sides of AND', () => {
  const allowed = new Set(['MIT', 'ISC'])
  for (const met of ['MIT', '(MIT OR GPL-3.0)', 'GPL-2.0 OR (MIT AND ISC)', 'MIT AND ISC']) {
    assert.ok(expressionIsMet(met, allowed), met)
  }
  for (const unmet of [
    '',
    'GPL-3.0',
    'MIT AND GPL-3.0',
    '(MIT OR ISC) AND AGPL-3.0',
    'MIT ISC',
    'SEE LICENSE',
  ]) {
    assert.ok(!expressionIsMet(unmet, allowed), unmet)
  }
})

test('texts are known by their words, and a mention of the GPL is not its text', () => {
  assert.deepEqual(licencesInText(mit), ['MIT'])
  assert.deepEqual(licencesInText(gpl), ['GPL'])
  assert.deepEqual(licencesInText('You may combine this with the GNU General Public License.'), [])
  assert.deepEqual(licencesInText(` * Permission is hereby granted,\n * free of charge, to any person`), [
    'MIT',
  ])
})

test('a licence off the list, none at all, a GPL text and an unknown text are named', (t) => {
  const root = project(t, {
    'package-lock.json': lockFile({
      'node_modules/good': { version: '1.0.0' },
      'node_modules/copyleft': { version: '1.0.0' },
      'node_modules/silent': { version: '1.0.0' },
      'node_modules/elsewhere': { version: '1.0.0', license: 'SSPL-1.0', optional: true },
    }),
    'node_modules/good/package.json': '{"license":"MIT"}',
    'node_modules/good/LICENSE': mit,
    'node_modules/good/vendor/COPYING': gpl,
    'node_modules/good/node_modules/inner/LICENSE': gpl,
    'node_modules/copyleft/package.json': '{"licenses":[{"type":"AGPL-3.0"}]}',
    'node_modules/silent/package.json': '{}',
    'node_modules/silent/LICENSE.md': 'Be nice.',
  })
  assert.deepEqual(licenceProblems(root, []).map(problemLine), [
    'package-lock.json:6: good@1.0.0: node_modules/good/vendor/COPYING is the text of GPL',
    'package-lock.json:9: copyleft@1.0.0: is under "AGPL-3.0", which is not on the list',
    'package-lock.json:12: silent@1.0.0: states no licence',
    'package-lock.json:12: silent@1.0.0: node_modules/silent/LICENSE.md is no licence text that is known; read it ' +
      'and add what you find to the reviews',
    'package-lock.json:15: elsewhere@1.0.0: is under "SSPL-1.0", which is not on the list',
  ])
})

test('a review settles one version with a licence of the list, LGPL only for a .wasm, GPL never', (t) => {
  const root = project(t, {
    'package-lock.json': lockFile({ 'node_modules/odd': { version: '1.0.0', license: 'SEE LICENSE' } }),
  })
  const problems = (licence: string, version = '1.0.0', wasm?: string[]) =>
    licenceProblems(root, [
      {
        package: `odd@${version}`,
        licence,
        because: 'its page says so',
        ...(wasm !== undefined && { wasm }),
      },
    ]).length
  assert.equal(problems('MIT'), 0)
  assert.equal(problems('LGPL-2.1', '1.0.0', ['lib/odd.wasm']), 0)
  assert.equal(problems('LGPL-2.1', '1.0.0', ['lib/odd.node']), 1)
  assert.equal(problems('LGPL-2.1'), 1)
  assert.equal(problems('GPL-3.0'), 1)
  assert.equal(problems('AGPL-3.0'), 1)
  assert.equal(problems('MIT', '0.9.0'), 2, 'the package is open again, and the old review has no package')
})
