import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '../../clients/client.ts'
import { temporaryFolder } from './folders.ts'
import { serviceHome, serviceRecord, start, talaria } from './talaria.ts'

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('four commands that start a service at once end with one service and four answers', async (t) => {
  const home = serviceHome(t)
  const outcomes = await Promise.all([1, 2, 3, 4].map((n) => talaria(['calc', 'eval', `${n}*11`], { home })))
  assert.deepEqual(
    outcomes.map(({ code, stdout, stderr }) => [code, stdout, stderr]),
    [
      [0, '11\n', ''],
      [0, '22\n', ''],
      [0, '33\n', ''],
      [0, '44\n', ''],
    ],
  )
  const { pid } = serviceRecord(home)
  assert.equal((await talaria(['calc', 'eval', '5*11'], { home })).stdout, '55\n')
  assert.equal(serviceRecord(home).pid, pid)
  assert.equal(statSync(join(home, 'service.log')).mode & 0o777, 0o600)
  assert.doesNotMatch(
    readFileSync(join(home, 'service.log'), 'utf8'),
    /#link=/,
    'no link into the console in a file',
  )
})

test('a stale service.json is replaced, and stop ends what was started', async (t) => {
  const home = serviceHome(t)
  mkdirSync(home, { mode: 0o700 })
  const record = { pid: 2 ** 22 - 1, port: 9, version: '0.0.1', startedAt: '2020-01-01T00:00:00.000Z' }
  writeFileSync(join(home, 'service.json'), JSON.stringify(record))
  assert.match((await talaria(['status'], { home })).stderr, /^UNREACHABLE: No service runs for /)
  assert.match((await talaria(['stop'], { home })).stdout, /^No service runs for /)
  assert.equal((await talaria(['calc', 'eval', '1+1'], { home })).stdout, '2\n')
  const { pid } = serviceRecord(home)
  assert.equal((await talaria(['stop'], { home })).code, 0)
  assert.equal(isAlive(pid), false)
  assert.equal(existsSync(join(home, 'service.json')), false)
})

test('serve runs in the foreground, hands SIGTERM on, and ends as the service ends', async (t) => {
  const home = serviceHome(t)
  const { child, outcome } = start(['serve', '--logLevel', 'error'], { home })
  assert.ok(child.stdout)
  const [greeting] = await once(child.stdout, 'data')
  assert.match(String(greeting), /^Talaria \d+\.\d+\.\d+ is ready at http:\/\/127\.0\.0\.1:\d+\n/)
  const { pid } = serviceRecord(home)
  const second = await talaria(['serve'], { home })
  assert.equal(second.code, 1)
  assert.match(second.stderr, new RegExp(`pid ${pid}`))
  assert.match((await talaria(['serve', '--detach'], { home })).stdout, /^Already running at /)
  child.kill('SIGTERM')
  assert.equal((await outcome).code, 0)
  assert.equal(isAlive(pid), false)
})

test('serve --demo-once shows the demo at the first start of a home only', async (t) => {
  const home = serviceHome(t)
  for (const shown of [true, false]) {
    const { child, outcome } = start(['serve', '--demo-once', '--logLevel', 'error'], { home })
    let text = ''
    child.stdout?.on('data', (chunk) => (text += chunk))
    while (!text.includes(shown ? 'That was the demo' : 'Console:')) {
      assert.equal(child.exitCode, null, text)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    // Long enough for a demo that should not be there to begin: it begins within 100 ms of readiness.
    if (!shown) await new Promise((resolve) => setTimeout(resolve, 1000))
    child.kill('SIGTERM')
    const { code, stdout } = await outcome
    assert.equal(code, 0)
    assert.equal(stdout.includes('Offer 2025-0417'), shown)
  }
})

test('a service that cannot start says why: exit code 4, or that of serve', async (t) => {
  const home = join(temporaryFolder(t), 'file')
  mkdirSync(home, { mode: 0o700 })
  writeFileSync(join(home, 'config.yaml'), 'port: many\n')
  const env = { TALARIA_PORT: '' }
  const { code, stderr } = await talaria(['calc', 'eval', '1'], { home, env })
  assert.equal(code, 4)
  assert.match(stderr, /^UNREACHABLE: The service ended .+port/)
  assert.equal((await talaria(['serve'], { home, env })).code, 2)
  assert.match((await talaria(['doctor'], { home, env })).stdout, /^service +DOWN .+port/m)
})

test('where the usual port is taken, a service that nobody gave a port takes a free one', async (t) => {
  const blocker = createServer()
  // Whether we hold it or somebody else does, it is taken.
  await new Promise<void>((resolve) => {
    blocker.once('error', () => resolve())
    blocker.listen(8790, '127.0.0.1', resolve)
  })
  t.after(() => blocker.close())
  const home = serviceHome(t)
  const { stdout, stderr } = await talaria(['calc', 'eval', '7*6'], { home, env: { TALARIA_PORT: '' } })
  assert.equal(stdout, '42\n', stderr)
  assert.notEqual(serviceRecord(home).port, 8790)
})

test('a home that is a file is refused in one line', async (t) => {
  const home = join(temporaryFolder(t), 'file')
  writeFileSync(home, '')
  const { code, stderr } = await talaria(['calc', 'eval', '1'], { home })
  assert.equal(code, 4)
  assert.match(stderr, /^UNREACHABLE: .+\n$/)
})

test('a client of a home finds the service again after a restart on another port', async (t) => {
  const home = serviceHome(t)
  const client = createClient({ home, env: {} })
  const ports = new Set<number>()
  for (const input of ['1+1', '2+2']) {
    await talaria(['serve', '--detach'], { home })
    ports.add(serviceRecord(home).port)
    assert.equal((await client.calc.eval({ input })).result, input === '1+1' ? '2' : '4')
    await talaria(['stop'], { home })
  }
  assert.equal(ports.size, 2)
})
