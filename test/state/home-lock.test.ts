import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Home, findService } from '../../service/stores/home.ts'
import { HomeLock } from '../../service/stores/home-lock.ts'
import { thisProcess } from '../../service/stores/process-identity.ts'

const child = fileURLToPath(new URL('./lock-child.js', import.meta.url))

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'talaria-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a process that opens the home, and waits for what it says. */
async function starter(t: TestContext, home: string): Promise<{ process: ChildProcess; said: string }> {
  const started = spawn(process.execPath, [child, home], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => started.kill('SIGKILL'))
  let said = ''
  started.stdout.on('data', (data: Buffer) => (said += data.toString()))
  while (!said.includes('\n')) await once(started.stdout, 'data')
  return { process: started, said: said.trim() }
}

test('several starters at once end with one, again after it is killed, and again', async (t) => {
  const home = join(await folderFor(t), 'home')
  for (let round = 0; round < 4; round++) {
    const all = await Promise.all(Array.from({ length: 5 }, () => starter(t, home)))
    const held = all.filter(({ said }) => said === 'held')
    const [winner] = held
    assert.ok(winner && held.length === 1, `round ${round}: ${all.map(({ said }) => said).join(' ')}`)
    assert.ok(all.every(({ said }) => said === 'held' || said === 'LOCKED'))
    assert.equal((await findService(home))?.pid, winner.process.pid)
    winner.process.kill('SIGKILL')
    await once(winner.process, 'exit')
    assert.equal(await findService(home), undefined, 'the service.json of a dead service is not believed')
  }
  const last = await Home.open(home)
  assert.deepEqual(
    (await readdir(join(home, 'lock'))).filter((name) => /^\d+$/.test(name)).length,
    1,
    'locks of earlier holders are gone',
  )
  await last.close()
})

test('a second service hears the pid and port of the first', async (t) => {
  const home = await folderFor(t)
  const first = await starter(t, home)
  await assert.rejects(Home.open(home), (error: Error & { code: string; data: object }) => {
    assert.equal(error.code, 'LOCKED')
    assert.deepEqual(error.data, { pid: first.process.pid, port: 4321 })
    assert.match(error.message, new RegExp(`pid ${first.process.pid}, port 4321`))
    return true
  })
  first.process.stdin?.end()
  await once(first.process, 'exit')
  assert.ok(!(await readdir(home)).includes('service.json'), 'removed by an orderly end')
  await (await Home.open(home)).close()
})

test('a stopped holder still holds', async (t) => {
  const home = await folderFor(t)
  const first = await starter(t, home)
  first.process.kill('SIGSTOP')
  await assert.rejects(Home.open(home), { code: 'LOCKED' })
  first.process.kill('SIGCONT')
})

test('a process that got the number of a dead holder does not count as it', async (t) => {
  const folder = await folderFor(t)
  const here = await thisProcess()
  const dead = { ...here, started: `${here.started}0` }
  await writeFile(join(folder, '000000007'), JSON.stringify({ holder: dead, released: false }))
  const lock = await HomeLock.acquire(folder)
  assert.deepEqual(await readdir(folder), ['000000008'])
  assert.equal((await HomeLock.holder(folder))?.pid, process.pid)
  await lock.release()
  assert.equal(await HomeLock.holder(folder), undefined)
})

test('a holder from before a restart of the machine does not count', async (t) => {
  const folder = await folderFor(t)
  const here = await thisProcess()
  const before = { ...here, boot: 'another boot' }
  await writeFile(join(folder, '000000001'), JSON.stringify({ holder: before, released: false }))
  await (await HomeLock.acquire(folder)).release()
})

test('a damaged lock is taken over', async (t) => {
  const folder = await folderFor(t)
  await writeFile(join(folder, '000000003'), '{"holder":')
  await (await HomeLock.acquire(folder)).release()
})

test('within one process the lock is exclusive, too, and released at once', async (t) => {
  const folder = await folderFor(t)
  const lock = await HomeLock.acquire(folder)
  await assert.rejects(HomeLock.acquire(folder), { code: 'LOCKED' })
  await lock.release()
  await (await HomeLock.acquire(folder)).release()
})

test('a holder in another container answers; one that is gone does not', async (t) => {
  const folder = await folderFor(t)
  const here = await thisProcess()
  const lock = await HomeLock.acquire(folder, { here: { ...here, space: 'pid:[another]' } })
  await assert.rejects(HomeLock.acquire(folder, { here, patienceMs: 5000 }), { code: 'LOCKED' })
  const [name = ''] = await readdir(folder)
  const record = await readFile(join(folder, name), 'utf8')
  await lock.release()
  await writeFile(join(folder, name), record)
  const next = await HomeLock.acquire(folder, { here, patienceMs: 1200 })
  assert.ok(!(await readdir(folder)).some((entry) => entry.startsWith('ask-')))
  await next.release()
})

test('of many that find a dead holder at the same moment exactly one takes over, 60 times', async (t) => {
  const folder = await folderFor(t)
  const here = await thisProcess()
  const dead = { ...here, started: 'long ago' }
  for (let round = 0; round < 60; round++) {
    const highest = Math.max(0, ...(await readdir(folder)).map(Number).filter(Number.isInteger))
    const name = String(highest + 1).padStart(9, '0')
    await writeFile(join(folder, name), JSON.stringify({ holder: dead, released: false }))
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => HomeLock.acquire(folder, { here })),
    )
    const won = tries.filter((outcome) => outcome.status === 'fulfilled')
    assert.equal(won.length, 1)
    for (const outcome of tries) {
      if (outcome.status === 'rejected') assert.equal(outcome.reason.code, 'LOCKED', String(outcome.reason))
    }
    await won[0]?.value.release()
  }
})
