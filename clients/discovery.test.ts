import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Fault } from '../bridge/faults.ts'
import { answering } from '../test/cli/answering.ts'
import { temporaryFolder } from '../test/cli/folders.ts'
import { discover, mayHaveToken, ownService, readServiceRecord, readToken, stateFolder } from './discovery.ts'

function homeWith(t: TestContext, record: unknown): string {
  const home = temporaryFolder(t)
  writeFileSync(join(home, 'service.json'), typeof record === 'string' ? record : JSON.stringify(record))
  return home
}

const healthy = (t: TestContext) =>
  answering(t, (request, response) => response.writeHead(request.url === '/healthz' ? 200 : 404).end())

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  await once(child, 'exit')
  assert.ok(child.pid)
  return child.pid
}

const about = { version: '0.1.0', startedAt: '2026-08-01T00:00:00.000Z' }

test('the service of service.json is found when its process lives and its port answers', async (t) => {
  const { url, port } = await healthy(t)
  const home = homeWith(t, { pid: process.pid, port, ...about })
  assert.deepEqual(await discover({ home, env: {}, fetch }), { url, from: 'service.json' })
})

test('a stale service.json is not believed: its process is gone', async (t) => {
  const { port, requests } = await healthy(t)
  const home = homeWith(t, { pid: await deadPid(), port, ...about })
  assert.equal(await ownService({ home, fetch }), undefined)
  assert.equal(requests.length, 0, 'whoever has the port now is not asked')
})

test('a stale service.json is not believed: its port answers nothing, or something else', async (t) => {
  const { port } = await answering(t, (_request, response) => response.writeHead(404).end())
  const foreign = homeWith(t, { pid: process.pid, port, ...about })
  assert.equal(await ownService({ home: foreign, fetch }), undefined)
  const silent = homeWith(t, { pid: process.pid, port: 1, ...about })
  assert.equal(await ownService({ home: silent, fetch }), undefined)
})

test('a service.json that is damaged or missing names no service', async (t) => {
  for (const record of [
    '',
    '{"pid":',
    '[]',
    { pid: -1, port: 80, ...about },
    { pid: process.pid, port: 70_000, ...about },
  ]) {
    assert.equal(await readServiceRecord(homeWith(t, record)), undefined)
  }
  assert.equal(await readServiceRecord(join(temporaryFolder(t), 'missing')), undefined)
})

test('a named address comes before the service of the home: the option, then TALARIA_URL', async (t) => {
  const { port } = await healthy(t)
  const home = homeWith(t, { pid: process.pid, port, ...about })
  const env = { TALARIA_URL: 'http://10.0.0.2:9000/' }
  assert.deepEqual(await discover({ url: 'localhost:7000', home, env, fetch }), {
    url: 'http://localhost:7000',
    from: 'option',
  })
  assert.deepEqual(await discover({ home, env, fetch }), { url: 'http://10.0.0.2:9000', from: 'TALARIA_URL' })
})

test('an address that is none is INVALID_INPUT', async (t) => {
  const home = temporaryFolder(t)
  for (const url of [
    'ftp://example.org',
    'http://',
    'http://user:word@localhost',
    'http://localhost/?a=b',
    'a b',
  ]) {
    await assert.rejects(
      discover({ url, home, env: {}, fetch }),
      (error) => error instanceof Fault && error.code === 'INVALID_INPUT',
      url,
    )
  }
})

test('tokens of the home go to this machine only, and not to whoever has the usual port', () => {
  for (const url of ['http://127.0.0.1:1', 'http://localhost:1', 'http://[::1]:1', 'http://127.9.9.9']) {
    assert.equal(mayHaveToken({ url, from: 'option' }), true, url)
  }
  for (const url of [
    'http://10.0.0.2:8790',
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
    'https://example.org',
  ]) {
    assert.equal(mayHaveToken({ url, from: 'TALARIA_URL' }), false, url)
  }
  assert.equal(mayHaveToken({ url: 'http://127.0.0.1:8790', from: 'port' }), false)
})

test('the state folder: option, TALARIA_HOME, XDG_DATA_HOME, the home of the user', () => {
  const env = { TALARIA_HOME: '/a', XDG_DATA_HOME: '/b' }
  assert.equal(stateFolder(env, '/c'), '/c')
  assert.equal(stateFolder(env), '/a')
  assert.equal(stateFolder({ XDG_DATA_HOME: '/b' }), '/b/talaria')
  assert.equal(stateFolder({ XDG_DATA_HOME: '' }), join(homedir(), '.local/share/talaria'))
  assert.equal(stateFolder({ TALARIA_HOME: 'here' }), join(process.cwd(), 'here'))
})

test('a token is read without the line end around it; none is undefined', async (t) => {
  const home = temporaryFolder(t)
  writeFileSync(join(home, 'agent.token'), 'abc\n')
  mkdirSync(join(home, 'owner.token'))
  assert.equal(await readToken(home, 'agent'), 'abc')
  assert.equal(await readToken(home, 'owner'), undefined)
  assert.equal(await readToken(join(home, 'missing'), 'agent'), undefined)
})
