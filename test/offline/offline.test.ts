import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { z } from 'zod'
import { makePlaces } from '../contract/cases.ts'
import { root } from '../root.ts'
import { startProcess, type ServiceProcess } from '../service-process.ts'
import { temporaryFolder } from '../service.ts'
import { NOWHERE } from './dial-leaf.ts'
import { askEverything } from './everything.ts'
import type { Seen } from './recorder.ts'

const Line = z.object({
  what: z.enum(['loaded', 'connect', 'datagram', 'lookup', 'program']),
  where: z.string(),
  pid: z.number(),
  thread: z.number(),
}) satisfies z.ZodType<Seen>

/** A service whose every attempt to reach another process is written down. */
async function startRecorded(
  t: TestContext,
  home: string,
): Promise<{ service: ServiceProcess; seen: () => Seen[] }> {
  const log = join(home, '..', 'seen.jsonl')
  const recorder = new URL('./recorder.js', import.meta.url)
  recorder.searchParams.set('log', log)
  const program = ['--import', recorder.href, join(root, 'dist/test/offline/service-main.js')]
  const service = await startProcess(t, home, {}, program)
  const seen = (): Seen[] =>
    readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => Line.parse(JSON.parse(line)))
  return { service, seen }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}

/** A name that has to be looked up; an address is its own answer. */
function isName(host: string): boolean {
  return isIP(host) === 0 && host !== 'localhost'
}

test('a service that is asked everything there is reaches out to nobody', async (t) => {
  const folder = temporaryFolder(t, 'talaria-offline')
  const home = join(folder, 'home')
  mkdirSync(home, { mode: 0o700 })
  const { service, seen } = await startRecorded(t, home)
  await askEverything(service, makePlaces(folder, home))
  assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null })

  const events = seen()
  const out = events.filter(
    ({ what, where }) =>
      (what === 'connect' && !isLoopback(where)) ||
      (what === 'datagram' && !isLoopback(where)) ||
      (what === 'lookup' && isName(where)) ||
      (what === 'program' && where !== process.execPath),
  )
  assert.deepEqual(out, [])
  // The record is of all of it: the service, threads of its own and children with theirs.
  const loaded = events.filter(({ what }) => what === 'loaded')
  const { pid } = service.child
  assert.ok(loaded.some((one) => one.pid === pid && one.thread === 0))
  assert.ok(loaded.filter((one) => one.pid === pid && one.thread > 0).length >= 2)
  const children = loaded.filter((one) => one.pid !== pid)
  assert.ok(children.some(({ thread }) => thread === 0) && children.some(({ thread }) => thread > 0))
  assert.equal(
    events.filter(({ what }) => what === 'program').length,
    new Set(children.map((one) => one.pid)).size,
  )
})

test('the record shows what reaches out, in the service, its threads and its children', async (t) => {
  const home = join(temporaryFolder(t, 'talaria-offline'), 'home')
  const { service, seen } = await startRecorded(t, home)
  const { pid } = service.child
  for (const from of ['main', 'quick', 'heavy', 'native']) {
    const before = seen().length
    const response = await service.call('/v1/test/dial', { json: { from, wait: false } })
    assert.deepEqual(await response.json(), { code: 'CLOSED' })
    const events = seen()
      .slice(before)
      .filter(({ what }) => what !== 'loaded' && what !== 'program')
    for (const [what, where] of [
      ['connect', NOWHERE],
      ['connect', '127.0.0.2'],
      ['datagram', '127.0.0.1'],
      ['lookup', 'localhost'],
    ]) {
      assert.ok(
        events.some((one) => one.what === what && one.where === where),
        `${from}: ${what} ${where} in ${JSON.stringify(events)}`,
      )
    }
    assert.ok(
      events.every((one) => (one.pid === pid) === (from !== 'native')),
      from,
    )
    assert.ok(
      events.every((one) => one.thread > 0 === (from === 'quick' || from === 'heavy')),
      from,
    )
  }
  await service.end('SIGTERM')
})
