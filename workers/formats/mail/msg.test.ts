import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compoundFile, type CompoundTree } from '../../../test/cfb-builder.ts'
import { limits, tagless } from '../../../test/format-reading.ts'
import { sectionText } from '../content-text.ts'
import type { Content } from '../content.ts'
import { emlReader } from './eml.ts'
import { msgReader } from './msg.ts'
import { unpackRtf } from './msg-rtf.ts'

const utf16 = (text: string): Uint8Array => Buffer.from(text, 'utf16le')
/** Properties of fixed length: `[type, id, low, high]`. */
function properties(headerBytes: number, ...entries: [number, number, number, number][]): Uint8Array {
  const bytes = Buffer.alloc(headerBytes + entries.length * 16)
  for (const [index, [type, id, low, high]] of entries.entries()) {
    const at = headerBytes + index * 16
    bytes.writeUInt16LE(type, at)
    bytes.writeUInt16LE(id, at + 2)
    bytes.writeUInt32LE(low, at + 8)
    bytes.writeUInt32LE(high, at + 12)
  }
  return bytes
}
const recipient = (type: number, name: string, address: string): CompoundTree => ({
  '__properties_version1.0': properties(8, [3, 0x0c15, type, 0]),
  '__substg1.0_3001001F': utf16(name),
  '__substg1.0_39FE001F': utf16(address),
})
// 2025-03-04T08:15:00Z in units of 100 ns since 1601.
const time = (BigInt(Date.UTC(2025, 2, 4, 8, 15)) + 11_644_473_600_000n) * 10_000n
const message = (headerBytes: number, more: CompoundTree): CompoundTree => ({
  '__properties_version1.0': properties(headerBytes, [
    0x40,
    0x0039,
    Number(time & 0xffffffffn),
    Number(time >> 32n),
  ]),
  '__substg1.0_0037001F': utf16('Berth'),
  '__substg1.0_0042001F': utf16('Ada'),
  '__substg1.0_5D02001F': utf16('ada@example.com'),
  ...more,
})
const read = async (tree: CompoundTree, more = {}): Promise<Content> =>
  msgReader(tagless)(compoundFile(tree), { ...limits, ...more }, { checkpoint: () => undefined })

test('who, to whom, when and the plain text', async () => {
  const { mail, sections } = await read(
    message(32, {
      '__recip_version1.0_#00000000': recipient(1, 'Bo', 'bo@example.org'),
      '__recip_version1.0_#00000001': recipient(2, 'c@example.org', 'c@example.org'),
      '__substg1.0_1000001F': utf16('Grüße\r\n'),
    }),
  )
  assert.deepEqual(mail, {
    from: 'Ada <ada@example.com>',
    to: ['Bo <bo@example.org>'],
    cc: ['c@example.org'],
    subject: 'Berth',
    date: '2025-03-04T08:15:00Z',
  })
  assert.deepEqual(sections, [{ title: 'Berth', blocks: [{ kind: 'paragraph', text: 'Grüße' }] }])
})

test('files are attachments; a message within is one too, to be read as a mail', async () => {
  const inner = message(24, {
    '__substg1.0_1000001E': 'inside',
    '__attach_version1.0_#00000000': {
      '__substg1.0_37010102': 'data',
      '__substg1.0_3707001F': utf16('ä.txt'),
    },
  })
  const { attachments } = await read(
    message(32, {
      '__attach_version1.0_#00000000': {
        '__properties_version1.0': properties(8),
        '__substg1.0_37010102': 'x'.repeat(5000),
        '__substg1.0_3707001F': utf16('long name.csv'),
        '__substg1.0_370E001F': utf16('text/csv'),
      },
      '__attach_version1.0_#00000001': {
        '__substg1.0_3701000D': inner,
        '__substg1.0_3001001F': utf16('Berth'),
      },
    }),
  )
  assert.deepEqual(
    attachments?.map(({ name, mediaType, bytes }) => [
      name,
      mediaType,
      mediaType === 'text/csv' ? bytes.length : 0,
    ]),
    [
      ['long name.csv', 'text/csv', 5000],
      ['Berth.eml', 'message/rfc822', 0],
    ],
  )
  const nested = await emlReader(tagless)(attachments?.[1]?.bytes ?? new Uint8Array(), limits, {
    checkpoint: () => undefined,
  })
  assert.equal(nested.mail?.date, '2025-03-04T08:15:00Z')
  assert.equal(sectionText(nested.sections[0]!), 'inside')
  assert.deepEqual(
    nested.attachments?.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]),
    [['ä.txt', 'data']],
  )
})

// The two examples of [MS-OXRTFCP], section 4.
const packed =
  '2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232 0af32068656c090020627705b06c647d0a800fa0'
const crossing = '1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0'

test('RTF is unpacked as in the examples of the standard', () => {
  const bytes = (hex: string): Uint8Array => Buffer.from(hex.replace(/\s/g, ''), 'hex')
  const unpacked = unpackRtf(bytes(packed), 1000)
  assert.equal(Buffer.from(unpacked ?? '').toString(), '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n')
  assert.equal(
    Buffer.from(unpackRtf(bytes(crossing), 1000) ?? '').toString(),
    '{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}',
  )
})

test('RTF with HTML in it is read as that, and bombs of it are refused', async () => {
  const rtf = Buffer.from(
    "{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag64 <p>}\\htmlrtf \\par \\htmlrtf0 caf\\'e9{\\*\\htmltag72 </p>}}",
  )
  const stored = Buffer.alloc(16 + rtf.length)
  stored.write('MELA', 8)
  stored.set(rtf, 16)
  const { sections } = await read(message(32, { '__substg1.0_10090102': stored }))
  assert.equal(sectionText(sections[0]!), 'café')
  const bomb = Buffer.alloc(2000)
  bomb.writeUInt32LE(0x7fffffff, 4)
  bomb.write('LZFu', 8)
  assert.throws(() => unpackRtf(bomb, 1000), { code: 'ARCHIVE_BOMB' })
})
