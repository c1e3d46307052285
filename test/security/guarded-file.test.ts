import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { Fault, type FaultCode } from '../../bridge/faults.ts'
import { ProtectedPaths } from '../../bridge/protected-paths.ts'
import { openGuarded, type GuardedFileOptions } from '../../service/files/guarded-file.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'talaria-guarded-')))
after(() => rmSync(folder, { recursive: true, force: true }))
const at = (...names: string[]) => join(folder, ...names)
for (const name of ['secret', 'open', 'state']) mkdirSync(at(name))
writeFileSync(at('secret/key'), 'SECRET')
writeFileSync(at('state/owner.token'), 'SECRET')
writeFileSync(at('open/letter'), 'public')

const guard = new ProtectedPaths({ home: at('state'), homeDir: folder, extra: [at('secret')], env: {} })
const isProtected = (path: string) => guard.rootOf(path)

async function read(path: string, options: Partial<GuardedFileOptions> = {}): Promise<string> {
  const file = await openGuarded(path, { maxBytes: 1_000_000, isProtected, ...options })
  try {
    return Buffer.from(await file.read(options.signal)).toString()
  } finally {
    await file.close()
  }
}

const code =
  (...expected: FaultCode[]) =>
  (error: unknown) => {
    assert.ok(error instanceof Fault && expected.includes(error.code), String(error))
    return true
  }

const refuses = (path: string, ...expected: FaultCode[]) => assert.rejects(read(path), code(...expected))

test('a regular file is read, with its digest and its real place', async () => {
  symlinkSync(at('open'), at('shortcut'))
  const file = await openGuarded(at('shortcut/letter'), { maxBytes: 100, isProtected })
  assert.equal(file.path, at('open/letter'))
  assert.equal(file.size, 6)
  assert.equal(file.digest, undefined)
  assert.equal(Buffer.from(await file.read()).toString(), 'public')
  // printf public | sha256sum
  assert.equal(file.digest, 'sha256:efa1f375d76194fa51a3556a97e641e61685f914d446979da50a551a4333ffd7')
  await file.close()
})

test('above 64 KiB the bytes are in shared memory, below they are not', async () => {
  for (const size of [1, 65_536, 65_537, 3_000_000]) {
    const bytes = randomBytes(size)
    writeFileSync(at('open/blob'), bytes)
    const file = await openGuarded(at('open/blob'), { maxBytes: size, isProtected })
    const found = await file.read()
    await file.close()
    assert.equal(found.buffer instanceof SharedArrayBuffer, size > 65_536)
    assert.ok(bytes.equals(found))
    assert.equal(file.digest, `sha256:${createHash('sha256').update(bytes).digest('hex')}`)
  }
})

test('protected files are refused by every road', async () => {
  symlinkSync(at('secret'), at('open/way'))
  symlinkSync(at('secret/key'), at('open/file'))
  symlinkSync('way', at('open/way-of-way'))
  symlinkSync('../state', at('open/state'))
  mkdirSync(at('open/deep'))
  for (const path of [
    at('secret/key'),
    at('secret'),
    at('secret/none'),
    at('open/way/key'),
    at('open/way-of-way/key'),
    at('open/file'),
    `${folder}/open/../secret/key`,
    `${folder}/open/deep/.././../secret//key`,
    at('state/owner.token'),
    at('state'),
    at('open/state/owner.token'),
    '/etc/passwd',
    '/usr/bin/env',
    '/bin/sh',
    '/proc/self/environ',
    '/proc/self/cwd/package.json',
    `/proc/self/root${at('open/letter')}`,
    '/sys/kernel',
  ]) {
    await refuses(path, 'PROTECTED_PATH')
  }
})

test('whether a protected file exists does not show', async () => {
  const messages = await Promise.all(
    ['secret/key', 'secret/none', 'open/way/key', 'open/way/none'].map((name) =>
      read(at(name)).catch((error: Error) => error.message),
    ),
  )
  assert.equal(new Set(messages).size, 1)
})

test('what another process has open is not a way in', async () => {
  for (const path of ['/dev/stdin', '/dev/fd/0', '/dev/fd/1', '/proc/self/fd/0']) {
    await refuses(path, 'PROTECTED_PATH', 'NOT_A_FILE', 'NOT_FOUND')
  }
})

test('folders, devices, pipes and sockets are no files, and none of them is waited for', async () => {
  spawnSync('mkfifo', [at('open/pipe')])
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(at('open/s'), resolve))
  try {
    for (const path of [
      at('open'),
      '/',
      at('open/pipe'),
      at('open/s'),
      '/dev/null',
      '/dev/zero',
      '/dev/tty',
    ]) {
      await refuses(path, 'NOT_A_FILE')
    }
  } finally {
    server.close()
  }
})

test('names that are none are refused', async () => {
  for (const path of [
    '',
    'letter',
    './letter',
    '../etc/passwd',
    '~/.ssh/id',
    `${folder}/open/letter\0.pdf`,
    '\0',
    `/${'a'.repeat(5000)}`,
  ]) {
    await refuses(path, 'INVALID_INPUT')
  }
  await refuses(at('open', 'x'.repeat(300)), 'INVALID_INPUT')
  await refuses(at('open/none'), 'NOT_FOUND')
  await refuses(at('open/letter/below'), 'NOT_FOUND')
  await refuses(`${at('open/letter')}/`, 'NOT_FOUND')
  symlinkSync(at('open/circle'), at('open/circle'))
  await refuses(at('open/circle'), 'NOT_FOUND')
  symlinkSync(at('open/none'), at('open/dangling'))
  await refuses(at('open/dangling'), 'NOT_FOUND')
})

test('odd names of real files are read', async () => {
  for (const name of ['new\nline', '-rf', ' ', 'ünï', '😀', 'back\\slash', '%2e%2e', '$HOME', '~']) {
    writeFileSync(at('open', name), name)
    assert.equal(await read(at('open', name)), name)
  }
})

test('where names that differ in case name one file, protected ones are refused in any case', async () => {
  const caseless = new ProtectedPaths({
    home: at('state'),
    homeDir: folder,
    extra: [at('secret')],
    caseless: true,
  })
  for (const name of ['SECRET/key', 'Secret', 'STATE/owner.token']) {
    await assert.rejects(
      read(at(name), { isProtected: (path) => caseless.rootOf(path) }),
      code('PROTECTED_PATH'),
    )
  }
})

test('empty and oversized files are refused before anything is read', async () => {
  writeFileSync(at('open/empty'), '')
  await refuses(at('open/empty'), 'EMPTY_FILE')
  await assert.rejects(read(at('open/letter'), { maxBytes: 5 }), code('TOO_LARGE'))
  assert.equal(await read(at('open/letter'), { maxBytes: 6 }), 'public')
  writeFileSync(at('open/sparse'), '')
  truncateSync(at('open/sparse'), 2 ** 40)
  await refuses(at('open/sparse'), 'TOO_LARGE')
})

test('a file the user may not read is forbidden', () => {
  writeFileSync(at('open/private'), 'x')
  chmodSync(at('open/private'), 0)
  chmodSync(folder, 0o755)
  // The superuser may read everything: become nobody first.
  const script = `
    import { openGuarded } from ${JSON.stringify(new URL('../../service/files/guarded-file.js', import.meta.url).href)}
    if (process.getuid() === 0) process.setuid(65534)
    await openGuarded(process.argv[1], { maxBytes: 9, isProtected: async () => undefined }).then(
      () => console.log('read'), (error) => console.log(error.code))`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script, at('open/private')], {
    encoding: 'utf8',
  })
  assert.equal(run.stdout, 'FORBIDDEN\n', run.stderr)
})

test('a hard link to a file in a protected folder is a file of its own: known limit', async () => {
  linkSync(at('secret/key'), at('open/hard'))
  assert.equal(await read(at('open/hard')), 'SECRET')
})

const steps = ['resolved', 'checked', 'opened'] as const

for (const step of steps) {
  test(`a file swapped for a link into a protected folder once it is ${step}`, async () => {
    const target = at('open', `swap-${step}`)
    writeFileSync(target, 'public')
    const onStep = (now: string) => {
      if (now !== step) return
      rmSync(target, { force: true })
      symlinkSync(at('secret/key'), target)
    }
    await assert.rejects(read(target, { onStep }), code('PROTECTED_PATH'))
  })

  test(`a folder above swapped for a link into a protected folder once it is ${step}`, async () => {
    const parent = at('open', `parent-${step}`)
    mkdirSync(parent)
    writeFileSync(join(parent, 'key'), 'public')
    const onStep = (now: string) => {
      if (now !== step) return
      rmSync(parent, { recursive: true, force: true })
      symlinkSync(at('secret'), parent)
    }
    await assert.rejects(read(join(parent, 'key'), { onStep }), code('PROTECTED_PATH'))
  })

  test(`a folder above that is a link only while the file is opened, from ${step}`, async () => {
    const parent = at('open', `flash-${step}`)
    mkdirSync(parent)
    writeFileSync(join(parent, 'key'), 'public')
    const onStep = (now: string) => {
      if (now === step) {
        renameSync(parent, `${parent}-away`)
        symlinkSync(at('secret'), parent)
      }
      if (now === 'opened') {
        rmSync(parent)
        renameSync(`${parent}-away`, parent)
      }
    }
    // Read is what was checked, or nothing.
    await read(join(parent, 'key'), { onStep }).then(
      (text) => assert.equal(text, 'public'),
      code('PROTECTED_PATH', 'LOCKED'),
    )
  })

  test(`a file swapped for a pipe once it is ${step} is not waited for`, async () => {
    const target = at('open', `pipe-${step}`)
    writeFileSync(target, 'public')
    const onStep = (now: string) => {
      if (now !== step) return
      rmSync(target, { force: true })
      spawnSync('mkfifo', [target])
    }
    await assert.rejects(read(target, { onStep }), code('NOT_A_FILE'))
  })
}

test('a file replaced by a newer one, as editors save, is read as it is now', async () => {
  const target = at('open/saved')
  writeFileSync(target, 'old')
  let saves = 0
  const onStep = (now: string) => {
    if (now !== 'checked' || saves++ > 0) return
    writeFileSync(`${target}.new`, 'new')
    renameSync(`${target}.new`, target)
  }
  assert.equal(await read(target, { onStep }), 'new')
})

test('a file that never holds still is given up', async () => {
  const target = at('open/restless')
  writeFileSync(target, 'old')
  let saves = 0
  const onStep = (now: string) => {
    if (now !== 'checked') return
    saves++
    writeFileSync(`${target}.new`, 'new')
    renameSync(`${target}.new`, target)
  }
  await assert.rejects(read(target, { onStep }), code('LOCKED'))
  assert.equal(saves, 3)
})

test('what is held is what was checked, whatever takes its place', async () => {
  writeFileSync(at('open/held'), 'held')
  const file = await openGuarded(at('open/held'), { maxBytes: 100, isProtected })
  rmSync(at('open/held'))
  symlinkSync(at('secret/key'), at('open/held'))
  assert.equal(Buffer.from(await file.read()).toString(), 'held')
  await file.close()
})

test('a file that shrinks gives what is there; one that grows is read on, up to the limit', async () => {
  const path = at('open/changing')
  const open = (maxBytes: number) => {
    writeFileSync(path, 'x'.repeat(100_000))
    return openGuarded(path, { maxBytes, isProtected })
  }
  const shrunk = await open(100_000)
  truncateSync(path, 10)
  assert.equal((await shrunk.read()).length, 10)
  assert.equal(shrunk.digest, `sha256:${createHash('sha256').update('x'.repeat(10)).digest('hex')}`)
  truncateSync(path, 0)
  await assert.rejects(shrunk.read(), code('EMPTY_FILE'))
  await shrunk.close()

  const grown = await open(1_000_000)
  appendFileSync(path, 'y'.repeat(700_000))
  const bytes = await grown.read()
  const expected = 'x'.repeat(100_000) + 'y'.repeat(700_000)
  assert.equal(Buffer.from(bytes).toString(), expected)
  assert.equal(grown.digest, `sha256:${createHash('sha256').update(expected).digest('hex')}`)
  appendFileSync(path, 'z'.repeat(200_001))
  await assert.rejects(grown.read(), code('TOO_LARGE'))
  await grown.close()
})

test('a cancelled read ends with the reason', async () => {
  writeFileSync(at('open/long'), 'x'.repeat(900_000))
  const reason = new Fault('CANCELLED', 'gone')
  await assert.rejects(read(at('open/long'), { signal: AbortSignal.abort(reason) }), code('CANCELLED'))
  const file = await openGuarded(at('open/long'), { maxBytes: 1_000_000, isProtected })
  await assert.rejects(file.read(AbortSignal.abort(reason)), code('CANCELLED'))
  await file.close()
})

test(
  'no handle is left open by a refusal',
  { skip: process.platform !== 'linux' && 'counts handles in /proc' },
  async () => {
    const count = () => readdirSync('/proc/self/fd').length
    await read(at('open/letter'))
    const before = count()
    for (const step of steps) {
      const target = at('open', `leak-${step}`)
      writeFileSync(target, 'public')
      const onStep = (now: string) => {
        if (now === step) throw new Fault('CANCELLED', 'gone')
      }
      await assert.rejects(read(target, { onStep }), code('CANCELLED'))
    }
    await refuses(at('open/empty'), 'EMPTY_FILE')
    assert.equal(count(), before)
  },
)

/** Swaps a name back and forth between two things on another thread until stopped; each swap is one rename. */
function swapping(a: string, b: string, name: string): { stop: () => Promise<number> } {
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(
    `const { workerData: [a, b, name, stop], parentPort } = require('node:worker_threads')
     const { renameSync } = require('node:fs')
     let swaps = 0
     while (Atomics.load(stop, 0) === 0) {
       renameSync(name, a); renameSync(b, name)
       renameSync(name, b); renameSync(a, name)
       swaps += 2
     }
     parentPort.postMessage(swaps)`,
    { eval: true, workerData: [a, b, name, stop] },
  )
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        Atomics.store(stop, 0, 1)
      }),
  }
}

test('a thousand reads while a file and a link into a protected folder swap places', async () => {
  const name = at('open/race')
  writeFileSync(name, 'public')
  symlinkSync(at('secret/key'), at('open/race-b'))
  await race(name, swapping(at('open/race-a'), at('open/race-b'), name))
})

test('a thousand reads while the folder above and a link to a protected folder swap places', async () => {
  const parent = at('open/race-folder')
  mkdirSync(parent)
  writeFileSync(join(parent, 'key'), 'public')
  symlinkSync(at('secret'), at('open/race-folder-b'))
  await race(join(parent, 'key'), swapping(at('open/race-folder-a'), at('open/race-folder-b'), parent))
})

async function race(path: string, swapper: { stop: () => Promise<number> }): Promise<void> {
  const seen = new Map<string, number>()
  let swaps = 0
  try {
    for (let i = 0; i < 1000; i++) {
      const outcome = await read(path).catch((error: unknown) => {
        code('PROTECTED_PATH', 'NOT_FOUND', 'LOCKED')(error)
        return error instanceof Fault ? error.code : ''
      })
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
    }
  } finally {
    swaps = await swapper.stop()
  }
  assert.ok(swaps > 0)
  assert.ok(!seen.has('SECRET'), JSON.stringify([...seen]))
  assert.ok(seen.has('PROTECTED_PATH'), JSON.stringify([...seen]))
}
