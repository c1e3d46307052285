import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { StartFailure, startProcess, type ServiceProcess } from '../service-process.ts'
import { temporaryFolder } from '../service.ts'

test('a service says where it is, keeps its state to itself and leaves cleanly', async (t) => {
  const home = join(temporaryFolder(t), 'state')
  const service = await startProcess(t, home)
  assert.equal(statSync(home).mode & 0o777, 0o700)
  for (const file of ['agent.token', 'owner.token', 'service.json']) {
    assert.equal(statSync(join(home, file)).mode & 0o777, 0o600, file)
  }
  const said = JSON.parse(readFileSync(join(home, 'service.json'), 'utf8')) as { pid: number; port: number }
  assert.equal(said.pid, service.child.pid)
  assert.equal(String(said.port), new URL(service.url).port)
  assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null })
  assert.equal(existsSync(join(home, 'service.json')), false)
})

test('a second service on the same home fails and names the first', async (t) => {
  const home = temporaryFolder(t)
  const first = await startProcess(t, home)
  await assert.rejects(startProcess(t, home), (error) => {
    assert.ok(error instanceof StartFailure)
    assert.equal(error.exitCode, 1)
    assert.match(error.message, new RegExp(`pid ${first.child.pid}.*port ${new URL(first.url).port}`))
    return true
  })
  assert.equal((await fetch(`${first.url}/healthz`)).status, 200)
  await first.end('SIGTERM')
})

test('of several starters at the same time exactly one wins', async (t) => {
  const home = temporaryFolder(t)
  const starts = await Promise.allSettled([1, 2, 3, 4].map(() => startProcess(t, home)))
  const won = starts.filter((start) => start.status === 'fulfilled')
  assert.equal(won.length, 1)
  await won[0]!.value.end('SIGTERM')
})

test('a taken port fails and names who has it', async (t) => {
  const first = await startProcess(t, temporaryFolder(t))
  const { port } = new URL(first.url)
  await assert.rejects(startProcess(t, temporaryFolder(t), { port }), /taken by another Talaria service/)
  await first.end('SIGTERM')
  const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const taken = String((other.address() as AddressInfo).port)
  await assert.rejects(
    startProcess(t, temporaryFolder(t), { port: taken }),
    /taken by another (HTTP server|program)/,
  )
})

test('a wrong setting, a wide address without the flag and a home that is a file are refused in one line', async (t) => {
  for (const [flags, pattern] of [
    [{ port: 'many' }, /Setting port/],
    [{ host: '0.0.0.0' }, /allowWide/],
  ] as const) {
    await assert.rejects(startProcess(t, temporaryFolder(t), flags), pattern)
  }
  await assert.rejects(startProcess(t, import.meta.filename), /not a folder/)
})

test('SIGTERM lets a running call finish, refuses new ones and exits 0', async (t) => {
  const service = await startProcess(t, temporaryFolder(t))
  const running = service.call('/v1/test/sleep', { json: { ms: 800 } })
  await new Promise((resolve) => setTimeout(resolve, 200))
  const ended = service.end('SIGTERM')
  assert.deepEqual(await (await running).json(), { slept: 800 })
  assert.deepEqual(await ended, { code: 0, signal: null })
})

test('a call that does not finish within the drain is told so', async (t) => {
  const service = await startProcess(t, temporaryFolder(t), { drainMs: '200' })
  const running = service.call('/v1/test/sleep', { json: { ms: 15_000 } })
  await new Promise((resolve) => setTimeout(resolve, 200))
  const ended = service.end('SIGTERM')
  const response = await running
  assert.equal(response.status, 503)
  assert.equal(((await response.json()) as { code: string }).code, 'SHUTTING_DOWN')
  assert.deepEqual(await ended, { code: 0, signal: null })
})

test('an event stream does not hold up the stop', async (t) => {
  const service = await startProcess(t, temporaryFolder(t))
  const events = await service.call('/v1/events', {
    headers: { authorization: `Bearer ${service.token('owner')}` },
  })
  assert.equal(events.status, 200)
  const { code } = await service.end('SIGTERM')
  assert.equal(code, 0)
  await events.body?.cancel().catch(() => undefined)
})

/** Requests until the log has more to say than any pipe holds. */
async function fillLog(service: ServiceProcess): Promise<void> {
  for (let round = 0; round < 60; round++) {
    const answers = Array.from({ length: 50 }, async () => {
      const answer = await fetch(`${service.url}/healthz`)
      assert.deepEqual(await answer.json(), { ok: true })
    })
    await Promise.all(answers)
  }
}

for (const [name, act] of [
  ['leaves', (log: Readable) => log.destroy()],
  ['stops reading', (log: Readable) => log.removeAllListeners('data').pause()],
] as const) {
  test(`a reader of the log that ${name} holds up neither a call nor the end`, async (t) => {
    const service = await startProcess(t, temporaryFolder(t), { logLevel: 'info' })
    act(service.child.stdout!)
    act(service.child.stderr!)
    await fillLog(service)
    const answer = await service.call('/v1/calc/eval', { json: { input: '1/3 + 1/6' } })
    assert.equal(((await answer.json()) as { value: string }).value, '0.5')
    const timer = setTimeout(() => service.child.kill('SIGKILL'), 10_000)
    assert.deepEqual(await service.end('SIGTERM'), { code: 0, signal: null })
    clearTimeout(timer)
  })
}

test('a reader of the log that was away is told how many lines it missed', async (t) => {
  const service = await startProcess(t, temporaryFolder(t), { logLevel: 'info' })
  const log = service.child.stderr!
  log.removeAllListeners('data').pause()
  for (let round = 0; round < 3; round++) await fillLog(service)
  let text = ''
  log.on('data', (chunk) => (text += String(chunk))).resume()
  await fillLog(service)
  await service.end('SIGTERM')
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; lines?: number })
  const asked = lines.filter(({ event }) => event === 'request').length
  const lost = lines.reduce((sum, { lines: count = 0 }) => sum + count, 0)
  assert.ok(lost > 0)
  assert.equal(asked + lost, 4 * 60 * 50)
})
