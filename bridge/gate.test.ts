import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { z } from 'zod'
import { root } from '../test/root.ts'
import type { ApprovalNotice } from './approval.ts'
import { verifyAudit } from './audit-reader.ts'
import { catalogue } from './catalogue.ts'
import { Fault, fault, isFaultCode, type FaultCode } from './faults.ts'
import { Gate, type Decision, type GateCall, type GateEvent, type GateOptions } from './gate.ts'
import { operation, type Operation, type Tier } from './operation.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'talaria-gate-')))
after(() => rmSync(folder, { recursive: true }))
let count = 0

/** An operation that needs a yes; none of the shipped ones does yet. */
const move = operation({
  name: 'files.move',
  tool: { name: 'system_files', action: 'move' },
  summary: 'Move a file.',
  tier: {
    base: 'mutate',
    rise: (input, facts) => (facts.existingPaths.includes(input.to) ? 'destructive' : 'read'),
  },
  lane: 'home',
  input: z.strictObject({ from: z.string(), to: z.string(), password: z.string().optional() }),
  output: z.strictObject({}),
  limits: { timeoutMs: 1000, maxInputBytes: 1000 },
  deterministic: false,
  volatile: [],
  cache: 'none',
  version: 1,
  faults: [],
  examples: [],
})

function of(tier: Tier, over: Partial<Operation> = {}): Operation {
  return {
    ...move,
    name: `files.${tier}`,
    tool: { name: 'system_files', action: tier },
    tier: { base: tier },
    ...over,
  }
}

function setUp(over: Partial<GateOptions> & { yaml?: string } = {}) {
  const homeDir = join(folder, String(count++))
  const home = join(homeDir, 'state')
  mkdirSync(home, { recursive: true })
  mkdirSync(join(homeDir, '.ssh'))
  if (over.yaml !== undefined) writeFileSync(join(home, 'permissions.yaml'), over.yaml, { mode: 0o600 })
  const events: GateEvent[] = []
  const clock = { now: Date.parse('2026-10-15T12:00:00Z') }
  const gate = new Gate({
    home,
    homeDir,
    settings: { approvals: { expireMs: 300_000 }, audit: { maxBytes: 1_000_000, keep: 2 } },
    now: () => clock.now,
    announce: (event) => events.push(event),
    ...over,
  })
  after(() => gate.close())
  return { gate, home, homeDir, events, clock, log: join(home, 'audit.jsonl') }
}

let calls = 0
const call = (over: Partial<GateCall> = {}): GateCall => ({
  id: `call-${calls++}`,
  operation: move,
  input: { from: '/a', to: '/b' },
  client: { id: 'agent', role: 'agent' },
  paths: [],
  ...over,
})

const code = (expected: FaultCode) => (error: unknown) => error instanceof Fault && error.code === expected

/** The approval that APPROVAL_NEEDED carries. */
async function asked(gate: Gate, request: GateCall): Promise<ApprovalNotice> {
  try {
    await gate.authorize(request)
  } catch (error) {
    assert.ok(error instanceof Fault && error.code === 'APPROVAL_NEEDED', String(error))
    const { id } = z.object({ id: z.string() }).parse(error.data['approval'])
    assert.deepEqual(Object.keys(Object(error.data['approval'])), [
      'id',
      'tier',
      'action',
      'summary',
      'expiresAt',
    ])
    return gate.approvals.get(id)
  }
  throw new Error('expected APPROVAL_NEEDED')
}

const Contract = z.object({
  cases: z.array(
    z.object({
      op: z.string(),
      id: z.string(),
      tier: z.enum(['read', 'act', 'mutate', 'destructive']).optional(),
      yaml: z.string().optional(),
      path: z.string().nullish(),
      approval: z.enum(['no channel', 'approve', 'refuse']).optional(),
      outcome: z.string().optional(),
    }),
  ),
})
const contract = Contract.parse(
  JSON.parse(readFileSync(join(root, 'test/fixtures/gate/permission_tiers.json'), 'utf8')),
)
const words: Partial<Record<FaultCode, string>> = {
  APPROVAL_NEEDED: 'blocked',
  APPROVAL_DENIED: 'denied',
  PROTECTED_PATH: 'protected',
  POLICY_DENIED: 'policy_denied',
}

for (const { op, id, tier, yaml, path, approval, outcome } of contract.cases) {
  if (op !== 'authorize' || tier === undefined || yaml === undefined) continue
  test(`${id}: ${tier}, policy ${JSON.stringify(yaml)}, ${path ?? 'no path'}, ${approval} -> ${outcome}`, async () => {
    const { gate, log } = setUp({ yaml })
    const request = call({ operation: of(tier), paths: typeof path === 'string' ? [path] : [] })
    let decision: Decision | Fault
    try {
      decision = await gate.authorize(request)
    } catch (error) {
      assert.ok(error instanceof Fault)
      decision = error
      if (error.code === 'APPROVAL_NEEDED' && approval !== 'no channel') {
        const [open] = gate.approvals.list()
        assert.ok(open)
        gate.approvals.answer(open.id, approval === 'approve' ? 'once' : 'deny', {
          role: 'owner',
          id: 'owner',
        })
        try {
          decision = await gate.authorize({ ...request, approval: open.id })
        } catch (second) {
          assert.ok(second instanceof Fault)
          decision = second
        }
      }
    }
    assert.equal(decision instanceof Fault ? words[decision.code] : decision.decision, outcome)
    gate.record(request, decision, { ok: !(decision instanceof Fault), ms: 1 })
    await gate.close()
    assert.ok(readFileSync(log, 'utf8').trimEnd().split('\n').at(-1)?.includes(`"decision":"${outcome}"`))
  })
}

test('a read without paths is decided at once', () => {
  const { gate } = setUp()
  assert.deepEqual(gate.authorize(call({ operation: of('read') })), { tier: 'read', decision: 'allowed' })
})

test('protected paths are refused before anybody is asked, by name and through links', async () => {
  const { gate, homeDir, events } = setUp({ yaml: 'protected_paths: [~/Taxes]\n' })
  symlinkSync(join(homeDir, '.ssh'), join(homeDir, 'link'))
  const secret = ['.ssh/id', 'link/id', 'Taxes/2026.pdf', 'state/owner.token']
  for (const path of secret.map((name) => join(homeDir, name))) {
    await assert.rejects(
      Promise.resolve(gate.authorize(call({ paths: ['/tmp/fine', path] }))),
      code('PROTECTED_PATH'),
    )
  }
  assert.deepEqual(events, [])
  await assert.rejects(Promise.resolve(gate.authorize(call({ paths: ['relative'] }))), code('INVALID_INPUT'))
})

test('the list of protected paths follows the policy file', async () => {
  const { gate, home, homeDir } = setUp()
  const request = call({ operation: of('read'), paths: [join(homeDir, 'Taxes/x')] })
  assert.equal((await gate.authorize(request)).decision, 'allowed')
  writeFileSync(join(home, 'permissions.yaml'), 'protected_paths: [~/Taxes]\n')
  await assert.rejects(Promise.resolve(gate.authorize(request)), code('PROTECTED_PATH'))
})

test('folders the service protects for itself are protected', async () => {
  const { gate } = setUp({ protect: ['/tmp/talaria-spool-of-this-test'] })
  const request = call({ operation: of('read'), paths: ['/tmp/talaria-spool-of-this-test/1'] })
  await assert.rejects(Promise.resolve(gate.authorize(request)), code('PROTECTED_PATH'))
})

test('an act runs at once and is announced', async () => {
  const { gate, events } = setUp()
  const request = call({ operation: of('act'), input: { from: '/a', to: '/b', password: 'hunter2' } })
  assert.equal((await gate.authorize(request)).decision, 'allowed')
  assert.deepEqual(events, [
    {
      type: 'act',
      at: '2026-10-15T12:00:00.000Z',
      call: request.id,
      operation: 'files.act',
      tier: 'act',
      client: 'agent',
      summary: 'Move a file. from: "/a", to: "/b", password: "[redacted]"',
    },
  ])
})

test('a mutate call asks, with a question a person can read, and runs once with the yes', async () => {
  const { gate, events } = setUp()
  const request = call({ input: { from: '/a\u202e\u001b[2J', to: '/b' } })
  const approval = await asked(gate, request)
  assert.equal(approval.action, 'system_files:move')
  assert.equal(approval.summary, String.raw`Move a file. from: "/a\u{202e}\u{1b}[2J", to: "/b"`)
  assert.equal(approval.expiresAt, '2026-10-15T12:05:00.000Z')
  assert.deepEqual(
    events.map((event) => event.type),
    ['approval.asked'],
  )
  assert.equal(
    (await asked(gate, { ...request, approval: approval.id })).id,
    approval.id,
    'nobody answered yet',
  )
  gate.approvals.answer(approval.id, 'once', { role: 'owner', id: 'owner' })
  const again = { ...request, approval: approval.id }
  assert.deepEqual(await gate.authorize(again), {
    tier: 'mutate',
    decision: 'approved',
    approval: approval.id,
  })
  assert.notEqual((await asked(gate, again)).id, approval.id)
})

test('a yes is for the very arguments, whatever their order, and the very client', async () => {
  const { gate } = setUp()
  const { id } = await asked(gate, call())
  gate.approvals.answer(id, 'once', { role: 'host', id: 'hermes' })
  for (const other of [
    { input: { from: '/a', to: '/c' } },
    { client: { id: 'other', role: 'agent' as const } },
    { operation: { ...move, name: 'files.copy' } },
  ]) {
    assert.notEqual((await asked(gate, call({ ...other, approval: id }))).id, id)
  }
  assert.equal(
    (await gate.authorize(call({ input: { to: '/b', from: '/a' }, approval: id }))).decision,
    'approved',
  )
})

test('an approval that was never given or has expired asks anew', async () => {
  const { gate, clock } = setUp()
  const first = await asked(gate, call({ approval: 'ap_invented' }))
  gate.approvals.answer(first.id, 'once', { role: 'owner', id: 'owner' })
  clock.now += 300_001
  assert.notEqual((await asked(gate, call({ approval: first.id }))).id, first.id)
})

test('session and always answer for later calls of the action, but never for a destructive one', async () => {
  const { gate } = setUp()
  const client = { id: 'agent', role: 'agent' as const, session: 's1' }
  const { id } = await asked(gate, call({ client }))
  gate.approvals.answer(id, 'session', { role: 'owner', id: 'owner' })
  const other = { input: { from: '/x', to: '/y' } }
  assert.deepEqual(await gate.authorize(call({ ...other, client })), {
    tier: 'mutate',
    decision: 'approved',
    rule: 'session',
  })
  const lasting = await asked(gate, call(other))
  gate.approvals.answer(lasting.id, 'always', { role: 'owner', id: 'owner' })
  assert.deepEqual(await gate.authorize(call({ client: { ...client, session: 's2' } })), {
    tier: 'mutate',
    decision: 'approved',
    rule: 'always',
  })
  // The same action, raised by what exists.
  const facts = { existingPaths: ['/b'] }
  const destructive = await asked(gate, call({ client, facts }))
  assert.equal(destructive.tier, 'destructive')
  gate.approvals.answer(destructive.id, 'always', { role: 'owner', id: 'owner' })
  assert.equal((await gate.authorize(call({ client, facts, approval: destructive.id }))).decision, 'approved')
  assert.equal((await asked(gate, call({ client, facts }))).tier, 'destructive')
})

test('nothing sets destructive to allow; a tier rises with the input and never falls', async () => {
  const { gate } = setUp({ yaml: 'tiers: {destructive: allow, mutate: allow}\n' })
  assert.deepEqual(await gate.authorize(call()), { tier: 'mutate', decision: 'allowed' })
  assert.equal((await asked(gate, call({ facts: { existingPaths: ['/b'] } }))).tier, 'destructive')
})

test('an operation of the owner is not for others', async () => {
  const { gate } = setUp()
  const audit = catalogue.find((entry) => entry.name === 'bridge.audit')
  assert.ok(audit)
  for (const role of ['agent', 'host'] as const) {
    assert.throws(
      () => gate.authorize(call({ operation: audit, client: { id: role, role } })),
      code('FORBIDDEN'),
    )
  }
  assert.equal(
    (await gate.authorize(call({ operation: audit, client: { id: 'owner', role: 'owner' } }))).decision,
    'allowed',
  )
})

test('every call ends in the log, and every answer, who gave it and whether a person did', async () => {
  const { gate, log } = setUp()
  const request = call({ id: 'c1', input: { from: '/a', to: '/b', password: 'hunter2' } })
  const { id } = await asked(gate, request)
  gate.record(request, fault('APPROVAL_NEEDED', ''), { ok: false, ms: 0.2 })
  gate.approvals.answer(id, 'once', { role: 'host', id: 'hermes', automatic: true })
  const again = { ...request, id: 'c2', approval: id }
  gate.record(again, await gate.authorize(again), { ok: false, error: 'LOCKED', ms: 12.3456 })
  gate.record(call({ id: 'c3', operation: of('read'), input: undefined }), fault('INVALID_INPUT', ''), {
    ok: false,
    ms: 0,
  })
  await gate.close()
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  const shown = lines.map((line) => {
    const { ts: _ts, prev: _prev, ...rest } = z.record(z.string(), z.unknown()).parse(JSON.parse(line))
    return rest
  })
  const args = { from: '/a', to: '/b', password: '[redacted]' }
  const common = { tool: 'system_files', tier: 'mutate', action: 'move', args, ok: false }
  assert.deepEqual(shown, [
    { ...common, id: 'c1', decision: 'blocked', error: 'APPROVAL_NEEDED', ms: 0.2 },
    {
      id: 'c1',
      tool: 'bridge',
      tier: 'mutate',
      action: 'approval',
      args: {
        approval: id,
        for: 'system_files:move',
        answer: 'once',
        role: 'host',
        by: 'hermes',
        automatic: true,
      },
      decision: 'approved',
      ok: true,
      error: null,
      ms: 0,
    },
    { ...common, id: 'c2', decision: 'approved', error: 'LOCKED', ms: 12.346, approval: id },
    {
      id: 'c3',
      tool: 'system_files',
      tier: 'read',
      action: 'read',
      args: {},
      decision: 'refused',
      ok: false,
      error: 'INVALID_INPUT',
      ms: 0,
    },
  ])
  assert.equal((await verifyAudit(log)).ok, true)
})

test('nothing is changed while the log cannot be written; reading goes on', async () => {
  const { gate, home } = setUp({ yaml: 'tiers: {mutate: allow}\n' })
  writeFileSync(join(home, 'permissions.yaml'), 'tiers: {mutate: allow}\n')
  gate.record(call({ operation: of('read') }), await gate.authorize(call()), { ok: true, ms: 1 })
  renameSync(home, `${home}-away`)
  mkdirSync(home)
  writeFileSync(join(home, 'permissions.yaml'), 'tiers: {mutate: allow}\n')
  mkdirSync(join(home, 'audit.jsonl'))
  gate.record(call(), { tier: 'mutate', decision: 'allowed' }, { ok: true, ms: 1 })
  await gate.readAudit({ limit: 1 }).catch(() => undefined)
  assert.equal(gate.auditState().failure, 'EISDIR')
  assert.throws(() => gate.authorize(call()), code('UNAVAILABLE'))
  assert.equal((await gate.authorize(call({ operation: of('read') }))).decision, 'allowed')
  rmSync(join(home, 'audit.jsonl'), { recursive: true })
  await gate.readAudit({ limit: 1 })
  assert.equal((await gate.authorize(call())).decision, 'allowed')
  assert.ok(existsSync(join(home, 'audit.jsonl')))
})

test('where a Hermes home has Herald OS, its policy holds and its log is kept too', async () => {
  const hermesHome = join(folder, `hermes-${count++}`)
  mkdirSync(join(hermesHome, 'herald-os'), { recursive: true })
  writeFileSync(join(hermesHome, 'herald-os/permissions.yaml'), 'tiers: {act: deny}\n', { mode: 0o600 })
  const { gate } = setUp({ hermesHome })
  const request = call({ operation: of('act') })
  assert.throws(() => gate.authorize(request), code('POLICY_DENIED'))
  gate.record(request, fault('POLICY_DENIED', ''), { ok: false, ms: 0 })
  await gate.close()
  const line: unknown = JSON.parse(readFileSync(join(hermesHome, 'herald-os/audit.jsonl'), 'utf8'))
  const { decision, error } = z.object({ decision: z.string(), error: z.string() }).parse(line)
  assert.equal(decision, 'policy_denied')
  assert.ok(isFaultCode(error))
  assert.deepEqual(gate.policyState().source, 'file')
})
