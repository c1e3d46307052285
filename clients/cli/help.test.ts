import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue } from '../../bridge/catalogue.ts'
import { captured } from '../../test/cli/captured.ts'
import { version } from '../version.ts'
import { commandName } from './operation-command.ts'

test('the overview names every command; help of every command shows its options', async () => {
  const { code, stdout } = await captured([])
  assert.equal(code, 0)
  for (const operation of catalogue) {
    const name = commandName(operation)
    assert.ok(stdout.includes(name), name)
    const own = await captured([...name.split(' '), '--help'])
    assert.equal(own.code, 0)
    assert.ok(own.stdout.startsWith(`Usage  talaria ${name}`))
    assert.ok(own.stdout.includes(operation.summary))
    assert.ok(own.stdout.includes('--json'))
    assert.deepEqual(await captured(['help', ...name.split(' ')]), own)
  }
})

test('no line of help is wider than a terminal of 132 columns', async () => {
  for (const words of [
    [],
    ['documents', 'read', '--help'],
    ['image', 'filter', '--help'],
    ['serve', '--help'],
  ]) {
    const { stdout } = await captured(words)
    for (const line of stdout.split('\n')) assert.ok(line.length <= 132, line)
  }
})

test('wrong words end with 2, one line and the nearest word', async () => {
  const wrong: [string[], RegExp][] = [
    [['docments'], /There is no command "docments"\. Did you mean documents\?/],
    [['documents', 'raed', 'x'], /no command "documents raed"\. Did you mean read\?/],
    [['documents'], /"documents" needs a command: read/],
    [['documents', 'read', '--page', '1'], /no option --page\. Did you mean --pages\?/],
    [['documents', 'read'], /expected exactly one of source, sources and path/],
    [['documents', 'read', 'x.pdf', '--pages', 'two'], /pages/],
    [['documents', 'read', 'x.pdf', '--timeout', 'soon'], /--timeout: expected seconds/],
    [['documents', 'read', 'x.pdf', '--timeout', '9999'], /expected 1 to 3600000/],
    [['--json', 'calc'], /Options such as --json follow the command/],
    [['completion', 'fish'], /Expected a shell/],
    [['jobs', 'show'], /Expected the id of one job/],
  ]
  for (const [argv, message] of wrong) {
    const { code, stdout, stderr } = await captured(argv)
    assert.equal(code, 2, argv.join(' '))
    assert.equal(stdout, '')
    assert.match(stderr, message)
    assert.match(stderr, /See: talaria .*--help\n$/)
    assert.equal(stderr.split('\n').length, 2, 'one line')
  }
})

test('version and --version print the version', async () => {
  for (const words of [['version'], ['--version'], ['-V']])
    assert.equal((await captured(words)).stdout, `${version}\n`)
})

test('help of a family lists its commands', async () => {
  const { code, stdout } = await captured(['jobs', '--help'])
  assert.equal(code, 0)
  for (const verb of ['list', 'show', 'wait', 'result', 'cancel']) assert.ok(stdout.includes(`jobs ${verb}`))
  assert.equal((await captured(['help', 'jobs'])).stdout, stdout)
})
