import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { calculate, cases, outcome } from '../../test/calc.ts'

const NoteCase = z.object({
  id: z.string(),
  lines: z.array(z.string()),
  expect: z.array(z.union([z.string(), z.null()])),
})

const codes: Record<string, string> = {
  'division-by-zero': 'DIVISION_BY_ZERO',
  'unknown-name': 'UNKNOWN_NAME',
}

test('notes have the answers a person expects, line by line', () => {
  for (const { id, lines, expect } of cases('notes.json', NoteCase)) {
    const got = outcome(lines.join('\n'))
    const wanted = expect.map((text) => (text?.startsWith('error:') ? (codes[text.slice(6)] ?? text) : text))
    const answers =
      typeof got === 'string'
        ? [got]
        : (got.lines?.map(({ value, error }) => error?.code ?? value ?? null) ?? [got.value])
    assert.deepEqual(answers, wanted, id)
  }
})

test('the answer of a note is its last one; headings and blank lines keep their place', () => {
  const got = calculate('# Costs\nrent = 1250\n\n1/3\n# end')
  assert.equal(got.value, '0.3333333333333333333333333333333333')
  assert.equal(got.fraction, '1/3')
  assert.deepEqual(
    got.lines?.map(({ input, value }) => [input, value !== undefined]),
    [
      ['# Costs', false],
      ['rent = 1250', true],
      ['', false],
      ['1/3', true],
      ['# end', false],
    ],
  )
})

test('one bad line does not stop the others, and a total says that it leaves it out', () => {
  const got = calculate('10\n1/0\n20\ntotal')
  assert.equal(got.value, '30')
  assert.equal(got.lines?.[1]?.error?.code, 'DIVISION_BY_ZERO')
  assert.deepEqual(got.readings, ['Line 4: total leaves out a line that failed'])
})

test('a name whose line failed is unknown on later lines', () => {
  const got = calculate('a = 1/0\na + 1\n5')
  assert.deepEqual(
    got.lines?.map(({ error }) => error?.code),
    ['DIVISION_BY_ZERO', 'UNKNOWN_NAME', undefined],
  )
})

test('a line certain to be too large fails alone', () => {
  const got = calculate('x = 10^10^10\n2 + 2')
  assert.equal(got.lines?.[0]?.error?.code, 'TOO_LARGE')
  assert.equal(got.value, '4')
})

test('names, prev, line numbers and aggregates refer to lines above', () => {
  const got = calculate('x = 4\ny = x^2\nprev + 1\nline 2 * 2\naverage\ncount\nmax')
  assert.deepEqual(
    got.lines?.map(({ value }) => value),
    ['4', '16', '17', '32', '17.25', '4', '32'],
  )
  assert.equal(calculate('5\nline 9').lines?.[1]?.error?.code, 'UNKNOWN_NAME')
})

test('a note without any answer has the fault of its first bad line, or is empty', () => {
  assert.equal(outcome('# only\n\n// words'), 'EMPTY')
  assert.equal(outcome('1/0\nfoo + 1'), 'DIVISION_BY_ZERO')
})

test('names of a note do not outlive it', () => {
  calculate('x = 5\nx')
  assert.equal(outcome('x'), 'UNKNOWN_NAME')
  assert.equal(calculate('x = 5').value, '5')
})
