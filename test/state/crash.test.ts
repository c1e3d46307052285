import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Digest } from '../../bridge/sources.ts'
import { repeats } from '../random.ts'
import { contentOf, openState, randomFrom } from './crash-work.ts'

const child = fileURLToPath(new URL('./crash-child.js', import.meta.url))
const kills = repeats(12, 50)
const seed = Number(process.env['TALARIA_SEED'] ?? 20_260_801)
const agent = { id: 'agent', role: 'agent' } as const
const owner = { id: 'owner', role: 'owner' } as const

/** Lets a child work on a home and ends it at some moment, mostly by SIGKILL; answers what it had promised by then. */
async function killed(home: string, childSeed: number, random: () => number): Promise<string[]> {
  const worker = spawn(process.execPath, [child, home, String(childSeed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let said = ''
    worker.stdout.on('data', (data: Buffer) => (said += data.toString()))
    // One in five dies while it starts or recovers, the others at work.
    if (random() < 0.2) await delay(100 + random() * 150)
    else {
      while (!said.includes('ready\n') && worker.exitCode === null) await once(worker.stdout, 'data')
      await delay(random() * 400)
    }
    const closed = once(worker, 'close')
    const orderly = said.includes('ready\n') && random() < 0.2
    assert.ok(worker.kill(orderly ? 'SIGTERM' : 'SIGKILL'), 'the child ended by itself')
    const [status] = await closed
    assert.equal(status, orderly ? 0 : null)
    return said.split('\n').slice(0, -1)
  } finally {
    worker.kill('SIGKILL')
  }
}

const lines = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean)

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.map((entry) => join(entry.parentPath, entry.name))
}

test(`${kills} kills at random moments lose and tear nothing that was promised (seed ${seed})`, async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'talaria-crash-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  const random = randomFrom(seed)
  const promised: string[] = []
  let checkedJobs = 0
  const outcomes: Record<string, number> = {}

  for (let round = 1; round <= kills; round++) {
    promised.push(...(await killed(home, seed + round, random)))

    for (const file of await filesIn(home)) {
      if (file.endsWith('.json') && !file.includes('.tmp-') && !file.includes('/cache/')) {
        const text = await readFile(file, 'utf8')
        assert.doesNotThrow(() => JSON.parse(text), `round ${round}: ${file} is torn: ${text.slice(0, 100)}`)
      }
    }
    // Every other time the next child recovers, and is killed in the middle of it.
    if (round % 2 === 1 && round < kills) continue

    const { home: held, blobs, jobs, idempotency, cache } = await openState(home)
    const { damaged } = await jobs.recover()
    assert.deepEqual(damaged, [], `round ${round}`)
    await blobs.sweep()
    const asked = new Set(promised.filter((line) => line.startsWith('cancelling ')))
    for (const line of promised) {
      const [what, id = '', name = '', tier, keyed] = line.split(' ')
      if (what === 'blob') {
        const bytes = Buffer.from(await blobs.read(Digest.parse(id)))
        assert.ok(bytes.equals(contentOf(name)), line)
        assert.equal((await blobs.stat(Digest.parse(id))).mediaType, 'text/plain')
        const hit = await cache.get(id.slice(7))
        assert.ok(hit === undefined || hit.output === name)
      } else if (what === 'job') {
        checkedJobs++
        if (keyed !== undefined) {
          const input = { name, source: { blob: keyed } }
          const again = {
            operation: 'test.crash',
            input,
            caller: agent,
            tier: 'read',
            idempotencyKey: name,
          } as const
          assert.equal((await jobs.submit(again)).id, id, 'the same key gives the same job')
        }
        const view = await jobs.wait(id, owner, { waitMs: 30_000 })
        const key = `${tier} ${view.error?.code ?? view.state}`
        outcomes[key] = (outcomes[key] ?? 0) + 1
        if (view.state === 'succeeded') {
          const result = (await jobs.result(id, owner)) as { name: string; blob: Digest }
          assert.equal(result.name, name)
          assert.ok(Buffer.from(await blobs.read(result.blob)).equals(contentOf(`${name} done`)))
        } else if (view.state === 'cancelled') assert.ok(asked.has(`cancelling ${id}`), line)
        else assert.deepEqual([tier, view.error?.code], ['act', 'INTERRUPTED'], line)
      } else if (what === 'once') {
        const perform = (): never => assert.fail(`${id} was done a second time`)
        const { result } = await idempotency.run({
          client: 'agent',
          key: id,
          request: 'r',
          repeat: 'unsafe',
          perform,
        })
        assert.equal(result, `did ${id}`)
      }
    }
    // Also jobs that were accepted although the kill came before their caller heard of it.
    for (const { id } of jobs.list(owner, { limit: Infinity })) {
      assert.ok((await jobs.wait(id, owner, { waitMs: 30_000 })).endedAt)
    }
    const effects = await lines(join(home, 'effects'))
    assert.equal(new Set(effects).size, effects.length, 'nothing that acts was done twice')
    const once = await lines(join(home, 'once'))
    assert.equal(new Set(once).size, once.length, 'nothing under a key was done twice')
    assert.deepEqual(
      (await filesIn(home)).filter((file) => file.includes('.tmp-')),
      [],
      `round ${round}`,
    )
    await jobs.drain(0)
    await held.close()
  }
  t.diagnostic(`${promised.length} promises, ${checkedJobs} looks at jobs: ${JSON.stringify(outcomes)}`)
  assert.ok((outcomes['read succeeded'] ?? 0) > 0 && (outcomes['act INTERRUPTED'] ?? 0) > 0)
})
