import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { z } from 'zod'
import { AuditLine, GENESIS, lineDigest, type AuditEntry } from './audit-line.ts'
import { readAuditPage, verifyAudit } from './audit-reader.ts'
import { AuditLog, type AuditLogOptions } from './audit.ts'
import { Fault } from './faults.ts'
import { localSecond } from './herald-audit.ts'

const folder = mkdtempSync(join(tmpdir(), 'talaria-audit-'))
after(() => rmSync(folder, { recursive: true }))
let home = ''
let count = 0
beforeEach(() => {
  home = join(folder, String(count++))
  mkdirSync(home)
})
const log = () => join(home, 'audit.jsonl')
const open = (over: Partial<AuditLogOptions> = {}) =>
  new AuditLog({
    home,
    maxBytes: 1_000_000,
    keep: 3,
    now: () => Date.parse('2026-10-15T12:00:00.125Z'),
    ...over,
  })

const entry = (id: string, over: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  tool: 'calc',
  tier: 'read',
  action: 'eval',
  args: '{"input":"1 + 1"}',
  decision: 'allowed',
  ok: true,
  error: null,
  ms: 1.5,
  ...over,
})

const lines = (path: string) => readFileSync(path, 'utf8').split('\n').slice(0, -1)
const ids = (path: string) =>
  lines(path).map((line) => z.object({ id: z.string() }).parse(JSON.parse(line)).id)

test('a line has its fields in order and the digest of the line before', async () => {
  const audit = open()
  audit.append(entry('a'))
  audit.append(
    entry('b', { ok: false, error: 'SYNTAX', action: null, decision: 'refused', approval: 'ap_1' }),
  )
  await audit.close()
  const [first = '', second = ''] = lines(log())
  assert.equal(
    first,
    '{"ts":"2026-10-15T12:00:00.125Z","id":"a","tool":"calc","tier":"read","action":"eval",' +
      `"args":{"input":"1 + 1"},"decision":"allowed","ok":true,"error":null,"ms":1.5,"prev":"${GENESIS}"}`,
  )
  assert.equal(
    second,
    '{"ts":"2026-10-15T12:00:00.125Z","id":"b","tool":"calc","tier":"read","action":null,' +
      '"args":{"input":"1 + 1"},"decision":"refused","ok":false,"error":"SYNTAX","ms":1.5,"approval":"ap_1",' +
      `"prev":"${lineDigest(first)}"}`,
  )
  assert.ok(AuditLine.safeParse(JSON.parse(second)).success)
  assert.equal(statSync(log()).mode & 0o777, 0o600)
})

test('the digest is SHA-256, as sha256sum gives it', () => {
  // printf abc | sha256sum (also FIPS 180-4, appendix B.1)
  assert.equal(lineDigest('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('nasty texts stay within their line', async () => {
  const audit = open()
  audit.append(
    entry('a\n{"id":"forged"}\u2028"', { tool: 'x"\n', args: JSON.stringify({ 'k\n"': 'v\n\r\u0000' }) }),
  )
  await audit.close()
  assert.equal(lines(log()).length, 1)
  assert.deepEqual(await verifyAudit(log()), {
    ok: true,
    lines: 1,
    torn: 0,
    head: lineDigest(lines(log())[0] ?? ''),
  })
})

test('plain lines are written within a second, by themselves', async () => {
  const audit = open()
  try {
    audit.append(entry('a'))
    const until = Date.now() + 30_000
    while (lines(log()).length === 0 && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20))
    assert.deepEqual(ids(log()), ['a'])
  } finally {
    await audit.close()
  }
})

test('the chain goes on over restarts and rotations; as many old logs are kept as asked', async () => {
  for (let run = 0; run < 4; run++) {
    const audit = open({ maxBytes: 2000 })
    for (let i = 0; i < 10; i++) {
      audit.append(entry(`${run}.${i}`))
      await audit.flush()
    }
    await audit.close()
  }
  const kept = [3, 2, 1].map((i) => `${log()}.${i}`).concat(log())
  assert.ok(kept.every((path) => existsSync(path)))
  assert.ok(!existsSync(`${log()}.4`))
  let head: string | undefined
  for (const path of kept) {
    assert.ok(statSync(path).size <= 2000)
    const verdict = await verifyAudit(path, head)
    assert.equal(verdict.ok, true, path)
    head = verdict.head
  }
  const expected = Array.from({ length: 40 }, (_, i) => `${Math.trunc(i / 10)}.${i % 10}`)
  const found = kept.flatMap(ids)
  assert.deepEqual(found, expected.slice(-found.length))
})

test('a restart right after a rotation finds the chain in the rotated log', async () => {
  const audit = open()
  audit.append(entry('a'))
  await audit.close()
  renameSync(log(), `${log()}.1`)
  const later = open()
  later.append(entry('b'))
  await later.close()
  const { head } = await verifyAudit(`${log()}.1`)
  assert.equal((await verifyAudit(log(), head)).ok, true)
})

test('a changed, removed, inserted or swapped line breaks the chain at the line after it', async () => {
  const audit = open()
  for (let i = 1; i <= 6; i++) audit.append(entry(String(i)))
  await audit.close()
  const good = lines(log())
  assert.deepEqual(await verifyAudit(log()), { ok: true, lines: 6, torn: 0, head: lineDigest(good[5] ?? '') })
  const tampered: [string[], number][] = [
    [good.with(2, (good[2] ?? '').replace('"ok":true', '"ok":false')), 4],
    [good.toSpliced(2, 1), 3],
    [good.toSpliced(2, 0, good[4] ?? ''), 3],
    [good.with(2, good[3] ?? '').with(3, good[2] ?? ''), 3],
    [good.with(2, '{"torn'), 4],
  ]
  for (const [text, brokenAt] of tampered) {
    writeFileSync(log(), `${text.join('\n')}\n`)
    const verdict = await verifyAudit(log())
    assert.deepEqual([verdict.ok, verdict.brokenAt], [false, brokenAt])
  }
  writeFileSync(log(), `${good.slice(1).join('\n')}\n`)
  assert.equal((await verifyAudit(log())).ok, true, 'without its predecessor the first line is believed')
  assert.equal((await verifyAudit(log(), GENESIS)).brokenAt, 1)
})

test('a torn last line is tolerated and the chain goes on past it', async () => {
  for (const torn of ['{"ts":"2026-10-15T12:0', '\0\0\0\0', '{}', 'é'.repeat(5000)]) {
    rmSync(log(), { force: true })
    const audit = open()
    audit.append(entry('a'))
    audit.append(entry('b'))
    await audit.close()
    appendFileSync(log(), torn)
    assert.deepEqual((await verifyAudit(log())).ok, true)
    const later = open()
    later.append(entry('c'))
    const { entries } = await later.read({ limit: 10 })
    assert.deepEqual(
      entries.map((line) => line.id),
      ['c', 'b', 'a'],
    )
    await later.close()
    const verdict = await verifyAudit(log())
    assert.deepEqual([verdict.ok, verdict.lines, verdict.torn], [true, 3, 1])
  }
})

test('a whole last line that only lacks its line feed counts', async () => {
  const audit = open()
  audit.append(entry('a'))
  audit.append(entry('b'))
  await audit.close()
  writeFileSync(log(), readFileSync(log(), 'utf8').slice(0, -1))
  const later = open()
  later.append(entry('c'))
  await later.close()
  const verdict = await verifyAudit(log())
  assert.deepEqual([verdict.ok, verdict.lines, verdict.torn], [true, 3, 0])
})

test('pages run from the newest entry to the oldest, through rotations that happen in between', async () => {
  const audit = open({ maxBytes: 3000, keep: 9 })
  const wanted: string[] = []
  for (let i = 0; i < 50; i++) {
    audit.append(entry(String(i)))
    await audit.flush()
    wanted.unshift(String(i))
  }
  const found: string[] = []
  let before: string | undefined
  for (let extra = 50; ; extra++) {
    const page = await audit.read({ limit: 7, before })
    found.push(...page.entries.map((line) => line.id))
    if (page.next === undefined) break
    before = page.next
    audit.append(entry(String(extra)))
    await audit.flush()
  }
  assert.deepEqual(found, wanted)
  await audit.close()
})

test('a page of a large log reads its end only, also where lines are longer than a block', async () => {
  const long = JSON.stringify({ note: 'x'.repeat(100_000) })
  const audit = open({ maxBytes: 50_000_000 })
  for (let i = 0; i < 30; i++) audit.append(entry(String(i), i % 7 === 0 ? { args: long } : {}))
  const { entries } = await audit.read({ limit: 30 })
  assert.deepEqual(
    entries.map((line) => line.id),
    Array.from({ length: 30 }, (_, i) => String(29 - i)),
  )
  await audit.close()
})

test('a `before` that no page gave is refused, one whose log is gone is not found', async () => {
  const audit = open()
  audit.append(entry('a'))
  await audit.flush()
  const code = (expected: string) => (error: unknown) => error instanceof Fault && error.code === expected
  await assert.rejects(audit.read({ limit: 1, before: 'yesterday' }), code('INVALID_INPUT'))
  await assert.rejects(audit.read({ limit: 1, before: '0123456789abcdef-10' }), code('NOT_FOUND'))
  await audit.close()
  assert.deepEqual(await readAuditPage([join(home, 'none')], { limit: 5 }), { entries: [] })
})

test('a log that was moved or removed meanwhile is begun anew, and the chain goes on', async () => {
  const audit = open()
  audit.append(entry('a'))
  await audit.flush()
  renameSync(log(), join(home, 'taken'))
  audit.append(entry('b'))
  await audit.flush()
  assert.deepEqual(ids(join(home, 'taken')), ['a'])
  assert.deepEqual(ids(log()), ['b'])
  const { head } = await verifyAudit(join(home, 'taken'))
  assert.equal((await verifyAudit(log(), head)).ok, true)
  await audit.close()
})

test('while the log cannot be written its lines are held, and written in order afterwards', async () => {
  const audit = open()
  audit.append(entry('a'))
  await audit.flush()
  renameSync(home, `${home}-away`)
  audit.append(entry('b', { tier: 'mutate' }))
  await audit.flush()
  assert.equal(audit.state().failure, 'ENOENT')
  audit.append(entry('c'))
  renameSync(`${home}-away`, home)
  await audit.flush()
  assert.equal(audit.state().failure, undefined)
  await audit.close()
  assert.deepEqual(ids(log()), ['a', 'b', 'c'])
  assert.equal((await verifyAudit(log(), GENESIS)).ok, true)
})

test('what cannot be held is counted, and the log says so in its own chain', async () => {
  const audit = open({ maxBytes: 100_000_000 })
  renameSync(home, `${home}-away`)
  const args = JSON.stringify({ note: 'x'.repeat(4_000_000) })
  for (let i = 0; i < 7; i++) audit.append(entry(String(i), { args }))
  await audit.flush()
  assert.equal(audit.state().lost, 2)
  renameSync(`${home}-away`, home)
  await audit.flush()
  audit.append(entry('later'))
  await audit.close()
  assert.deepEqual(ids(log()), ['0', '1', '2', '3', '4', 'audit', 'later'])
  assert.match(lines(log())[5] ?? '', /"action":"audit.lost","args":{"lines":2}/)
  assert.equal((await verifyAudit(log(), GENESIS)).ok, true)
})

test('a write that stops half-way is completed when there is room again', async () => {
  // `ulimit -f` makes the system refuse growth past a size, as a full disk does, half a line written.
  const script = `
    import { AuditLog } from ${JSON.stringify(new URL('audit.js', import.meta.url).href)}
    import { renameSync, truncateSync } from 'node:fs'
    const audit = new AuditLog({ home: process.argv[1], maxBytes: 1e9, keep: 1, now: Date.now })
    const entry = (id) => ({ id, tool: 't', tier: 'read', action: null, args: JSON.stringify({ note: 'x'.repeat(390) }),
      decision: 'allowed', ok: true, error: null, ms: 1 })
    for (let i = 0; i < 40; i++) audit.append(entry(String(i)))
    await audit.flush()
    const { failure } = audit.state()
    audit.append(entry('last'))
    await audit.close()
    console.log(failure, audit.state().failure)`
  const run = spawnSync(
    'sh',
    [
      '-c',
      `trap '' XFSZ; ulimit -f 16; exec "$0" "$@"`,
      process.execPath,
      '--input-type=module',
      '-e',
      script,
      home,
    ],
    {
      encoding: 'utf8',
    },
  )
  assert.equal(run.stdout, 'EFBIG EFBIG\n', run.stderr)
  const half = statSync(log()).size
  assert.ok(half > 0 && !readFileSync(log(), 'utf8').endsWith('\n'))
  const later = open()
  later.append(entry('later'))
  await later.close()
  const verdict = await verifyAudit(log(), GENESIS)
  assert.deepEqual([verdict.ok, verdict.torn], [true, 1])
})

test('the log is not written through a link', () => {
  symlinkSync(join(home, 'elsewhere'), log())
  assert.throws(() => open(), { code: 'UNAVAILABLE', message: /ELOOP/ })
  assert.ok(!existsSync(join(home, 'elsewhere')))
})

test('where Herald OS lives its log gets a line of its own shape, and is rotated past 5 MiB', async () => {
  const heraldFolder = join(home, 'herald-os')
  mkdirSync(heraldFolder)
  const theirs = join(heraldFolder, 'audit.jsonl')
  const audit = open({ heraldFolder })
  audit.append(entry('a', { ok: false, error: 'SYNTAX' }))
  await audit.flush()
  const [line = ''] = lines(theirs)
  assert.deepEqual(JSON.parse(line), {
    ts: localSecond(Date.parse('2026-10-15T12:00:00.125Z')),
    tool: 'calc',
    tier: 'read',
    action: 'eval',
    decision: 'allowed',
    ok: false,
    summary: null,
    error: 'SYNTAX',
    args: { input: '1 + 1' },
  })
  assert.deepEqual(Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(line))), [
    'ts',
    'tool',
    'tier',
    'action',
    'decision',
    'ok',
    'summary',
    'error',
    'args',
  ])
  appendFileSync(theirs, `${'x'.repeat(5 * 1024 * 1024)}\n`)
  audit.append(entry('b'))
  await audit.close()
  assert.equal(lines(theirs).length, 1)
  assert.ok(statSync(`${theirs}.1`).size > 5 * 1024 * 1024)
})

test('times in the log of Herald OS are local, to the second, with their offset', () => {
  const at = Date.parse('2026-10-15T12:00:00.999Z')
  assert.match(localSecond(at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
  assert.equal(Date.parse(localSecond(at)), at - 999)
})
