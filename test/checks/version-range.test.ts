import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rangeAdmits } from '../../scripts/check/version-range.ts'

// Expected values follow the tables of npm's "Ranges" page: caret, tilde, X-ranges, hyphen, comparator sets.
const admitted: Array<[range: string, version: string]> = [
  ['*', '20.19.0'],
  ['', '20.19.0'],
  ['>=20.x', '20.0.0'],
  ['>=20.19.0 || >=22.13.0 || >=24', '20.19.0'],
  ['^16 || ^18 || >=20', '20.19.0'],
  ['^20.19.0 || >=22.12.0', '20.19.0'],
  ['>= 14.0.0', '20.19.0'],
  ['>=0.10.0 <21', '20.19.0'],
  ['1.2 - 2.3', '2.3.9'],
  ['1.2.3 - 2', '2.9.9'],
  ['~1.2.3', '1.2.9'],
  ['~1', '1.9.0'],
  ['^0.2.3', '0.2.9'],
  ['^0.0', '0.0.9'],
  ['1.x', '1.9.9'],
  ['=1.2.3', '1.2.3'],
  ['<=20', '20.19.0'],
  ['>18', '20.0.0'],
  ['v20.19.0', '20.19.0'],
]
const refused: Array<[range: string, version: string]> = [
  ['>=22', '20.19.0'],
  ['^20.20.0', '20.19.0'],
  ['>=22.12.0 || ^18', '20.19.0'],
  ['>20', '20.19.0'],
  ['<20', '20.0.0'],
  ['1.2 - 2.3', '2.4.0'],
  ['~1.2.3', '1.3.0'],
  ['~1.2.3', '1.2.2'],
  ['^0.2.3', '0.3.0'],
  ['^0.0.3', '0.0.4'],
  ['^1.2.3', '2.0.0'],
  ['>=0.10.0 <20', '20.19.0'],
  ['1.x', '2.0.0'],
]

test('a range admits what npm says it does', () => {
  for (const [range, version] of admitted)
    assert.ok(rangeAdmits(range, version), `${range} admits ${version}`)
  for (const [range, version] of refused)
    assert.ok(!rangeAdmits(range, version), `${range} refuses ${version}`)
})

test('what is no range is refused loudly', () => {
  assert.throws(() => rangeAdmits('latest', '20.19.0'), /expected a version, got "latest"/)
})
