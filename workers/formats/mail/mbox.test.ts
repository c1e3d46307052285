import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits, readNow, tagless } from '../../../test/format-reading.ts'
import { sectionText } from '../content-text.ts'
import type { Content } from '../content.ts'
import { mboxReader } from './mbox.ts'

const read = (mailbox: string, more = {}): Content =>
  readNow(mboxReader(tagless), Buffer.from(mailbox), { ...limits, ...more })
const message = (subject: string, body: string): string =>
  `From a@b.example Tue Mar  4 08:15:00 2025\nFrom: a@b.example\nSubject: ${subject}\nContent-Length: 1\n\n${body}\n\n`

test('each mail is a section with its head, quoted lines lose their mark, lengths are not trusted', () => {
  const { sections } = read(message('one', '>From the pier\n>>From it') + message('two', 'body'))
  assert.deepEqual(
    sections.map((section) => [section.title, sectionText(section)]),
    [
      ['one', 'From: a@b.example\n\nFrom the pier\n\n> From it'],
      ['two', 'From: a@b.example\n\nbody'],
    ],
  )
})

test('a sentence that starts with From does not start a mail', () => {
  assert.equal(read(message('one', 'x\n\nFrom here on\n\nFrom 2025 on: more')).sections.length, 1)
})

test('a mail whose parts are broken loses nobody else', () => {
  const broken = message('one', 'x').replace('Content-Length: 1', 'Content-Type: multipart/mixed; boundary=b')
  const deep = Array.from(
    { length: 9 },
    (_, i) => `--b${i || ''}\nContent-Type: multipart/mixed; boundary=b${i + 1}\n\n`,
  )
  const { sections } = read(broken.replace('x\n', `${deep.join('')}\n`) + broken + message('two', 'body'), {
    maxDepth: 5,
  })
  assert.match(sections.map(sectionText).join('|'), /could not be read.*\|.*x\|.*body/s)
})
