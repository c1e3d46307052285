import assert from 'node:assert/strict'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Home, ServiceRecord, findService } from './home.ts'

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'talaria-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777

test('a home is made private, with two tokens of 32 random bytes that later starts keep', async (t) => {
  const folder = join(await folderFor(t), 'a/b/home')
  const first = await Home.open(folder)
  const { agent, owner } = first.tokens
  assert.equal(await modeOf(folder), 0o700)
  for (const [name, token] of [
    ['agent.token', agent],
    ['owner.token', owner],
  ] as const) {
    assert.equal(await modeOf(join(folder, name)), 0o600)
    assert.equal((await readFile(join(folder, name), 'utf8')).trim(), token)
    assert.match(token, /^[A-Za-z0-9_-]{43}$/)
    assert.equal(Buffer.from(token, 'base64url').length, 32)
  }
  assert.notEqual(agent, owner)
  await first.close()
  const second = await Home.open(folder)
  assert.deepEqual([second.tokens.agent, second.tokens.owner], [agent, owner])
  await second.close()
})

test('a home that others may read is made private; one that everybody may write is refused', async (t) => {
  const folder = await folderFor(t)
  await chmod(folder, 0o755)
  await (await Home.open(folder)).close()
  assert.equal(await modeOf(folder), 0o700)
  await chmod(folder, 0o777)
  await assert.rejects(Home.open(folder), { code: 'FORBIDDEN', message: /Everybody may write.*chmod 700/ })
})

test('a home of somebody else is refused', async (t) => {
  // Without the right to give a folder away, the root folder serves: it belongs to root.
  const root = process.getuid?.() === 0
  const folder = root ? await folderFor(t) : '/'
  if (root) await chown(folder, 12_345, 12_345)
  await assert.rejects(Home.open(folder), { code: 'FORBIDDEN', message: /belongs to user \d+/ })
})

test('a home that cannot be one says so', async (t) => {
  const folder = await folderFor(t)
  await writeFile(join(folder, 'file'), '')
  await assert.rejects(Home.open(join(folder, 'file')), { code: 'NOT_A_FILE' })
  await assert.rejects(Home.open(join(folder, 'file/home')), { code: 'NOT_A_FILE' })
  await assert.rejects(Home.open('relative/home'), { code: 'INVALID_INPUT' })
})

test('a token that a crash or an editor cut short is replaced; a readable one is made private', async (t) => {
  const folder = await folderFor(t)
  const first = await Home.open(folder)
  const { owner } = first.tokens
  await first.close()
  await writeFile(join(folder, 'agent.token'), 'short')
  await chmod(join(folder, 'owner.token'), 0o644)
  const second = await Home.open(folder)
  assert.match(second.tokens.agent, /^[A-Za-z0-9_-]{43}$/)
  assert.equal((await readFile(join(folder, 'agent.token'), 'utf8')).trim(), second.tokens.agent)
  assert.equal(second.tokens.owner, owner)
  assert.equal(await modeOf(join(folder, 'owner.token')), 0o600)
  await second.close()
})

test('a token file that is a link is refused, and the lock is free afterwards', async (t) => {
  const folder = await folderFor(t)
  const elsewhere = join(await folderFor(t), 'token')
  await writeFile(elsewhere, 'x'.repeat(43))
  await symlink(elsewhere, join(folder, 'owner.token'))
  await assert.rejects(Home.open(folder), { code: 'FORBIDDEN', message: /symbolic link/ })
  await rm(join(folder, 'owner.token'))
  await (await Home.open(folder)).close()
})

test('tokens name their caller; host tokens are issued, listed, replaced and revoked, across starts', async (t) => {
  const folder = await folderFor(t)
  const first = await Home.open(folder)
  const hermes = await first.tokens.issueHostToken('hermes')
  const old = await first.tokens.issueHostToken('vs-code')
  const replaced = await first.tokens.issueHostToken('vs-code')
  assert.deepEqual(first.tokens.identify(first.tokens.agent), { id: 'agent', role: 'agent' })
  assert.deepEqual(first.tokens.identify(first.tokens.owner), { id: 'owner', role: 'owner' })
  assert.deepEqual(first.tokens.identify(hermes), { id: 'host:hermes', role: 'host' })
  assert.equal(first.tokens.identify(old), undefined)
  for (const wrong of ['', 'x', first.tokens.agent.slice(0, -1), `${first.tokens.agent} `]) {
    assert.equal(first.tokens.identify(wrong), undefined)
  }
  await first.close()

  const second = await Home.open(folder)
  assert.deepEqual(
    second.tokens.listHosts().map(({ name }) => name),
    ['hermes', 'vs-code'],
  )
  assert.equal(second.tokens.identify(replaced)?.id, 'host:vs-code')
  await second.tokens.revokeHostToken('hermes')
  assert.equal(second.tokens.identify(hermes), undefined)
  await assert.rejects(second.tokens.revokeHostToken('hermes'), { code: 'NOT_FOUND' })
  for (const bad of ['', '../x', 'A', 'a/b', 'x'.repeat(65)]) {
    await assert.rejects(second.tokens.issueHostToken(bad), { code: 'INVALID_INPUT' })
  }
  const kept = await readFile(join(folder, 'hosts/vs-code.json'), 'utf8')
  assert.ok(!kept.includes(replaced), 'the token itself is not on disk')
  assert.deepEqual(await readdir(join(folder, 'hosts')), ['vs-code.json'])
  await second.close()
})

test('service.json tells where the service is, and is gone afterwards', async (t) => {
  const folder = await folderFor(t)
  assert.equal(await findService(folder), undefined)
  const home = await Home.open(folder)
  assert.equal(await findService(folder), undefined)
  const startedAt = new Date('2026-08-01T10:00:00Z')
  await home.announce({ port: 8790, version: '1.2.3', startedAt })
  const record = { pid: process.pid, port: 8790, version: '1.2.3', startedAt: '2026-08-01T10:00:00.000Z' }
  assert.deepEqual(await findService(folder), record)
  assert.deepEqual(
    ServiceRecord.parse(JSON.parse(await readFile(join(folder, 'service.json'), 'utf8'))),
    record,
  )
  assert.equal(await modeOf(join(folder, 'service.json')), 0o600)
  await home.close()
  assert.equal(await findService(folder), undefined)
  assert.ok(!(await readdir(folder)).includes('service.json'))
})

test('what a crash left in the home is swept at the start', async (t) => {
  const folder = await folderFor(t)
  await mkdir(join(folder, 'hosts'), { recursive: true })
  await writeFile(join(folder, '.tmp-1'), '')
  await writeFile(join(folder, 'hosts/.tmp-2'), '')
  await writeFile(
    join(folder, 'service.json'),
    JSON.stringify({ pid: 1, port: 1, version: '', startedAt: '' }),
  )
  const home = await Home.open(folder)
  assert.deepEqual((await readdir(folder)).sort(), ['agent.token', 'hosts', 'lock', 'owner.token'])
  assert.deepEqual(await readdir(join(folder, 'hosts')), [])
  await home.close()
})
