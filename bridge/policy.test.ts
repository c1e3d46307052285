import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from './faults.ts'
import { parsePolicy } from './policy.ts'
import { DEFAULT_MODES } from './tiers.ts'

test('what is not understood is named', () => {
  const { modes, warnings, protectedPaths } = parsePolicy(
    'tiers: {destructive: allow, mutate: perhaps, superuser: allow}\nprotected_paths: [Taxes, 7, "", "$HOME/x", ~]\n',
  )
  assert.deepEqual(modes, DEFAULT_MODES)
  assert.deepEqual(protectedPaths, ['~/Taxes', '$HOME/x'])
  assert.equal(warnings.length, 7)
  assert.match(warnings.join('\n'), /destructive: cannot be set to allow/)
})

test('one protected path instead of a list is taken for a list of one', () => {
  assert.deepEqual(parsePolicy('protected_paths: ~/x\n').protectedPaths, ['~/x'])
})

test('a bomb of aliases is refused', () => {
  const levels = Array.from(
    { length: 12 },
    (_, i) => `l${i + 1}: &l${i + 1} [${Array(10).fill(`*l${i}`).join(',')}]`,
  )
  const bomb = `l0: &l0 [x]\n${levels.join('\n')}\n`
  assert.throws(
    () => parsePolicy(bomb),
    (error) => error instanceof Fault && error.code === 'SYNTAX',
  )
})

test('keys named like parts of objects do not reach the policy', () => {
  const { modes } = parsePolicy(
    '__proto__: {tiers: {read: deny}}\nconstructor: 1\ntiers: {__proto__: {act: deny}}\n',
  )
  assert.deepEqual(modes, DEFAULT_MODES)
})
