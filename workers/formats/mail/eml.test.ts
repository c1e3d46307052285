import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../../bridge/faults.ts'
import { seeded } from '../../../test/random.ts'
import { sectionText } from '../content-text.ts'
import type { Content } from '../content.ts'
import { emlReader } from './eml.ts'
import { limits, readNow, tagless } from '../../../test/format-reading.ts'

const read = (mail: string | Uint8Array, more = {}): Content =>
  readNow(emlReader(tagless), typeof mail === 'string' ? Buffer.from(mail, 'latin1') : mail, {
    ...limits,
    ...more,
  })
const textOf = ({ sections }: Content): string => sections.map(sectionText).join('\n\n')
/** A mail of parts; `-` stands for the delimiter. */
const multipart = (type: string, ...parts: string[]): string =>
  `From: a@b.example\nContent-Type: multipart/${type}; boundary=x\n\nbefore\n${parts.map((part) => `--x\n${part}\n`).join('')}--x--\nafter\n`

test('a header gives names, addresses, subject and date, decoded', () => {
  const { mail } = read(
    [
      'From: "Quill, Ada" <ada@example.com>',
      'To: =?utf-8?q?J=C3=B6rg?= <j@example.org>, friends: b@example.org, c@example.org;, d@example.org (Dan)',
      'Cc: <e@example.org>',
      'Subject: =?utf-8?B?w5xi?=\n =?utf-8?B?ZXI=?= us',
      'Date: Tue, 4 Mar 2025 23:30:00 -0500',
      '',
      'x',
    ].join('\n'),
  )
  assert.deepEqual(mail, {
    from: 'Quill, Ada <ada@example.com>',
    to: ['Jörg <j@example.org>', 'b@example.org', 'c@example.org', 'Dan <d@example.org>'],
    cc: ['e@example.org'],
    subject: 'Über us',
    date: '2025-03-05T04:30:00Z',
  })
})

test('a header of raw UTF-8 and one of raw Latin letters are read', () => {
  assert.equal(read(Buffer.from('Subject: Größe\n\nx')).mail?.subject, 'Größe')
  assert.equal(read('Subject: Gr\xf6\xdfe \x96 5 \x80\n\nx').mail?.subject, 'Größe – 5 €')
})

test('of alternatives the plain text is taken, HTML where there is none', () => {
  const html = 'Content-Type: text/html\n\n<p>as a page</p>'
  assert.equal(textOf(read(multipart('alternative', 'Content-Type: text/plain\n\nas text', html))), 'as text')
  assert.equal(textOf(read(multipart('alternative', 'Content-Type: text/plain\n\n \n', html))), 'as a page')
  assert.equal(textOf(read('Content-Type: text/html\n\n<p>only a page</p>')), 'only a page')
})

test('text of related parts, of parts that are not closed and of a multipart without parts is not lost', () => {
  const related = multipart(
    'related',
    'Content-Type: text/html\n\n<p>page</p>',
    '\nbeside',
    'Content-Type: image/png\n\nx',
  )
  assert.equal(textOf(read(related)), 'page\n\nbeside')
  assert.deepEqual(
    read(related).attachments?.map(({ mediaType }) => mediaType),
    ['image/png'],
  )
  assert.equal(
    textOf(read('Content-Type: multipart/mixed; boundary=x\n\n--x\n\none\n--x\n\ntwo')),
    'one\n\ntwo',
  )
  assert.equal(textOf(read('Content-Type: multipart/mixed; boundary=x\n\nno parts')), 'no parts')
})

test('a multipart that is not closed ends where the one around it goes on', () => {
  const inner = 'Content-Type: multipart/mixed; boundary=y\n\n--y\n\ninner'
  assert.equal(textOf(read(multipart('mixed', inner, '\nouter'))), 'inner\n\nouter')
})

test('files are attachments with their names, mails in a mail too', () => {
  const file =
    "Content-Type: text/csv\nContent-Disposition: attachment;\n filename*0*=utf-8''%C3%9Cber;\n filename*1=.csv\nContent-Transfer-Encoding: base64\n\nYTti"
  const mail = 'Content-Type: message/rfc822\n\nSubject: inner\n\nits text'
  const { attachments = [], sections } = read(multipart('mixed', '\nsee', file, mail))
  assert.deepEqual(
    attachments.map(({ name, mediaType, bytes }) => [name, mediaType, Buffer.from(bytes).toString()]),
    [
      ['Über.csv', 'text/csv', 'a;b'],
      ['inner.eml', 'message/rfc822', 'Subject: inner\n\nits text'],
    ],
  )
  assert.deepEqual(sections[0]?.blocks, [{ kind: 'paragraph', text: 'see' }])
  assert.equal(textOf(read(attachments[1]?.bytes ?? '')), 'its text')
})

test('flowed lines are joined, quotes are told apart, quoted-printable and unknown sets are read', () => {
  const flowed = 'Content-Type: text/plain; format=flowed\n\none \ntwo\n> three \n> four\n\n-- \nAda'
  assert.deepEqual(read(flowed).sections[0]?.blocks, [
    { kind: 'paragraph', text: 'one two' },
    { kind: 'quote', text: 'three four' },
    { kind: 'paragraph', text: '--\nAda' },
  ])
  const quoted =
    'Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\na=\nb =\n=E4  \n=ZZ'
  assert.equal(textOf(read(quoted)), 'ab ä\n=ZZ')
  assert.equal(textOf(read('Content-Type: text/plain; charset=x-nobody\n\n\x93a\x94')), '“a”')
  assert.equal(textOf(read('Content-Type: text/plain; charset=utf-7\n\nHi +AOQ-!')), 'Hi ä!')
})

test('an invitation is text and a file; what is sealed says so', () => {
  const event =
    'BEGIN:VEVENT\nSUMMARY:Pier\\, review\nDTSTART;TZID=Europe/Berlin:20250304T090000\nORGANIZER;CN=Ada:mailto:ada@example.com\nEND:VEVENT'
  const invitation = read(multipart('alternative', '\nmeet', `Content-Type: text/calendar\n\n${event}`))
  assert.equal(
    textOf(invitation),
    'meet\n\nPier, review\nStart: 2025-03-04T09:00:00 (Europe/Berlin)\nOrganizer: Ada <ada@example.com>',
  )
  assert.equal(invitation.attachments?.length, 1)
  assert.match(
    textOf(read('Content-Type: application/pkcs7-mime; name=smime.p7m\n\nMII')),
    /sealed with S\/MIME/,
  )
})

test('too deep, too many parts and too many characters end the reading', () => {
  const nested = Array.from(
    { length: 9 },
    (_, i) => `--x${i}\nContent-Type: multipart/mixed; boundary=x${i + 1}\n\n`,
  )
  const deep = `Content-Type: multipart/mixed; boundary=x0\n\n${nested.join('')}`
  assert.throws(() => read(deep, { maxDepth: 5 }), { code: 'TOO_DEEP' })
  assert.throws(() => read(multipart('mixed', '\na', '\nb', '\nc'), { maxEntries: 3 }), {
    code: 'ARCHIVE_BOMB',
  })
  const long = read(`\n${'word '.repeat(1000)}`, { maxChars: 100 })
  assert.equal(textOf(long).length, 100)
  assert.equal(long.truncated, true)
})

test('shared memory is read', () => {
  const mail = Buffer.from(multipart('mixed', '\nä', 'Content-Type: image/png\n\nx'))
  const shared = new Uint8Array(new SharedArrayBuffer(mail.length))
  shared.set(mail)
  const { attachments } = read(shared)
  assert.ok(attachments?.[0]?.bytes.buffer instanceof ArrayBuffer)
})

test('damage never does worse than a fault', () => {
  const random = seeded(7)
  const whole = Buffer.from(
    multipart(
      'mixed',
      "Content-Type: text/plain; charset*0*=utf-8''a\n\n=?x?b?y?=",
      multipart('alternative', '\na'),
    ),
  )
  for (let round = 0; round < 2000; round += 1) {
    const bytes = Uint8Array.from(whole.subarray(0, Math.ceil(random() * whole.length)))
    for (let flip = 0; flip < 5; flip += 1)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    try {
      assert.equal(read(bytes).sections.length, 1)
    } catch (error) {
      assert.ok(error instanceof Fault, String(error))
    }
  }
})
