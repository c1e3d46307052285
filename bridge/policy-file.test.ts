import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { root } from '../test/root.ts'
import { lastGoodPath, PolicyFile, policyPaths } from './policy-file.ts'
import { DEFAULT_MODES } from './tiers.ts'

const folder = mkdtempSync(join(tmpdir(), 'talaria-policy-'))
after(() => rmSync(folder, { recursive: true }))
let home = ''
let file = ''
let count = 0
beforeEach(() => {
  home = join(folder, String(count++))
  mkdirSync(home)
  file = join(home, 'permissions.yaml')
})
const write = (text: string) => writeFileSync(file, text, { mode: 0o600 })
const open = () => new PolicyFile([file])

const Contract = z.object({
  cases: z.array(
    z.object({ op: z.string(), id: z.string(), yaml: z.string().optional(), modes: z.unknown().optional() }),
  ),
})
const contract = Contract.parse(
  JSON.parse(readFileSync(join(root, 'test/fixtures/gate/permission_tiers.json'), 'utf8')),
)
for (const { id, op, yaml, modes } of contract.cases) {
  if (op !== 'policy' || yaml === undefined) continue
  test(`${id}: ${JSON.stringify(yaml)}`, () => {
    write(yaml)
    assert.deepEqual(open().current().modes, modes)
  })
}

test('a change of the file is heard, in both directions', () => {
  const policy = open()
  assert.deepEqual(policy.refresh().modes, DEFAULT_MODES)
  assert.equal(policy.state().source, 'defaults')
  write('tiers: {read: deny}\nprotected_paths: [~/Documents/Taxes]\n')
  assert.equal(policy.refresh().modes.read, 'deny')
  assert.deepEqual(policy.state().protectedPaths, ['~/Documents/Taxes'])
  write('tiers: {read: allow}\n')
  assert.equal(policy.refresh().modes.read, 'allow')
  rmSync(file)
  assert.equal(policy.state().source, 'defaults')
})

test('a change of the same length within the same second is heard', () => {
  write('tiers: {act: deny }\n')
  const policy = open()
  const { atime, mtime } = statSync(file)
  write('tiers: {act: allow}\n')
  utimesSync(file, atime, mtime)
  assert.equal(policy.refresh().modes.act, 'allow')
})

test('between looks the policy is kept for 50 ms at most', () => {
  let now = 1000
  const policy = new PolicyFile([file], () => now)
  write('tiers: {read: deny}\n')
  now += 49
  assert.equal(policy.current().modes.read, 'allow')
  now += 1
  assert.equal(policy.current().modes.read, 'deny')
  write('tiers: {read: allow}\n')
  now -= 10_000
  assert.equal(policy.current().modes.read, 'allow', 'a clock set back does not stop the looks')
})

test('a file that does not parse leaves the last good policy, also after a restart', () => {
  write('tiers: {read: deny, mutate: deny}\nprotected_paths: [~/Private]\n')
  const policy = open()
  for (const broken of [
    '{unclosed',
    '- a\n- b\n',
    'just text\n',
    'a: 1\na: 2\n',
    '\u0000',
    'a: *nowhere\n',
  ]) {
    write(broken)
    for (const reader of [policy, open()]) {
      const { source, modes, protectedPaths, warnings } = reader.state()
      assert.equal(source, 'last-good', broken)
      assert.equal(modes.read, 'deny')
      assert.deepEqual(protectedPaths, ['~/Private'])
      assert.ok(warnings.length >= 2)
    }
  }
  assert.equal(statSync(lastGoodPath(file)).mode & 0o777, 0o600)
  write('tiers: {read: confirm}\n')
  assert.equal(policy.state().source, 'file')
  assert.deepEqual(policy.state().warnings, [])
  assert.equal(open().current().modes.read, 'confirm')
})

test('a broken file without an earlier one leaves the defaults, with a warning', () => {
  write('{unclosed')
  const { source, modes, warnings, path } = open().state()
  assert.deepEqual({ source, modes, path }, { source: 'defaults', modes: DEFAULT_MODES, path: file })
  assert.match(warnings.join('\n'), /not valid YAML/)
})

test('a file that cannot be read, is a folder or is enormous counts as broken', () => {
  write('tiers: {act: deny}\n')
  const policy = open()
  write(`tiers: {act: allow}\n# ${'x'.repeat(300_000)}\n`)
  assert.equal(policy.refresh().modes.act, 'deny')
  rmSync(file)
  mkdirSync(file)
  assert.equal(policy.refresh().modes.act, 'deny')
  assert.equal(policy.state().source, 'last-good')
})

test('a file emptied a moment ago is being written; one that stays empty is a policy', () => {
  write('tiers: {read: deny}\n')
  const policy = open()
  write('')
  assert.equal(policy.refresh().modes.read, 'deny')
  utimesSync(file, new Date(), new Date(Date.now() - 5000))
  assert.equal(policy.refresh().modes.read, 'allow')
})

test('others who may write the file are a warning', () => {
  write('tiers: {}\n')
  chmodSync(file, 0o666)
  assert.match(open().state().warnings.join('\n'), /can be changed by other users/)
})

test('in a Hermes home its policy holds, and the other file is named as unused', () => {
  const hermes = join(home, 'hermes')
  mkdirSync(join(hermes, 'herald-os'), { recursive: true })
  const policy = new PolicyFile(policyPaths(home, hermes))
  write('tiers: {read: deny}\n')
  assert.equal(policy.refresh().modes.read, 'deny')
  const theirs = join(hermes, 'herald-os/permissions.yaml')
  writeFileSync(theirs, 'tiers: {act: deny}\n', { mode: 0o600 })
  assert.deepEqual([policy.refresh().modes.read, policy.refresh().modes.act], ['allow', 'deny'])
  assert.match(policy.state().warnings.join('\n'), /is not used/)
  assert.equal(policy.state().path, theirs)
  assert.ok(existsSync(lastGoodPath(theirs)))
})
