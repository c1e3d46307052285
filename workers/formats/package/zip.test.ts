import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../../bridge/faults.ts'
import { makeZip, zipOf } from '../../../test/zip-builder.ts'
import { Zip } from './zip.ts'

const limits = { maxUnfoldedBytes: 1e6, maxEntries: 50, maxDepth: 50, maxChars: 1e6 }
const failsWith = (code: string) => (error: unknown) => error instanceof Fault && error.code === code
const open = (bytes: Uint8Array, own = {}): Zip => new Zip(bytes, { ...limits, ...own })
const textIn = (zip: Zip, name: string): string => Buffer.from(zip.read(name) ?? []).toString()

/** As bytes come to a thread. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

const two = [
  { name: 'a.xml', bytes: 'one '.repeat(100) },
  { name: 'dir/b.xml', bytes: 'two' },
]

test('deflated, stored and streamed entries are read, from shared memory as well', () => {
  for (const kind of [{}, { isStored: true }, { isStreamed: true }, { isStored: true, isStreamed: true }]) {
    const zip = open(shared(makeZip(two.map((part) => ({ ...part, ...kind })))))
    assert.deepEqual(zip.names, ['a.xml', 'dir/b.xml'])
    assert.equal(textIn(zip, 'a.xml'), 'one '.repeat(100))
    assert.equal(textIn(zip, 'dir/b.xml'), 'two')
    assert.equal(zip.read('c.xml'), undefined)
  }
})

test('lengths and offsets in 64 bits are read', () => {
  for (const isCut of [false, true]) {
    assert.equal(textIn(open(makeZip(two, { isWide: true, isCut })), 'dir/b.xml'), 'two')
  }
})

test('without the directory the entries are found by their own headers', () => {
  for (const kind of [{}, { isStreamed: true }]) {
    const zip = open(
      makeZip(
        two.map((part) => ({ ...part, ...kind })),
        { isCut: true },
      ),
    )
    assert.deepEqual(zip.names, ['a.xml', 'dir/b.xml'])
    assert.equal(textIn(zip, 'dir/b.xml'), 'two')
  }
})

test('an archive cut anywhere gives what is whole, or says that it is damaged', () => {
  const whole = makeZip(two)
  for (let length = 0; length < whole.length; length += 1) {
    try {
      const zip = open(whole.subarray(0, length))
      for (const name of zip.names) {
        try {
          assert.equal(
            textIn(zip, name),
            Buffer.from(two.find((part) => part.name === name)?.bytes ?? '').toString(),
          )
        } catch (error) {
          assert.ok(failsWith('DAMAGED')(error), `${length}: ${String(error)}`)
        }
      }
    } catch (error) {
      assert.ok(failsWith('DAMAGED')(error), `${length}: ${String(error)}`)
    }
  }
})

test('bytes before the archive and a comment that looks like its end do no harm', () => {
  const before = Buffer.from('#!/bin/sh\nexec something\n')
  assert.equal(textIn(open(makeZip(two, { before })), 'a.xml'), 'one '.repeat(100))
  assert.equal(textIn(open(makeZip(two, { comment: `PK\u0005\u0006${'x'.repeat(30)}` })), 'dir/b.xml'), 'two')
})

test('a directory that claims more entries than it has is made up for', () => {
  assert.equal(open(makeZip(two, { claimedCount: 7 })).names.length, 2)
})

test('of a name given twice the first counts; folders are no entries; backslashes are slashes', () => {
  const zip = open(
    makeZip([
      { name: 'x\\a', bytes: 'first' },
      { name: 'x/a', bytes: 'second' },
      { name: 'x/', bytes: '' },
    ]),
  )
  assert.deepEqual(zip.names, ['x/a'])
  assert.equal(textIn(zip, 'x/a'), 'first')
})

test('names in UTF-8 are read whether they say so or not', () => {
  assert.deepEqual(open(zipOf({ 'größe.xml': '' })).names, ['größe.xml'])
})

test('what unfolds beyond the limit is refused, whatever its header says', () => {
  const bomb = Buffer.alloc(2_000_000)
  for (const claims of [{}, { bytes: 10 }]) {
    const zip = open(makeZip([{ name: 'a', bytes: bomb, claims }]))
    assert.throws(() => zip.read('a'), failsWith('ARCHIVE_BOMB'))
  }
  assert.throws(
    () => open(makeZip([{ name: 'a', bytes: bomb, isStored: true }])).read('a'),
    failsWith('ARCHIVE_BOMB'),
  )
})

test('the limit holds for all entries together', () => {
  const zip = open(zipOf({ a: Buffer.alloc(600_000), b: Buffer.alloc(600_000) }))
  assert.equal(zip.read('a')?.length, 600_000)
  assert.throws(() => zip.read('b'), failsWith('ARCHIVE_BOMB'))
})

test('more entries than allowed are refused, by their count or by counting', () => {
  const many = Array.from({ length: 60 }, (_, i) => ({ name: String(i), bytes: '' }))
  assert.throws(() => open(makeZip(many)), failsWith('ARCHIVE_BOMB'))
  assert.throws(() => open(makeZip(many, { claimedCount: 1 })), failsWith('ARCHIVE_BOMB'))
  assert.throws(() => open(makeZip(many, { isCut: true })), failsWith('ARCHIVE_BOMB'))
})

test('an entry that is wrong is damaged, one that is locked needs a password', () => {
  const read = (claims: object): unknown =>
    open(makeZip([{ name: 'a', bytes: 'text of it', claims }])).read('a')
  assert.throws(() => read({ crc: 1 }), failsWith('DAMAGED'))
  assert.throws(() => read({ method: 99 }), failsWith('DAMAGED'))
  assert.throws(() => read({ storedBytes: 3 }), failsWith('DAMAGED'))
  assert.throws(() => read({ storedBytes: 1e6 }), failsWith('DAMAGED'))
  assert.throws(() => read({ flags: 1 }), failsWith('ENCRYPTED'))
})

test('what is no archive is damaged', () => {
  for (const bytes of ['', 'PK', 'PK\u0003\u0004', 'no archive at all']) {
    assert.throws(() => open(Buffer.from(bytes)), failsWith('DAMAGED'))
  }
})
