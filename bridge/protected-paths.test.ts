import assert from 'node:assert/strict'
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { z } from 'zod'
import { root } from '../test/root.ts'
import { Fault } from './faults.ts'
import { ProtectedPaths } from './protected-paths.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'talaria-protected-')))
after(() => rmSync(home, { recursive: true }))
for (const folder of ['.ssh', 'pub', 'Documents/Taxes', 'state', '.hermes'])
  mkdirSync(join(home, folder), { recursive: true })
symlinkSync(join(home, '.ssh'), join(home, 'pub/link'))
symlinkSync('/etc', join(home, 'pub/e'))

const options = { home: join(home, 'state'), hermesHome: join(home, '.hermes'), homeDir: home, env: {} }
const paths = new ProtectedPaths({ ...options, extra: ['~/Documents/Taxes'] })
const at = (path: string) => join(home, path)

const Contract = z.object({
  cases: z.array(
    z.object({
      op: z.string(),
      id: z.string(),
      path: z.string().nullish(),
      protected: z.boolean().optional(),
      root: z.string().optional(),
      note: z.string().optional(),
    }),
  ),
})
const contract = Contract.parse(
  JSON.parse(readFileSync(join(root, 'test/fixtures/gate/permission_tiers.json'), 'utf8')),
)
for (const { id, op, path, root: expected, note, ...row } of contract.cases) {
  if (op !== 'protected' || typeof path !== 'string') continue
  test(`${id}: ${path}`, async () => {
    const found = await paths.rootOf(path)
    assert.equal(found !== undefined, row.protected)
    // Where /etc is itself a link (macOS), its real place may be the one that is named.
    if (expected !== undefined && note === undefined)
      assert.ok([expected, `/private${expected}`].includes(found ?? ''))
  })
}

test('the state folder is protected, and so are the sockets and tokens of others', async () => {
  const env = { XDG_RUNTIME_DIR: '/run/user/7', XDG_DATA_HOME: at('data') }
  const more = new ProtectedPaths({ ...options, env })
  assert.equal(await more.rootOf(at('state/agent.token')), '$TALARIA_HOME')
  assert.equal(await more.rootOf('$TALARIA_HOME/x'), '$TALARIA_HOME')
  assert.equal(await more.rootOf('/run/user/7/talaria/x.sock'), '$XDG_RUNTIME_DIR/talaria')
  assert.equal(await more.rootOf('/run/user/7/other'), undefined)
  assert.equal(await more.rootOf(at('data/keyrings/login')), '$XDG_DATA_HOME/keyrings')
  assert.equal(await more.rootOf(at('.hermes/herald-os/control.json')), '$HERMES_HOME/herald-os/control.json')
})

test('`..` is taken after links are followed, as the system does', async () => {
  mkdirSync(at('far/below'), { recursive: true })
  symlinkSync(at('far/below'), at('pub/deep'))
  mkdirSync(at('far/.keep'))
  const guarded = new ProtectedPaths({ ...options, extra: [at('far/.keep')] })
  // By its letters this is ~/pub/.keep.
  assert.equal(await guarded.rootOf(`${home}/pub/deep/../.keep/x`), at('far/.keep'))
})

test('what does not exist yet is judged by where it would come to be', async () => {
  assert.equal(await paths.rootOf(at('pub/link/new/deeper.txt')), '~/.ssh')
  assert.equal(await paths.rootOf(at('pub/new/deeper.txt')), undefined)
  symlinkSync(at('.ssh/not-yet'), at('pub/dangling'))
  symlinkSync('../.ssh/not-yet', at('pub/dangling-relative'))
  assert.equal(await paths.rootOf(at('pub/dangling')), '~/.ssh')
  assert.equal(await paths.rootOf(at('pub/dangling-relative')), '~/.ssh')
  symlinkSync(at('pub/circle'), at('pub/circle'))
  assert.equal(await paths.rootOf(at('pub/circle')), undefined)
})

test('a protected folder that is itself a link protects where it leads', async () => {
  mkdirSync(at('vault'))
  symlinkSync(at('vault'), at('.gnupg'))
  const guarded = new ProtectedPaths(options)
  assert.equal(await guarded.rootOf(at('vault/key')), '~/.gnupg')
  assert.equal(await guarded.rootOf(at('vaulted')), undefined)
})

test('a protected file is known by any name it has; a file within a protected folder only by its paths', async () => {
  writeFileSync(at('.hermes/.env'), 'KEY=1')
  writeFileSync(at('.ssh/id'), 'key')
  linkSync(at('.hermes/.env'), at('pub/innocent'))
  linkSync(at('.ssh/id'), at('pub/unknown'))
  const guarded = new ProtectedPaths(options)
  assert.equal(await guarded.rootOf(at('pub/innocent')), '$HERMES_HOME/.env')
  assert.equal(await guarded.rootOf(at('pub/unknown')), undefined)
})

test('a folder put elsewhere stays protected by identity until its place is looked up again', async () => {
  mkdirSync(at('moving'))
  const believing = new ProtectedPaths({ ...options, extra: [at('moving')], believeMs: Infinity })
  const doubting = new ProtectedPaths({ ...options, extra: [at('moving')], believeMs: -1 })
  assert.equal(await believing.rootOf(at('pub')), undefined)
  renameSync(at('moving'), at('moved'))
  assert.equal(await believing.rootOf(at('moved/x')), at('moving'))
  assert.equal(await doubting.rootOf(at('moved/x')), undefined)
  assert.equal(await doubting.rootOf(at('moving/x')), at('moving'))
})

test('where names differ in case only, so do not protected paths', async () => {
  const caseless = new ProtectedPaths({ ...options, caseless: true, extra: [at('Größe')] })
  for (const name of [
    '.SSH/id',
    '.sSh',
    '.s\u200csh/id',
    '.\u017f\u017fh',
    'GRÖSSE',
    'Gro\u0308ße/x',
    'STATE/agent.token',
  ]) {
    assert.notEqual(await caseless.rootOf(at(name)), undefined, name)
  }
  assert.equal(await caseless.rootOf('/ETC/hosts'), '/etc')
  assert.equal(await caseless.rootOf(at('.sshx')), undefined)
  const exact = new ProtectedPaths({ ...options, caseless: false })
  assert.equal(await exact.rootOf(at('.SSHX')), undefined)
})

test('paths are judged whole: no root is the beginning of a name', async () => {
  for (const path of ['/etc2', '/usr2/x', '/.usr', at('.ssh.pub'), at('state2')]) {
    assert.equal(await new ProtectedPaths({ ...options, caseless: false }).rootOf(path), undefined, path)
  }
  const everything = new ProtectedPaths({ ...options, extra: ['/'] })
  assert.equal(await everything.rootOf(at('pub')), '/')
})

test('a path that is none is refused', async () => {
  for (const path of ['', 'relative', './x', '~ada/x', '$NOWHERE/x', '/tmp/a\0b', `/${'x'.repeat(5000)}`]) {
    await assert.rejects(
      paths.rootOf(path),
      (error) => error instanceof Fault && error.code === 'INVALID_INPUT',
    )
  }
})
