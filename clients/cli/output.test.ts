import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failedEntries, readable, size } from './output.ts'
import { harmless } from './terminal.ts'

const plain = { style: (_style: string, text: string) => text }

test('a document of hOCR is printed as it is, to be kept as a file', () => {
  const hocr = '<?xml version="1.0"?>\n<html>\n <p>R&amp;D</p>\n</html>\n'
  assert.equal(readable({ text: 'R&D', confidence: 1, hocr }, plain), hocr)
})

test('documents: a heading for each, its pages with numbers, errors and what was left out', () => {
  const output = {
    documents: [
      {
        name: 'letter.pdf',
        mediaType: 'application/pdf',
        pageCount: 4,
        pages: [
          { number: 1, text: 'Dear Ada,\r\nhello\n\n', from: 'text' },
          { number: 2, text: '', from: 'none' },
          { number: 3, text: '', from: 'none', error: { code: 'DAMAGED', detail: 'It cannot be read.' } },
          { number: 4, text: 'Stamp', from: 'text', error: { code: 'UNAVAILABLE', detail: 'No language.' } },
        ],
      },
      { name: 'bad.pdf', pages: [], error: { code: 'DAMAGED', detail: 'No pages tree.', retryable: false } },
    ],
    skipped: [{ path: '/long.pdf', reason: 'more pages than maxPages', nextPage: 4 }],
  }
  assert.equal(
    readable(output, plain),
    `letter.pdf (4 pages, application/pdf)

Page 1
Dear Ada,
hello

Page 2
no text on this page

Page 3
DAMAGED: It cannot be read.

Page 4
UNAVAILABLE: No language.
Stamp

bad.pdf
DAMAGED: No pages tree.

Left out
- /long.pdf: more pages than maxPages; go on with page 4
`,
  )
  assert.deepEqual(failedEntries(output), [
    'letter.pdf: page 3: DAMAGED: It cannot be read.',
    'letter.pdf: page 4: UNAVAILABLE: No language.',
    'bad.pdf: DAMAGED: No pages tree.',
  ])
})

test('documents: what is needed to file one, who wrote a mail and the files in it stand before its pages', () => {
  const document = {
    name: 'scan.pdf',
    mail: { from: 'Ada <a@b.c>', to: ['d@e.f', 'g@h.i'], cc: [] },
    hints: {
      confidence: 'high',
      kind: 'invoice',
      date: '2026-03-04',
      dateAmbiguous: true,
      total: { amount: '12.50', currency: 'EUR', text: '12,50 €' },
      at: {},
    },
    attachments: [{ name: 'a.csv', mediaType: 'text/csv', bytes: 3, blob: 'sha256:1', url: '/' }],
    pages: [{ number: 1, title: 'Sheet', text: 'x', from: 'text' }],
  }
  assert.equal(
    readable({ documents: [document], skipped: [] }, plain),
    `scan.pdf
from: Ada <a@b.c>
to: d@e.f, g@h.i
kind: invoice
date: 2026-03-04 (day and month may be exchanged)
total: 12.50 EUR
file: a.csv, sha256:1

Page 1: Sheet
x
`,
  )
})

test('an answer of calc is its display, a note has a line for each', () => {
  assert.equal(readable({ display: '0.3', result: '0.3', readings: [] }, plain), '0.3\n')
  const lines = [
    { input: '1+1', display: '2' },
    { input: 'Rent', display: undefined },
    { input: '1/0', error: { code: 'DIVISION_BY_ZERO', detail: 'By zero.' } },
  ]
  assert.equal(
    readable({ display: '2', lines, readings: ['a month is 30 days'] }, plain),
    '1+1 = 2\nRent\n1/0  DIVISION_BY_ZERO: By zero.\n(a month is 30 days)\n',
  )
})

test('anything else is a tree; stored bytes are a line', () => {
  const blob = `sha256:${'0'.repeat(64)}`
  const output = {
    picture: { blob, mediaType: 'image/png', bytes: 2048, url: `/v1/blobs/${blob}` },
    width: 4,
    ready: true,
    tiers: { read: 'allow', act: 'allow' },
    warnings: [],
    entries: [{ id: 'a', ok: false }, 'text'],
  }
  assert.equal(
    readable(output, plain),
    `picture: image/png, 2.0 KiB, ${blob}
width: 4
ready: yes
tiers:
  read: allow
  act: allow
warnings: none
entries:
  - id: a
    ok: no
  - text
`,
  )
})

test('control characters of a document cannot drive the terminal', () => {
  const hostile = 'a\u001b]0;title\u0007\u001b[2Jb\u009b31mc\u202ed\u0000\te\nf\rg'
  assert.equal(harmless(hostile), 'a]0;title[2Jb31mcd\te\nfg')
  const page = { number: 1, text: hostile, from: 'text' }
  const shown = readable({ documents: [{ name: '\u001b[31mx', pages: [page] }] }, plain)
  // oxlint-disable-next-line no-control-regex
  assert.doesNotMatch(shown, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
})

test('sizes for a person', () => {
  assert.deepEqual([0, 1023, 1024, 10_240, 5 * 1024 ** 3].map(size), [
    '0 bytes',
    '1023 bytes',
    '1.0 KiB',
    '10 KiB',
    '5.0 GiB',
  ])
})

test('an outline: a line for each item by its depth, and what was left out', () => {
  const items = [
    { title: 'One', page: 4, label: 'iv', items: [{ title: 'Inner', items: [] }] },
    { title: 'Web', url: 'https://a.example', items: [] },
  ]
  assert.equal(
    readable({ pageCount: 9, from: 'headings', items, nextPage: 7 }, plain),
    'One  page iv (4)\n  Inner\nWeb  https://a.example\n(from the headings of the text)\n' +
      '(pages from 7 on were not looked at: --maxPages)\n',
  )
})
