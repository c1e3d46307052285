import assert from 'node:assert/strict'
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { read } from '../../bridge/operations/documents.ts'
import { line, pdfOf } from '../pdf-builder.ts'
import { repeats } from '../random.ts'
import { FILTER, READ, Scene } from './scene.ts'

/** Every road to a protected file or folder that a path can take. */
function roadsInto(scene: Scene): Record<string, string> {
  const { home } = scene.service
  const { folder } = scene
  mkdirSync(join(folder, 'deep'), { recursive: true })
  symlinkSync(home, join(folder, 'to-home'))
  symlinkSync(join(home, 'owner.token'), join(folder, 'to-token'))
  symlinkSync(join(folder, 'to-home'), join(folder, 'deep', 'to-link'))
  symlinkSync(relative(join(folder, 'deep'), home), join(folder, 'deep', 'relative'))
  return {
    'the state folder itself': home,
    'a file in it': join(home, 'owner.token'),
    'one that is not there': join(home, 'no-such-file'),
    'with dots': `${folder}/deep/../../${relative(join(folder, '..'), home)}/owner.token`,
    'with doubled slashes': `//${home}//owner.token`.replace('///', '//'),
    'a link to the folder': join(folder, 'to-home'),
    'through a link to the folder': join(folder, 'to-home', 'owner.token'),
    'a link to the file': join(folder, 'to-token'),
    'a link to a link': join(folder, 'deep', 'to-link', 'owner.token'),
    'through a relative link': join(folder, 'deep', 'relative', 'agent.token'),
    'by the handle of a process': `/proc/self/root${home}/owner.token`,
    'keys of the user': join(homedir(), '.ssh', 'id_ed25519'),
  }
}

test('every road to what is protected is PROTECTED_PATH as the only file', async (t) => {
  const scene = await Scene.open(t)
  for (const [what, path] of Object.entries(roadsInto(scene))) {
    if (path.startsWith('/proc') && process.platform !== 'linux') continue
    await t.test(what, async () => {
      for (const json of [{ path }, { source: { path } }]) {
        const { status, body } = await scene.ask(READ, { json })
        assert.equal(body['code'], 'PROTECTED_PATH', `${path}: ${JSON.stringify(body)}`)
        assert.equal(status, 403)
      }
      const picture = { source: { path }, steps: [{ op: 'gaussianBlur', sigmaPx: 1 }] }
      assert.equal((await scene.ask(FILTER, { json: picture })).body['code'], 'PROTECTED_PATH')
      // As a job too, before it is accepted.
      const job = await scene.ask(READ, { json: { path }, headers: { prefer: 'respond-async' } })
      assert.equal(job.body['code'], 'PROTECTED_PATH')
    })
  }
  await t.test('every file that is really in the state folder', async () => {
    for (const name of readdirSync(scene.service.home, { recursive: true, encoding: 'utf8' })) {
      const { body } = await scene.ask(READ, { json: { path: join(scene.service.home, name) } })
      assert.equal(body['code'], 'PROTECTED_PATH', name)
    }
  })
  await scene.unharmed()
})

test('among several files each is an error of its entry, and the others are read', async (t) => {
  const scene = await Scene.open(t)
  const good = scene.file('good.pdf', pdfOf([line('A good file', 72, 700)]))
  const roads = Object.entries(roadsInto(scene)).filter(
    ([, path]) => process.platform === 'linux' || !path.startsWith('/proc'),
  )
  const sources = [{ path: good }, ...roads.map(([, path]) => ({ path })), { path: good }]
  for (const prefer of ['none', 'wait=30']) {
    const { status, body } = await scene.ask(READ, { json: { sources }, headers: { prefer } })
    assert.equal(status, 200, JSON.stringify(body))
    const { documents } = read.output.parse(body)
    assert.equal(documents[0]?.pages[0]?.text, 'A good file')
    assert.equal(documents.at(-1)?.duplicateOf, 0)
    documents.slice(1, -1).forEach(({ error, pages, sha256, bytes }, index) => {
      assert.deepEqual(
        [error?.code, error?.retryable, pages],
        ['PROTECTED_PATH', false, []],
        roads[index]?.[0],
      )
      // Neither what is in it nor how large it is shows.
      assert.deepEqual([sha256, bytes], [undefined, undefined])
    })
  }
  await scene.unharmed()
})

test('what is no file is not waited for', async (t) => {
  const scene = await Scene.open(t)
  execFileSync('mkfifo', [join(scene.folder, 'pipe')])
  for (const [path, code] of [
    [join(scene.folder, 'pipe'), 'NOT_A_FILE'],
    ['/dev/zero', 'NOT_A_FILE'],
    ['/dev/tty', 'NOT_A_FILE'],
    [`${scene.folder}/a\0b`, 'INVALID_INPUT'],
    ['letter.pdf', 'INVALID_INPUT'],
    ['file:///etc/hostname', 'INVALID_INPUT'],
    [join(scene.folder, 'x'.repeat(300)), 'INVALID_INPUT'],
    [join(scene.folder, 'none'), 'NOT_FOUND'],
  ] as const) {
    const { body } = await scene.ask(READ, { json: { path } })
    assert.equal(body['code'], code, `${path}: ${JSON.stringify(body)}`)
  }
  // A folder stands for the documents in it, which a pipe is none of.
  const { body } = await scene.ask(READ, { json: { path: scene.folder } })
  assert.deepEqual(body, {
    documents: [],
    skipped: [{ path: scene.folder, reason: 'There is no document in this folder.' }],
  })
  await scene.unharmed()
})

for (const what of ['file', 'folder'] as const) {
  test(`a link that swaps places with a ${what} while it is read over HTTP never leads into what is protected`, async (t) => {
    const scene = await Scene.open(t)
    const { service, folder } = scene
    const good = 'Nothing secret.'
    mkdirSync(join(folder, 'open'))
    scene.file('open/agent.token', good)
    const swapper = fork(fileURLToPath(new URL('./swapper.js', import.meta.url)), [
      folder,
      service.home,
      what,
    ])
    t.after(() => swapper.kill('SIGKILL'))
    await once(swapper, 'message')
    const path = what === 'file' ? join(folder, 'swapped') : join(folder, 'swapped', 'agent.token')
    const outcomes = new Map<string, number>()
    const calls = repeats(400, 20_000)
    const one = async (): Promise<void> => {
      const response = await service.call('/v1/test/echo', {
        json: { source: { path } },
        headers: { accept: 'application/octet-stream' },
      })
      const text = await response.text()
      const outcome: string = response.ok ? 'read' : JSON.parse(text).code
      if (response.ok) assert.equal(text, good)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    for (let done = 0; done < calls; done += 8) await Promise.all(Array.from({ length: 8 }, one))
    swapper.kill('SIGKILL')
    t.diagnostic(JSON.stringify(Object.fromEntries(outcomes)))
    const allowed = ['read', 'PROTECTED_PATH', 'LOCKED', 'NOT_FOUND', 'NOT_A_FILE']
    assert.deepEqual(
      [...outcomes.keys()].filter((outcome) => !allowed.includes(outcome)),
      [],
    )
    // How often the good file is met depends on the machine; the protected one is met at once.
    assert.ok((outcomes.get('PROTECTED_PATH') ?? 0) > 0, 'the protected file was met')
    await scene.unharmed()
  })
}
