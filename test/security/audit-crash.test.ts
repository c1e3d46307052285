import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseAuditLine } from '../../bridge/audit-line.ts'
import { verifyAudit } from '../../bridge/audit-reader.ts'

const folder = mkdtempSync(join(tmpdir(), 'talaria-audit-crash-'))
after(() => rmSync(folder, { recursive: true }))

const KILLS = 8
const KEEP = 1000

/** Writes as fast as it can and tells, a line each, which lines it was promised to be on the disk. */
const writer = `
  import { writeSync } from 'node:fs'
  import { AuditLog } from ${JSON.stringify(new URL('../../bridge/audit.js', import.meta.url).href)}
  const [home, run] = process.argv.slice(1)
  const audit = new AuditLog({ home, maxBytes: 100_000, keep: ${KEEP}, now: Date.now })
  const entry = { tool: 't', action: 'a', args: JSON.stringify({ note: 'x'.repeat(100) }), decision: 'allowed', ok: true, error: null, ms: 1 }
  for (let i = 0; ; i++) {
    for (let j = 0; j < 50; j++) audit.append({ ...entry, id: run + '.' + i + '.' + j, tier: 'read' })
    const id = run + '.' + i + '.last'
    audit.append({ ...entry, id, tier: 'mutate' })
    await audit.flush()
    writeSync(1, id + '\\n')
  }`

async function writeUntilKilled(run: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer, folder, String(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  child.stdout.setEncoding('utf8')
  const started = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
  child.stdout.on('data', (text: string) => (told += text))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await Promise.race([started, ended])
  await sleep(Math.random() * 40)
  child.kill('SIGKILL')
  await ended
  return told.split('\n').slice(0, -1)
}

test(`after ${KILLS} kills in mid-write nothing promised is missing and the chain is whole`, async () => {
  const promised: string[] = []
  for (let run = 0; run < KILLS; run++) promised.push(...(await writeUntilKilled(run)))
  assert.ok(promised.length >= KILLS)
  const log = join(folder, 'audit.jsonl')
  const kept = Array.from({ length: KEEP }, (_, i) => `${log}.${KEEP - i}`)
    .concat(log)
    .filter((path) => existsSync(path))
  let head: string | undefined
  const found = new Set<string>()
  for (const path of kept) {
    const verdict = await verifyAudit(path, head)
    assert.equal(verdict.ok, true, `${path} breaks at line ${verdict.brokenAt}`)
    head = verdict.head
    for (const line of readFileSync(path, 'utf8').split('\n')) found.add(parseAuditLine(line)?.id ?? '')
  }
  assert.deepEqual(
    promised.filter((id) => !found.has(id)),
    [],
  )
})
