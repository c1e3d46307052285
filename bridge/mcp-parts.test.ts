import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cut, joined } from './mcp-parts.ts'

/** Every part of a value, and the value they join to. */
function parts(value: unknown, maxChars: number): { texts: string[]; value: unknown } {
  const texts: string[] = []
  let whole: unknown
  let rest: unknown = value
  for (let open = 0, first = true; rest !== undefined; first = false) {
    const part = cut(rest, maxChars)
    texts.push(JSON.stringify(part.head))
    whole = first ? part.head : joined(whole, part.head, open)
    ;({ rest, open } = part)
  }
  return { texts, value: whole }
}

test('the parts of any JSON value join to exactly its text', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }),
      fc.integer({ min: 4, max: 200 }),
      (value, maxChars) => {
        assert.equal(JSON.stringify(parts(value, maxChars).value), JSON.stringify(value))
      },
    ),
    { seed: 9, numRuns: 3000 },
  )
})

test('a part is no longer than asked, where the value can be cut so small', () => {
  const texts = fc.array(
    fc.record({ name: fc.string({ maxLength: 9 }), text: fc.string({ unit: 'binary', maxLength: 900 }) }),
  )
  fc.assert(
    fc.property(
      fc.record({ documents: texts, skipped: texts }),
      fc.integer({ min: 120, max: 2000 }),
      (value, maxChars) => {
        for (const text of parts(value, maxChars).texts)
          assert.ok(text.length <= maxChars, `${text.length} > ${maxChars}`)
      },
    ),
    { seed: 9, numRuns: 500 },
  )
})

test('the cut is made between pages, and within a page only when it is longer than a part', () => {
  const page = (number: number, chars: number) => ({ number, text: 'x'.repeat(chars) })
  const pages = [page(1, 30), page(2, 30), page(3, 60), page(4, 500)]
  const first = cut({ documents: [{ name: 'a.pdf', pages }], skipped: [] }, 200)
  assert.deepEqual(first.head, { documents: [{ name: 'a.pdf', pages: pages.slice(0, 2) }] })
  assert.equal(first.open, 3)
  const second = cut(first.rest, 200)
  assert.match(
    JSON.stringify(second.head),
    /^\{"documents":\[\{"pages":\[\{"number":3,.*\},\{"number":4,"text":"x+"\}\]\}\]\}$/,
  )
  assert.equal(JSON.stringify(second.head).length, 200)
  assert.equal(second.open, 5)
})

test('a character outside the basic plane is never torn', () => {
  for (const text of parts({ text: '\u{1f600}'.repeat(100) }, 31).texts) {
    assert.ok(JSON.parse(text).text.isWellFormed())
  }
})
