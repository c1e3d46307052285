import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ApprovalRules } from './approval-rules.ts'
import type { Answerer, ApprovalEvent, ApprovalRequest } from './approval.ts'
import { Approvals } from './approvals.ts'
import { Fault, type FaultCode } from './faults.ts'

const folder = mkdtempSync(join(tmpdir(), 'talaria-approvals-'))
after(() => rmSync(folder, { recursive: true }))
let count = 0

const owner: Answerer = { role: 'owner', id: 'owner' }
const host: Answerer = { role: 'host', id: 'hermes' }
const code = (expected: FaultCode) => (error: unknown) => error instanceof Fault && error.code === expected

function setUp({ expireMs = 300_000, file = join(folder, `rules-${count++}.json`) } = {}) {
  const clock = { now: Date.parse('2026-10-15T12:00:00Z') }
  const events: ApprovalEvent[] = []
  const rules = new ApprovalRules(file)
  const approvals = new Approvals({
    expireMs,
    rules,
    now: () => clock.now,
    announce: (event) => events.push(event),
  })
  after(() => approvals.close())
  return { approvals, clock, events, rules, file }
}

const request = (over: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  call: 'c1',
  operation: 'files.move',
  client: 'agent',
  digest: 'sha256:1',
  tier: 'mutate',
  action: 'system_files:move',
  summary: 'Move files.',
  args: { paths: '["/a"]' },
  ...over,
})

test('a yes is used once, by the very call it was for', () => {
  const { approvals } = setUp()
  const { id } = approvals.ask(request())
  assert.equal(approvals.use(id, request()), 'pending')
  approvals.answer(id, 'once', owner)
  const others: Partial<ApprovalRequest>[] = [
    { operation: 'files.trash' },
    { client: 'other' },
    { digest: 'sha256:2' },
    { tier: 'destructive' },
  ]
  for (const other of others) {
    assert.equal(approvals.use(id, request(other)), 'unknown')
  }
  assert.equal(approvals.use(id, request()), 'approved')
  assert.equal(approvals.use(id, request()), 'unknown')
  assert.deepEqual(approvals.list(), [])
})

test('the notice has what APPROVAL_NEEDED carries; the view says more', () => {
  const { approvals } = setUp()
  const asked = approvals.ask(request())
  assert.match(asked.id, /^ap_[\w-]{22}$/)
  assert.deepEqual(asked, {
    id: asked.id,
    tier: 'mutate',
    action: 'system_files:move',
    summary: 'Move files.',
    expiresAt: '2026-10-15T12:05:00.000Z',
  })
  assert.deepEqual(approvals.get(asked.id), {
    ...asked,
    state: 'pending',
    operation: 'files.move',
    client: 'agent',
    createdAt: '2026-10-15T12:00:00.000Z',
    args: { paths: '["/a"]' },
  })
})

test('the same call asks once while its approval is open', () => {
  const { approvals, events } = setUp()
  const { id } = approvals.ask(request())
  assert.equal(approvals.ask(request({ call: 'c2' })).id, id)
  assert.notEqual(approvals.ask(request({ digest: 'sha256:2' })).id, id)
  approvals.answer(id, 'deny', owner)
  assert.notEqual(approvals.ask(request()).id, id)
  assert.equal(events.filter((event) => event.type === 'approval.asked').length, 3)
})

test('a no ends the call that brings it', () => {
  const { approvals } = setUp()
  const { id } = approvals.ask(request())
  approvals.answer(id, 'deny', host)
  assert.equal(approvals.use(id, request()), 'denied')
  assert.equal(approvals.use(id, request()), 'unknown')
})

test('an approval dies at its time, answered or not', () => {
  const { approvals, clock, events } = setUp()
  const first = approvals.ask(request())
  const second = approvals.ask(request({ digest: 'sha256:2' }))
  approvals.answer(first.id, 'once', owner)
  clock.now += 300_000
  assert.equal(approvals.use(first.id, request()), 'unknown')
  assert.throws(() => approvals.answer(second.id, 'once', owner), code('NOT_FOUND'))
  assert.throws(() => approvals.get(second.id), code('NOT_FOUND'))
  assert.deepEqual(approvals.list(), [])
  assert.equal(events.filter((event) => event.type === 'approval.expired').length, 2)
})

test('the expiry is announced without anybody looking', async () => {
  const events: ApprovalEvent[] = []
  const approvals = new Approvals({
    expireMs: 20,
    rules: new ApprovalRules(join(folder, 'none.json')),
    now: Date.now,
    announce: (event) => events.push(event),
  })
  // The expiry alone does not keep a process alive; a service does.
  const alive = setInterval(() => {}, 1000)
  try {
    const { id } = approvals.ask(request())
    assert.equal(await approvals.wait(id, AbortSignal.timeout(10_000)), 'expired')
    assert.deepEqual(
      events.map((event) => [event.type, event.approval.id]),
      [
        ['approval.asked', id],
        ['approval.expired', id],
      ],
    )
  } finally {
    clearInterval(alive)
  }
})

test('agents do not answer; answers count once', () => {
  const { approvals } = setUp()
  const { id } = approvals.ask(request())
  assert.throws(() => approvals.answer(id, 'once', { role: 'agent', id: 'agent' }), code('FORBIDDEN'))
  approvals.answer(id, 'once', host)
  assert.throws(() => approvals.answer(id, 'always', owner), code('STALE_REVISION'))
  approvals.answer(id, 'deny', owner)
  assert.equal(approvals.use(id, request()), 'denied')
})

test('session holds for the session of the client, always for the client, each for the action', () => {
  const { approvals, rules } = setUp()
  approvals.answer(approvals.ask(request({ session: 's1' })).id, 'session', owner)
  assert.equal(rules.find({ client: 'agent', tier: 'mutate', action: 'system_files:move' }, 's1'), 'session')
  assert.equal(rules.find({ client: 'agent', tier: 'mutate', action: 'system_files:move' }, 's2'), undefined)
  assert.equal(
    rules.find({ client: 'agent', tier: 'mutate', action: 'system_files:move' }, undefined),
    undefined,
  )
  assert.equal(rules.find({ client: 'other', tier: 'mutate', action: 'system_files:move' }, 's1'), undefined)
  approvals.answer(approvals.ask(request({ digest: 'sha256:2' })).id, 'always', owner)
  assert.equal(rules.find({ client: 'agent', tier: 'mutate', action: 'system_files:move' }, 's2'), 'always')
  assert.equal(rules.find({ client: 'agent', tier: 'mutate', action: 'system_files:copy' }, 's2'), undefined)
  assert.equal(rules.find({ client: 'other', tier: 'mutate', action: 'system_files:move' }, 's2'), undefined)
  assert.equal(
    rules.find({ client: 'agent', tier: 'destructive', action: 'system_files:move' }, 's2'),
    undefined,
  )
  assert.equal(rules.find({ client: 'agent', tier: 'act', action: 'system_files:move' }, 's2'), undefined)
})

test('always outlives the process, in a file of the owner alone; it can be taken back', () => {
  const { approvals, file } = setUp()
  approvals.answer(approvals.ask(request()).id, 'always', owner)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const later = new ApprovalRules(file)
  assert.equal(
    later.find({ client: 'agent', tier: 'mutate', action: 'system_files:move' }, undefined),
    'always',
  )
  assert.equal(later.forget({ client: 'agent', tier: 'mutate', action: 'system_files:move' }), true)
  assert.equal(later.forget({ client: 'agent', tier: 'mutate', action: 'system_files:move' }), false)
  assert.deepEqual(new ApprovalRules(file).list(), [])
})

test('a yes that cannot be kept is none', () => {
  const file = join(folder, 'no-such-folder', 'rules.json')
  const { approvals, rules } = setUp({ file })
  const { id } = approvals.ask(request())
  assert.throws(() => approvals.answer(id, 'always', owner), code('STORAGE_FULL'))
  assert.deepEqual(rules.list(), [])
  assert.equal(approvals.use(id, request()), 'pending')
  approvals.answer(id, 'once', owner)
  assert.equal(approvals.use(id, request()), 'approved')
})

test('a file of rules that does not parse holds none', () => {
  const file = join(folder, 'broken.json')
  for (const text of ['{', '[]', '{"version":2,"rules":[]}', '{"version":1,"rules":[{"action":"x"}]}']) {
    writeFileSync(file, text)
    assert.deepEqual(new ApprovalRules(file).list(), [])
  }
  assert.equal(readFileSync(file, 'utf8').length > 0, true)
})

test('nothing destructive and nothing automatic holds longer than one call', () => {
  const { approvals, rules, events } = setUp()
  const destructive = approvals.ask(request({ tier: 'destructive' }))
  assert.equal(approvals.answer(destructive.id, 'always', owner).answer, 'once')
  const automatic = approvals.ask(request({ digest: 'sha256:2' }))
  assert.equal(approvals.answer(automatic.id, 'session', { ...host, automatic: true }).answer, 'once')
  assert.equal(
    rules.find({ client: 'agent', tier: 'mutate', action: 'system_files:move' }, undefined),
    undefined,
  )
  assert.equal(approvals.use(automatic.id, request({ digest: 'sha256:2' })), 'approved')
  const answered = events.filter((event) => event.type === 'approval.answered')
  assert.deepEqual(
    answered.map(({ answer, by }) => [answer, by.automatic === true]),
    [
      ['once', false],
      ['once', true],
    ],
  )
})

test('who waits hears the answer, the end of the service, or their own signal', async () => {
  const { approvals } = setUp()
  const ids = ['1', '2', '3', '4'].map((digest) => approvals.ask(request({ digest })).id)
  const controller = new AbortController()
  const waits = ids.map((id) => approvals.wait(id, controller.signal))
  const late = assert.rejects(waits[3] ?? Promise.resolve(), (error) => error === controller.signal.reason)
  approvals.answer(ids[0] ?? '', 'once', owner)
  approvals.answer(ids[1] ?? '', 'deny', owner)
  assert.equal(await waits[0], 'approved')
  assert.equal(await waits[1], 'denied')
  assert.equal(await approvals.wait(ids[0] ?? '', controller.signal), 'approved')
  const closing = approvals.wait(ids[2] ?? '', AbortSignal.timeout(10_000))
  controller.abort(new Error('gone'))
  await late
  await assert.rejects(waits[2] ?? Promise.resolve())
  approvals.close()
  assert.equal(await closing, 'expired')
  await assert.rejects(approvals.wait(ids[2] ?? '', AbortSignal.timeout(10_000)), code('NOT_FOUND'))
})

test('one client cannot fill the list for the others', () => {
  const { approvals } = setUp()
  for (let i = 0; i < 32; i++) approvals.ask(request({ digest: String(i) }))
  assert.throws(() => approvals.ask(request({ digest: 'more' })), code('BUSY'))
  assert.ok(approvals.ask(request({ client: 'other' })).id)
  for (let i = 0; i < 300; i++) {
    try {
      approvals.ask(request({ client: `c${i}` }))
    } catch (error) {
      assert.ok(code('BUSY')(error))
    }
  }
  assert.equal(approvals.list().length, 256)
})
