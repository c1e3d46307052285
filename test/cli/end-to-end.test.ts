import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { root } from '../root.ts'
import { http, program, serviceRecord, talaria, type Run } from './talaria.ts'

const letter = join(root, 'samples/letter.pdf')
const report = join(root, 'samples/report.pdf')
const picture = join(root, 'samples/picture.png')
const steps = [{ op: 'gaussianBlur', sigmaPx: 2 }]
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'talaria-cli-'))
const home = join(folder, 'home')
const run = (argv: readonly string[], more: Partial<Run> = {}) => talaria(argv, { home, ...more })

before(async () => {
  const { code, stderr } = await run(['serve', '--detach'])
  assert.equal(code, 0, stderr)
})
after(async () => {
  await run(['stop'])
  rmSync(folder, { recursive: true, force: true })
})

async function overHttp(path: string, input: unknown): Promise<Buffer> {
  const response = await http(home, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return Buffer.from(await response.arrayBuffer())
}

test('--json prints exactly the bytes HTTP answers, results and faults alike', async () => {
  const missing = join(folder, 'missing.pdf')
  const calls: { argv: string[]; path: string; input: unknown; code: number }[] = [
    {
      argv: ['calc', 'eval', '22/7', '--precision', '9'],
      path: '/v1/calc/eval',
      input: { input: '22/7', precision: 9 },
      code: 0,
    },
    { argv: ['calc', 'eval', '-5+3'], path: '/v1/calc/eval', input: { input: '-5+3' }, code: 0 },
    { argv: ['calc', 'eval', '1/0'], path: '/v1/calc/eval', input: { input: '1/0' }, code: 1 },
    { argv: ['documents', 'read', letter], path: '/v1/documents/read', input: { path: letter }, code: 0 },
    {
      argv: ['documents', 'read', report, letter, '--pages', '1'],
      path: '/v1/documents/read',
      input: { sources: [{ path: report }, { path: letter }], pages: '1' },
      code: 0,
    },
    {
      argv: ['documents', 'read', missing],
      path: '/v1/documents/read',
      input: { source: { path: missing } },
      code: 1,
    },
    {
      argv: ['documents', 'read', letter, missing],
      path: '/v1/documents/read',
      input: { sources: [{ path: letter }, { path: missing }] },
      code: 3,
    },
    {
      argv: ['image', 'filter', picture, '--steps', JSON.stringify(steps), '--output.format', 'png'],
      path: '/v1/image/filter',
      input: { source: { path: picture }, steps },
      code: 0,
    },
    { argv: ['bridge', 'policy'], path: '/v1/bridge/policy', input: {}, code: 0 },
  ]
  for (const { argv, path, input, code } of calls) {
    const outcome = await run([...argv, '--json'])
    assert.deepEqual(outcome.bytes, await overHttp(path, input), argv.join(' '))
    assert.equal(outcome.code, code, argv.join(' '))
  }
})

test('a file on standard input gives the same text as by path', async () => {
  const bytes = readFileSync(report)
  const piped = await run(['documents', 'read', '-', '--pages', '2', '--json'], { input: bytes })
  const raw = await http(home, '/v1/documents/read?pages=2&name=stdin', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes,
  })
  assert.deepEqual(piped.bytes, Buffer.from(await raw.arrayBuffer()))
  const byPath = await run(['documents', 'read', report, '--pages', '2', '--json'])
  assert.deepEqual(JSON.parse(piped.stdout).documents[0].pages, JSON.parse(byPath.stdout).documents[0].pages)
})

test('a file on standard input may be one of several', async () => {
  const { code, stdout } = await run(['documents', 'read', letter, '-', '--json'], {
    input: readFileSync(report),
  })
  assert.equal(code, 0)
  const names = JSON.parse(stdout).documents.map(({ name }: { name: string }) => name)
  assert.deepEqual(names, ['letter.pdf', 'stdin'])
})

test('standard input is the text of a text field, or the whole input', async () => {
  assert.equal((await run(['calc', 'eval', '-'], { input: '2 + 2\n' })).stdout, '4\n')
  assert.equal((await run(['calc', 'eval', '--input', '-'], { input: '{"input":"6*7"}' })).stdout, '42\n')
})

test('an empty or unreadable file on standard input is its fault', async () => {
  const empty = await run(['documents', 'read', '-'], { input: '' })
  assert.equal(empty.code, 1)
  assert.match(empty.stderr, /^EMPTY_FILE: /)
  const other = await run(['image', 'filter', '-', '--steps', JSON.stringify(steps)], { input: 'no picture' })
  assert.equal(other.code, 1)
  assert.match(other.stderr, /^[A-Z_]+: /)
})

test('relative paths start from the folder of the command', async () => {
  copyFileSync(letter, join(folder, 'here.pdf'))
  const { code, stdout } = await run(['documents', 'read', 'here.pdf'], { cwd: folder })
  assert.equal(code, 0)
  assert.match(stdout, /^here\.pdf \(1 page, application\/pdf\)\n(?:\w+: .*\n)*\nPage 1\n/)
  assert.match(stdout, /Offer 2025-0417/)
})

test('some files failed: the others are shown, each failure is a line, exit code 3', async () => {
  writeFileSync(join(folder, 'noise.pdf'), '%PDF-1.7 and nothing more')
  const { code, stdout, stderr } = await run(['documents', 'read', letter, 'noise.pdf', 'missing.pdf'], {
    cwd: folder,
  })
  assert.equal(code, 3)
  assert.match(stdout, /Offer 2025-0417/)
  const failures = stderr.trim().split('\n')
  assert.equal(failures.length, 2)
  assert.match(failures[1] ?? '', /missing\.pdf: NOT_FOUND: /)
})

test('a fault is one line with code, detail and what to do, exit code 1', async () => {
  const { code, stdout, stderr } = await run(['calc', 'eval', '(2'])
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^SYNTAX: .+\n$/)
})

test('pages are drawn into a folder, one into a file', async () => {
  const pages = join(folder, 'pages')
  const argv = ['documents', 'render', report, '--dpi', '36']
  const several = await run([...argv, '--pages', '2-3', '--format', 'jpeg', '--out', `${pages}/`])
  assert.equal(several.code, 0, several.stderr)
  assert.deepEqual(readdirSync(pages), ['page-2.jpg', 'page-3.jpg'])
  assert.ok(several.stdout.startsWith(`${join(pages, 'page-2.jpg')} (image/jpeg, `))
  const bytes = readFileSync(join(pages, 'page-3.jpg'))
  assert.deepEqual([...bytes.subarray(0, 3)], [0xff, 0xd8, 0xff])
  const again = await run([...argv, '--pages', '2', '--format', 'jpeg', '--out', pages])
  assert.match(again.stderr, /^EXISTS: /)

  const one = join(folder, 'one.png')
  assert.equal((await run([...argv, '--out', one])).code, 0)
  const raw = await http(home, '/v1/documents/render', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'image/png' },
    body: JSON.stringify({ path: report, dpi: 36 }),
  })
  assert.equal(raw.headers.get('content-type'), 'image/png')
  assert.deepEqual(readFileSync(one), Buffer.from(await raw.arrayBuffer()))

  const unfit = await run([...argv, '--pages', '1-2', '--out', join(folder, 'two.png')])
  assert.equal(unfit.code, 2)
  assert.match(unfit.stderr, /2 came\. Name a folder/)
  const told = await run([...argv, '--pages', '1-2'])
  assert.match(told.stdout, /image\/png, /)
})

test('a picture is written to --out, and a file there is only replaced with --force', async () => {
  const out = join(folder, 'blurred.png')
  const argv = ['image', 'filter', picture, '--steps', JSON.stringify(steps), '--out', out]
  const first = await run(argv)
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stdout, /^\/.+blurred\.png \(image\/png, /)
  const bytes = readFileSync(out)
  assert.deepEqual([...bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47])
  writeFileSync(out, 'mine')
  const second = await run(argv)
  assert.equal(second.code, 1)
  assert.match(second.stderr, /^EXISTS: .+--force/)
  assert.equal(readFileSync(out, 'utf8'), 'mine')
  assert.equal((await run([...argv, '--force'])).code, 0)
  assert.deepEqual(readFileSync(out), bytes)
  const piped = await run([...argv.slice(0, -1), '-'])
  assert.deepEqual(piped.bytes, bytes)
  const missing = await run([...argv.slice(0, -1), join(folder, 'no/such/folder.png')])
  assert.match(missing.stderr, /^NOT_FOUND: The folder of/)
})

test('--async gives the id of a job at once; jobs shows, waits for and prints its result', async () => {
  const { code, stdout } = await run(['documents', 'read', report, '--pages', 'all', '--async'])
  assert.equal(code, 0)
  const id = stdout.trim()
  const waited = await run(['jobs', 'wait', id, '--json'])
  assert.equal(waited.code, 0, waited.stderr)
  assert.deepEqual(waited.bytes, await overHttp('/v1/documents/read', { path: report, pages: 'all' }))
  assert.deepEqual((await run(['jobs', 'result', id, '--json'])).bytes, waited.bytes)
  assert.match((await run(['jobs', 'list'])).stdout, new RegExp(`^${id}  succeeded  documents\\.read$`, 'm'))
  assert.match((await run(['jobs', 'show', id])).stdout, /state: succeeded/)
  assert.match((await run(['jobs', 'cancel', id])).stdout, /succeeded/)
  const unknown = await run(['jobs', 'show', 'nope'])
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /^NOT_FOUND: /)
})

test('a fault of a job is the fault of its result', async () => {
  const id = (await run(['documents', 'read', join(folder, 'noise.pdf'), '--async'])).stdout.trim()
  const { code, stderr } = await run(['jobs', 'wait', id])
  assert.equal(code, 1)
  assert.match(stderr, /^DAMAGED: /)
})

test('a reader that goes away ends the command quietly', async () => {
  const script = `"$0" "$1" documents read "$2" --pages all | head -c 5; echo " \${PIPESTATUS[0]}"`
  const { stdout, stderr } = await promisify(execFile)(
    'bash',
    ['-c', script, process.execPath, program, report],
    {
      env: { ...process.env, TALARIA_HOME: home },
    },
  )
  assert.equal(stdout, 'repor 0\n')
  assert.equal(stderr, '')
})

test('there is no colour where no terminal is', async () => {
  // oxlint-disable-next-line no-control-regex
  assert.doesNotMatch((await run(['documents', 'read', letter])).stdout, /\u001b/)
})

test('--url and --token-file name another service than the one of the home', async () => {
  const url = `http://127.0.0.1:${serviceRecord(home).port}`
  const token = join(folder, 'token')
  writeFileSync(token, readFileSync(join(home, 'agent.token')))
  const elsewhere = join(folder, 'elsewhere')
  const argv = ['calc', 'eval', '1+1']
  assert.equal(
    (await talaria([...argv, '--url', url, '--token-file', token], { home: elsewhere })).stdout,
    '2\n',
  )
  assert.equal(
    (await talaria(argv, { home: elsewhere, env: { TALARIA_URL: url } })).code,
    1,
    'without its token',
  )
  const without = await talaria([...argv, '--url', url], { home: elsewhere })
  assert.equal(without.code, 1)
  assert.match(without.stderr, /^UNAUTHENTICATED: /)
  const nobody = await talaria([...argv, '--url', 'http://127.0.0.1:1'], { home: elsewhere })
  assert.equal(nobody.code, 4)
  assert.match(nobody.stderr, /^UNREACHABLE: /)
  const wrong = await talaria([...argv, '--url', url, '--token-file', letter], { home: elsewhere })
  assert.equal(wrong.code, 2)
})

test('open prints a link that opens the console once', async () => {
  const { code, stdout } = await run(['open'])
  assert.equal(code, 0)
  const url = new URL(stdout.trim())
  const link = new URLSearchParams(url.hash.slice(1)).get('link')
  const signIn = () =>
    fetch(new URL('/v1/console/sessions', url), { method: 'POST', body: JSON.stringify({ link }) })
  assert.equal((await signIn()).status, 200)
  assert.equal((await signIn()).status, 401)
})

test('doctor finds every part live', async () => {
  const { code, stdout } = await run(['doctor'])
  assert.equal(code, 0, stdout)
  for (const part of [
    'program',
    'home',
    'service',
    'lane quick',
    'lane heavy',
    'lane native',
    'documents.read',
    'policy',
  ]) {
    assert.match(stdout, new RegExp(`^${part} +live`, 'm'))
  }
})

test('doctor names a policy that does not parse, with the remedy, exit code 1', async () => {
  const policy = join(home, 'permissions.yaml')
  writeFileSync(policy, 'tiers: [', { mode: 0o600 })
  const { code, stdout } = await run(['doctor'])
  rmSync(policy)
  assert.equal(code, 1)
  assert.match(stdout, /^policy +DOWN .+\n +.+permissions\.yaml/m)
})

test('status says where the service runs; the demo shows the three jobs', async () => {
  assert.match((await run(['status'])).stdout, /^Running at http:\/\/127\.0\.0\.1:\d+ for .+\n  quick +live/)
  const { code, stdout } = await run(['demo'])
  assert.equal(code, 0)
  assert.match(stdout, /Offer 2025-0417/)
  assert.match(stdout, /\$ talaria calc eval "\(0\.1 \+ 0\.2\).+\n10,?000/)
  assert.match(stdout, /picture: image\/png/)
})

test('the bin may be a link, as npm makes it', async () => {
  mkdirSync(join(folder, 'bin'))
  const link = join(folder, 'bin/talaria')
  symlinkSync(program, link)
  assert.equal((await run(['calc', 'eval', '40+2'], { script: link })).stdout, '42\n')
})
