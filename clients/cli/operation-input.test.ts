import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogue } from '../../bridge/catalogue.ts'
import type { Operation } from '../../bridge/operation.ts'
import { temporaryFolder } from '../../test/cli/folders.ts'
import { parseArguments } from './arguments.ts'
import { commandInput, type CommandInput } from './operation-input.ts'
import { callOptions, fieldOptions } from './operation-options.ts'
import { UsageError } from './usage.ts'

function named(name: string): Operation {
  const found = catalogue.find((one) => one.name === name)
  assert.ok(found)
  return found
}

function read(name: string, argv: string[], { cwd = '/here', stdin = '' } = {}): Promise<CommandInput> {
  const operation = named(name)
  const args = parseArguments(argv, [...fieldOptions(operation), ...callOptions(operation)])
  return commandInput(operation, args, { cwd, readStdin: async () => new TextEncoder().encode(stdin) })
}

const usage = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof UsageError, String(error))
  assert.match(error.message, message)
  return true
}

const digest = `sha256:${'a'.repeat(64)}`

test('one file goes to the field whose failure is the failure of the call; several go to the list', async () => {
  assert.deepEqual((await read('documents.read', ['a.pdf'])).fields, { source: { path: '/here/a.pdf' } })
  assert.deepEqual((await read('documents.read', ['a.pdf', '../b.pdf', '/c.pdf'])).fields, {
    sources: [{ path: '/here/a.pdf' }, { path: '/b.pdf' }, { path: '/c.pdf' }],
  })
})

test('files by option: absolute paths, digests as stored bytes', async () => {
  assert.deepEqual((await read('documents.read', ['--path', 'a.pdf'])).fields, { path: '/here/a.pdf' })
  assert.deepEqual((await read('documents.read', ['--source', digest])).fields, { source: { blob: digest } })
  assert.deepEqual((await read('documents.read', ['--sources', 'a', '--sources', digest])).fields, {
    sources: [{ path: '/here/a' }, { blob: digest }],
  })
  await assert.rejects(
    read('documents.read', ['--source', 'a', '--source', 'b']),
    usage(/--source takes one file/),
  )
})

test('options become values of their types', async () => {
  const { fields } = await read('documents.read', ['a.pdf', '--pages', '1-3', '--maxPages', '5'])
  assert.deepEqual(fields, { pages: '1-3', maxPages: 5, source: { path: '/here/a.pdf' } })
  await assert.rejects(
    read('documents.read', ['a', '--maxPages', 'many']),
    usage(/^--maxPages: expected integer, got "many"/),
  )
})

test('nested fields: whole as JSON or one by one with dots', async () => {
  const steps = [{ op: 'gaussianBlur', sigmaPx: 2 }]
  const { fields } = await read('image.filter', [
    'a.png',
    '--steps',
    JSON.stringify(steps),
    '--output.format',
    'png',
  ])
  assert.deepEqual(fields, { steps, output: { format: 'png' }, source: { path: '/here/a.png' } })
  await assert.rejects(read('image.filter', ['a.png', '--output', '{']), usage(/^--output: expected/))
})

test('--input is the whole input, and options change parts of it', async (t) => {
  const cwd = temporaryFolder(t)
  writeFileSync(
    join(cwd, 'in.json'),
    JSON.stringify({ source: { blob: digest }, output: { format: 'x' }, steps: [] }),
  )
  const { fields } = await read('image.filter', ['--input', 'in.json', '--output.format', 'png'], { cwd })
  assert.deepEqual(fields, { source: { blob: digest }, output: { format: 'png' }, steps: [] })
  const piped = await read('calc.eval', ['--input', '-'], { stdin: '{"input":"1+1"}' })
  assert.deepEqual(piped.fields, { input: '1+1' })
})

test('--input that is no file, no JSON or no object says so', async (t) => {
  const cwd = temporaryFolder(t)
  writeFileSync(join(cwd, 'list.json'), '[1]')
  writeFileSync(join(cwd, 'latin1.json'), Buffer.from([0x22, 0xe9, 0x22]))
  await assert.rejects(
    read('calc.eval', ['--input', '2+2'], { cwd }),
    usage(/2\+2 cannot be read \(ENOENT\)/),
  )
  await assert.rejects(read('calc.eval', ['--input', '.'], { cwd }), usage(/cannot be read \(EISDIR\)/))
  await assert.rejects(read('calc.eval', ['--input', 'list.json'], { cwd }), usage(/expected a JSON object/))
  await assert.rejects(read('calc.eval', ['--input', 'latin1.json'], { cwd }), usage(/cannot be read/))
  await assert.rejects(
    read('calc.eval', ['--input', '-'], { stdin: '{' }),
    usage(/standard input is not JSON/),
  )
})

test('- is standard input: the body for the only file, a stored file among several, the text of a text field', async () => {
  assert.deepEqual(await read('documents.read', ['-', '--maxPages', '2']), {
    fields: { maxPages: 2 },
    stdin: { as: 'body' },
  })
  const several = await read('documents.read', ['a.pdf', '-'])
  assert.deepEqual(several.stdin, { as: 'source', field: 'sources', index: 1 })
  assert.deepEqual(await read('calc.eval', ['-']), { fields: {}, stdin: { as: 'text', field: 'input' } })
})

test('standard input is asked for once', async () => {
  await assert.rejects(read('documents.read', ['-', '-']), usage(/came twice/))
  await assert.rejects(read('documents.read', ['-', '--input', '-'], { stdin: '{}' }), usage(/came twice/))
})

test('a word too many hints at quotes', async () => {
  await assert.rejects(read('calc.eval', ['2', '+', '2']), (error) => {
    assert.ok(error instanceof UsageError)
    assert.equal(error.hint, 'Put it in quotes: "2 + 2"')
    return true
  })
  await assert.rejects(read('bridge.policy', ['all']), usage(/takes no argument "all"/))
})
