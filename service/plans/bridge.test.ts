import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Gate } from '../../bridge/gate.ts'
import { audit, AuditOutput, policy, PolicyOutput } from '../../bridge/operations/bridge.ts'
import { bridgePlans } from './bridge.ts'

const homeDir = mkdtempSync(join(tmpdir(), 'talaria-bridge-'))
const gate = new Gate({
  home: homeDir,
  homeDir,
  settings: { approvals: { expireMs: 1000 }, audit: { maxBytes: 1_000_000, keep: 1 } },
  announce: () => {},
})
after(async () => {
  await gate.close()
  rmSync(homeDir, { recursive: true })
})
const plans = bridgePlans(gate)

test('bridge.policy tells what holds and what is wrong with the file, but not what the owner hides', () => {
  writeFileSync(
    join(homeDir, 'permissions.yaml'),
    'tiers: {act: confirm, mutate: maybe}\nprotected_paths: [~/Diary]\n',
    {
      mode: 0o600,
    },
  )
  const found = PolicyOutput.parse(plans['bridge.policy'](policy.input.parse({})))
  assert.equal(found.source, 'file')
  assert.deepEqual(found.tiers, { read: 'allow', act: 'confirm', mutate: 'confirm', destructive: 'confirm' })
  assert.equal(found.warnings.length, 1)
  assert.ok(found.protectedPaths.includes('~/.ssh'))
  assert.equal(found.ownProtectedPaths, 1)
  assert.ok(!JSON.stringify(found).includes('Diary'))
})

test('bridge.audit pages backwards through what was recorded a moment ago', async () => {
  const client = { id: 'owner', role: 'owner' } as const
  for (let i = 0; i < 5; i++) {
    const call = { id: `c${i}`, operation: audit, input: { limit: i + 1 }, client, paths: [] }
    gate.record(call, await gate.authorize(call), { ok: true, ms: 1 })
  }
  const first = AuditOutput.parse(await plans['bridge.audit'](audit.input.parse({ limit: 3 })))
  assert.deepEqual(
    first.entries.map((line) => line.id),
    ['c4', 'c3', 'c2'],
  )
  const second = AuditOutput.parse(
    await plans['bridge.audit'](audit.input.parse({ limit: 3, before: first.next })),
  )
  assert.deepEqual(
    second.entries.map((line) => [line.id, line.tool, line.action, line.args]),
    [
      ['c1', 'bridge', 'audit', { limit: 2 }],
      ['c0', 'bridge', 'audit', { limit: 1 }],
    ],
  )
  assert.equal(second.next, undefined)
})
