import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault } from '../../../bridge/faults.ts'
import { parseXml, textOf, walkTrees, walkXml } from './xml.ts'

const limits = { maxDepth: 100 }
const failsWith = (code: string) => (error: unknown) => error instanceof Fault && error.code === code
const parse = (text: string | Uint8Array) => parseXml(Buffer.from(text), limits, () => undefined)
const read = (text: string | Uint8Array): string => textOf(parse(text))

test('elements are known by local name and vocabulary, text keeps its place', () => {
  const root = parse('<w:a xmlns:w="urn:w" w:b="1">x<w:c/>y<![CDATA[<z>]]></w:a>')
  assert.deepEqual(root, {
    name: 'a',
    uri: 'urn:w',
    attributes: { b: '1' },
    children: ['x', { name: 'c', uri: 'urn:w', attributes: {}, children: [] }, 'y', '<z>'],
  })
})

test('of attributes that share a name the one without a prefix has it, whichever comes first', () => {
  for (const attributes of ['id="1" r:id="2"', 'r:id="2" id="1"']) {
    assert.deepEqual(parse(`<a xmlns:r="urn:r" ${attributes}/>`).attributes, { id: '1', 'urn:r id': '2' })
  }
  assert.equal(parse('<a constructor="1"/>').attributes['constructor'], '1')
})

test('encodings: byte order marks, bare UTF-16, declared ones; shared memory', () => {
  const text = '<a>größe 語</a>'
  const wide = Buffer.from(text, 'utf16le')
  assert.equal(read(`\ufeff${text}`), 'größe 語')
  assert.equal(read(Buffer.concat([Buffer.from([0xff, 0xfe]), wide])), 'größe 語')
  assert.equal(read(wide), 'größe 語')
  assert.equal(read(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(wide).swap16()])), 'größe 語')
  assert.equal(read(Buffer.from(wide).swap16()), 'größe 語')
  const latin = Buffer.from('<?xml version="1.0" encoding="iso-8859-2"?><a>\xb1</a>', 'latin1')
  assert.equal(read(latin), 'ą')
  const western = Buffer.from('<?xml version="1.0" encoding="windows-1252"?><a>\x93hi\x94 \x80</a>', 'latin1')
  assert.equal(read(western), '“hi” €')
  assert.equal(read(`<?xml version="1.0" encoding="UTF-16"?>${text}`), 'größe 語')
  const memory = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(text)))
  memory.set(Buffer.from(text))
  assert.equal(textOf(parseXml(memory, limits, () => undefined)), 'größe 語')
  assert.throws(() => read('<?xml version="1.0" encoding="x-none"?><a/>'), failsWith('DAMAGED'))
})

test('letters of several bytes survive the border between chunks', () => {
  const long = '語'.repeat(70_000)
  assert.equal(read(`<a>x${long}</a>`), `x${long}`)
})

test('no entity is read from a document type, so that none can grow or reach for a file', () => {
  const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;"><!ENTITY d SYSTEM "file:///etc/passwd">]>'
  assert.equal(read(`${bomb}<a>&c;&d;&amp;</a>`), '&c;&d;&')
})

test('small mistakes are forgiven: unknown names, letters that should not be there, prefixes without a vocabulary', () => {
  assert.equal(read('<a>&nbsp;\u0001x&#1;</a>'), '&nbsp;\u0001x&#1;')
  assert.equal(parse('<q:a><b z:c="1"/></q:a>').name, 'a')
})

test('documents that are cut or not XML are damaged', () => {
  const whole = '<?xml version="1.0"?><a><b c="d">e</b></a>'
  for (let length = 0; length < whole.length; length += 1) {
    assert.throws(() => parse(whole.slice(0, length)), failsWith('DAMAGED'), whole.slice(0, length))
  }
  for (const text of ['{}', '<a></b>', '<a><b></a>', '<a/><b/>', '<a b="1" b="2"/>']) {
    assert.throws(() => parse(text), failsWith('DAMAGED'), text)
  }
})

test('elements nested too deeply are refused', () => {
  assert.equal(parse('<a>'.repeat(100) + '</a>'.repeat(100)).name, 'a')
  assert.throws(() => parse('<a>'.repeat(101) + '</a>'.repeat(101)), failsWith('TOO_DEEP'))
  assert.throws(() => parse('<a>'.repeat(1e6)), failsWith('TOO_DEEP'))
})

test('a tree of millions of elements is refused before it fills the memory', () => {
  assert.throws(() => parse(`<a>${'<b/>'.repeat(4_000_001)}</a>`), failsWith('ARCHIVE_BOMB'))
})

test('trees at one depth come one after another, and none after enough has been read', () => {
  const document = Buffer.from(`<a><x>0</x><b>${'<c>1</c>'.repeat(40_000)}</b></a>`)
  let seen = 0
  const handlers = { depth: 2, tree: () => void (seen += 1), done: () => seen > 10 }
  walkTrees(document, limits, handlers, () => undefined)
  assert.ok(seen > 10 && seen < 10_000, String(seen))
})

test('the walk can be stopped between chunks', () => {
  let looks = 0
  const stop = (): void => {
    looks += 1
    if (looks > 3) throw new Error('stopped')
  }
  assert.throws(() => walkXml(Buffer.from(`<a>${'x'.repeat(1e6)}</a>`), limits, {}, stop), /stopped/)
  assert.equal(looks, 4)
})
