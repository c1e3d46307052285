import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fault } from '../../bridge/faults.ts'
import { stateName } from './watch-state.ts'
import { WatchedFolder, type WatchClient, type WatchEvent } from './watched-folder.ts'
import { digestOf } from './write-new.ts'

/** A service that makes "PDF of <bytes>" of whatever it is given, named by the first line of it. */
function fakeService() {
  const blobs = new Map<string, Uint8Array>()
  const asked: string[] = []
  const service = { pages: ['ocr'] }
  let failing: Error | undefined
  const put = (bytes: Uint8Array): { blob: string } => {
    blobs.set(digestOf(bytes), bytes)
    return { blob: digestOf(bytes) }
  }
  const textOf = ({ source }: { source: { blob: string } }): string =>
    Buffer.from(blobs.get(source.blob) ?? []).toString()
  const client: WatchClient = {
    blobs: {
      put: async (bytes) => put(bytes),
      get: async (digest) => {
        if (failing) throw failing
        return blobs.get(digest) ?? new Uint8Array()
      },
    },
    documents: {
      read: async (input) => {
        const [name = ''] = textOf(input).split('\n')
        asked.push(name)
        if (name === 'broken') throw fault('DAMAGED', 'It is broken.')
        return { documents: [{ hints: name === '' ? {} : { suggestedName: `${name}.jpg` } }] }
      },
      searchable: async (input) => ({
        pdf: put(Buffer.from(`PDF of ${textOf(input)}`)),
        pages: service.pages.map((from) => ({ from })),
      }),
    },
  }
  return Object.assign(service, {
    client,
    asked,
    fail: (error: Error | undefined): void => void (failing = error),
  })
}

function scene(context: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'talaria-watch-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const [from, to] = [join(folder, 'in'), join(folder, 'out')]
  mkdirSync(from)
  const service = fakeService()
  const signal = new AbortController().signal
  const open = (more: object = {}) =>
    WatchedFolder.open({ client: service.client, from, to, settleMs: 0, ...more })
  const round = async (watched: WatchedFolder): Promise<string[]> => {
    const events: WatchEvent[] = []
    await watched.round((event) => void events.push(event), signal)
    return events.map(({ file, state, to, fault }) => `${file} ${state} ${to ?? fault?.code}`)
  }
  return {
    from,
    to,
    service,
    open,
    round,
    write: (name: string, text: string): void => writeFileSync(join(from, name), text),
    written: (): string[] => readdirSync(to).filter((name) => name !== stateName),
  }
}

test('scans become PDFs named by what is in them; a broken one is told and does not stop the others', async (t) => {
  const { open, round, write, written, to, from } = scene(t)
  write('a.jpg', 'Acme invoice\n1')
  write('b.pdf', 'broken')
  write('c.PNG', '')
  write('notes.txt', 'no scan')
  write('.hidden.pdf', 'hidden')
  const watched = await open()
  assert.deepEqual((await round(watched)).sort(), [
    'a.jpg written Acme invoice.pdf',
    'b.pdf failed DAMAGED',
    'c.PNG failed EMPTY_FILE',
  ])
  assert.deepEqual(await round(watched), [])
  assert.deepEqual(written(), ['Acme invoice.pdf'])
  assert.equal(readFileSync(join(to, 'Acme invoice.pdf'), 'utf8'), 'PDF of Acme invoice\n1')
  assert.equal(readFileSync(join(from, 'a.jpg'), 'utf8'), 'Acme invoice\n1')
  // A file that failed is looked at again once it has changed.
  write('b.pdf', 'Mended\n')
  assert.deepEqual(await round(watched), ['b.pdf written Mended.pdf'])
})

test('what is written says whether text was recognised, was there, or is nowhere', async (t) => {
  const { open, write, service } = scene(t)
  for (const [pages, found] of [
    [['text', 'ocr'], 'recognised'],
    [['none', 'text'], 'text'],
    [['none'], 'none'],
  ] as const) {
    service.pages = [...pages]
    write('a.jpg', `Acme\n${found}`)
    const events: WatchEvent[] = []
    await (await open()).round((event) => void events.push(event), new AbortController().signal)
    assert.deepEqual(
      events.map((event) => event.found),
      [found],
    )
  }
})

test('a name that is taken gets a number; nothing is replaced', async (t) => {
  const { open, round, write, written, to } = scene(t)
  mkdirSync(to)
  writeFileSync(join(to, 'Acme.pdf'), 'somebody else wrote this')
  write('a.jpg', 'Acme\n1')
  write('b.jpg', 'Acme\n2')
  await round(await open())
  assert.deepEqual(written().sort(), ['Acme (2).pdf', 'Acme (3).pdf', 'Acme.pdf'])
  assert.equal(readFileSync(join(to, 'Acme.pdf'), 'utf8'), 'somebody else wrote this')
})

test('after a restart, and of a copy, nothing is done twice', async (t) => {
  const { open, round, write, written, service, to } = scene(t)
  write('a.jpg', 'Acme\n1')
  await round(await open())
  write('copy.jpg', 'Acme\n1')
  const lines = await round(await open())
  assert.deepEqual(lines.sort(), ['a.jpg known Acme.pdf', 'copy.jpg known Acme.pdf'])
  assert.equal(service.asked.length, 1)
  // Killed between writing the file and remembering it: the file that is there is the one.
  rmSync(join(to, stateName))
  assert.deepEqual((await round(await open())).sort(), ['a.jpg written Acme.pdf', 'copy.jpg known Acme.pdf'])
  assert.deepEqual(written(), ['Acme.pdf'])
})

test('what is interrupted leaves no half file, and is done in the next round', async (t) => {
  const { open, round, write, written, service, to } = scene(t)
  write('a.jpg', 'Acme\n1')
  service.fail(fault('UNREACHABLE', 'gone'))
  await assert.rejects(round(await open()), { code: 'UNREACHABLE' })
  assert.deepEqual(written(), [])
  service.fail(fault('BUSY', 'later'))
  const watched = await open()
  assert.deepEqual(await round(watched), ['a.jpg failed BUSY'])
  service.fail(undefined)
  writeFileSync(join(to, '.talaria-0a1b2c3d.part'), 'half')
  assert.deepEqual(await round(watched), ['a.jpg written Acme.pdf'])
  await open()
  assert.deepEqual(written(), ['Acme.pdf'])
})

test('a file that is still being written waits', async (t) => {
  const { open, write, from } = scene(t)
  write('a.jpg', 'Acme\n1')
  const watched = await open({ settleMs: 60_000 })
  const events: WatchEvent[] = []
  const { unsettled } = await watched.round((event) => void events.push(event), new AbortController().signal)
  assert.deepEqual([unsettled, events], [1, []])
  // Its own time can be set, years back or ahead; when the system changed it cannot.
  utimesSync(join(from, 'a.jpg'), 1, 1)
  assert.equal((await watched.round(() => undefined, new AbortController().signal)).unsettled, 1)
})

test('a file from a camera whose clock is ahead is taken', async (t) => {
  const { open, round, write, from } = scene(t)
  write('a.jpg', 'Acme\n1')
  utimesSync(join(from, 'a.jpg'), 4e9, 4e9)
  assert.deepEqual(await round(await open()), ['a.jpg written Acme.pdf'])
})

test('folders that go or cannot be written to end it with a fault', async (t) => {
  const { open, round, write, from, to } = scene(t)
  write('a.jpg', 'Acme\n1')
  const watched = await open()
  rmSync(to, { recursive: true })
  await assert.rejects(round(watched), { code: 'FORBIDDEN' })
  rmSync(from, { recursive: true })
  await assert.rejects(round(watched), { code: 'NOT_FOUND' })
  mkdirSync(from)
  writeFileSync(join(from, '..', 'file'), '')
  await assert.rejects(open({ to: join(from, '..', 'file', 'out') }), { code: 'FORBIDDEN' })
})

test('a trial writes nothing, not even the folder', async (t) => {
  const { open, round, write, to } = scene(t)
  write('a.jpg', 'Acme\n1')
  assert.deepEqual(await round(await open({ dryRun: true })), ['a.jpg would write Acme.pdf'])
  assert.throws(() => readdirSync(to), { code: 'ENOENT' })
})

test('folders that do not fit are refused', async (t) => {
  const { open, from, to } = scene(t)
  await assert.rejects(open({ to: join(from, 'out') }), { code: 'INVALID_INPUT' })
  await assert.rejects(open({ to: from }), { code: 'INVALID_INPUT' })
  mkdirSync(join(to, 'in'), { recursive: true })
  await assert.rejects(open({ from: join(to, 'in') }), { code: 'INVALID_INPUT' })
  await assert.rejects(open({ from: join(from, 'none') }), { code: 'NOT_FOUND' })
  writeFileSync(join(to, stateName), '{"version": 7}')
  await assert.rejects(open(), { code: 'DAMAGED' })
})

test('what a file suggests for its name cannot lead out of the folder', async (t) => {
  const { open, round, write, written } = scene(t)
  write('a.jpg', '../../evil\n')
  await round(await open())
  assert.deepEqual(written(), ['..-..-evil.pdf'])
})
