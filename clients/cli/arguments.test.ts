import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseArguments, type Option } from './arguments.ts'
import { UsageError } from './usage.ts'

const options: readonly Option[] = [
  { name: 'pages', value: 'TEXT', description: '' },
  { name: 'offset', value: 'N', description: '' },
  { name: 'output.format', value: 'png', description: '' },
  { name: 'deskew', description: '', negatable: true },
  { name: 'json', description: '' },
  { name: 'help', short: 'h', description: '' },
]

const usage = (message: RegExp, hint?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof UsageError, String(error))
  assert.match(error.message, message)
  if (hint) assert.match(error.hint ?? '', hint)
  return true
}

test('options may stand between positionals; values come with a space or an equals sign', () => {
  const args = parseArguments(
    ['a.pdf', '--pages', '1-3', 'b.pdf', '--output.format=png', '--json', 'c.pdf'],
    options,
  )
  assert.deepEqual(args.positionals, ['a.pdf', 'b.pdf', 'c.pdf'])
  assert.equal(args.text('pages'), '1-3')
  assert.equal(args.text('output.format'), 'png')
  assert.equal(args.has('json'), true)
  assert.equal(args.has('help'), false)
})

test('what begins with a hyphen and is no option is a positional or a value', () => {
  const args = parseArguments(['-5+3', '-', '-(2)', '--offset', '-7', '--pages', '-'], options)
  assert.deepEqual(args.positionals, ['-5+3', '-', '-(2)'])
  assert.equal(args.text('offset'), '-7')
  assert.equal(args.text('pages'), '-')
})

test('after -- everything is a positional', () => {
  const args = parseArguments(['a', '--', '--pages', '-x', '--'], options)
  assert.deepEqual(args.positionals, ['a', '--pages', '-x', '--'])
})

test('a repeated option keeps every value, and the last one counts', () => {
  const args = parseArguments(['--pages', '1', '--pages', '2'], options)
  assert.deepEqual(args.texts('pages'), ['1', '2'])
  assert.equal(args.text('pages'), '2')
})

test('a switch that can be negated is text true or false; others cannot', () => {
  assert.deepEqual(parseArguments(['--no-deskew'], options).texts('deskew'), ['false'])
  assert.deepEqual(parseArguments(['--deskew'], options).texts('deskew'), ['true'])
  assert.throws(() => parseArguments(['--no-json'], options), usage(/no option --no-json/))
})

test('an unknown option is named with the nearest there is', () => {
  assert.throws(
    () => parseArguments(['--page', '1'], options),
    usage(/no option --page\./, /Did you mean --pages\?/),
  )
  assert.throws(() => parseArguments(['--pagse=1'], options), usage(/no option --pagse/, /--pages/))
  assert.throws(() => parseArguments(['-x'], options), usage(/no option -x/, /after "--"/))
})

test('a missing value and a value too many say what is expected', () => {
  assert.throws(() => parseArguments(['--pages'], options), usage(/--pages needs a value: --pages TEXT/))
  assert.throws(() => parseArguments(['--pages', '--json'], options), usage(/--pages needs a value/))
  assert.throws(() => parseArguments(['--json=1'], options), usage(/--json is a switch/))
})
