import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { Fault } from '../../bridge/faults.ts'
import { leafContext } from '../../test/leaf-context.ts'
import { addPages, line, PdfBuilder } from '../../test/pdf-builder.ts'
import { root } from '../../test/root.ts'
import { refuseBombs } from './pdf-bomb.ts'

const MiB = 1 << 20

const refused = (bytes: Buffer, maxBytes: number) =>
  assert.rejects(
    refuseBombs(bytes, maxBytes, leafContext()),
    (error) => error instanceof Fault && error.code === 'ARCHIVE_BOMB',
  )

/** A PDF whose only page has this stream as its content. */
function withStream(data: Uint8Array, options: { entries?: string; deflate?: boolean }): Buffer {
  const pdf = new PdfBuilder()
  pdf.addStream(data, options)
  return pdf.build(addPages(pdf, [line('a', 50, 700)]))
}

test('146 kB that unfold to 150 MB are refused', async () => {
  await refused(readFileSync(join(root, 'test/fixtures/documents/bomb-flate-150mb.pdf')), 64 * MiB)
})

test('a stream up to the limit passes, one byte more does not', async () => {
  const data = Buffer.alloc(MiB, 'q ')
  await refuseBombs(withStream(data, { deflate: true }), MiB, leafContext())
  await refused(withStream(data, { deflate: true }), MiB - 1)
})

test('a bomb within a bomb is unfolded twice', async () => {
  const twice = deflateSync(deflateSync(Buffer.alloc(32 * MiB, 'q '), { level: 9 }), { level: 9 })
  assert.ok(twice.length < 1000)
  await refused(withStream(twice, { entries: '/Filter[/FlateDecode/FlateDecode]' }), 4 * MiB)
})

test('a filter that is written with escapes or named by reference is no way around', async () => {
  const data = Buffer.alloc(8 * MiB, 'q ')
  const deflated = deflateSync(data, { level: 9 })
  await refused(withStream(deflated, { entries: '/Filter/Fl#61teDecode' }), MiB)
  await refused(withStream(deflated, { entries: '/Filter 9 0 R' }), MiB)
})

test('a bomb behind the beginning of another stream is found', async () => {
  const bomb = withStream(Buffer.alloc(8 * MiB, 'q '), { deflate: true })
  const lure = Buffer.from('%PDF-1.7\n<</Filter/FlateDecode>>stream\nno deflate data ', 'latin1')
  await refused(Buffer.concat([lure, bomb]), MiB)
})

test('streams that begin and never end are not looked into one by one', async () => {
  const starts = Buffer.from('/Filter/FlateDecode>>stream\nx\x9c'.repeat(20_000), 'latin1')
  await assert.rejects(
    refuseBombs(starts, MiB, leafContext()),
    (error) => error instanceof Fault && error.code === 'DAMAGED',
  )
})

test('one stream that a page names over and over is added up', async () => {
  const page = (times: number): Buffer => {
    const pdf = new PdfBuilder()
    const content = pdf.addStream(Buffer.alloc(MiB, 'q Q '), { deflate: true })
    pdf.add(`<</Type/Page/Contents[${`${content} 0 R `.repeat(times)}]>>`)
    return pdf.build(addPages(pdf, [line('a', 50, 700)]))
  }
  await refuseBombs(page(10), 10 * MiB, leafContext())
  await refused(page(11), 10 * MiB)
  await refused(page(5000), 64 * MiB)
  const large = new PdfBuilder()
  const content = large.addStream(Buffer.alloc(20 * MiB, 'q Q '), { deflate: true })
  large.add(`<</Type/Page/Contents[${`${content} 0 R `.repeat(9)}]>>`)
  await refused(large.build(addPages(large, [line('a', 50, 700)])), 64 * MiB)
})

test('pictures are never unfolded to read text, so their size is no bomb', async () => {
  const picture = withStream(Buffer.alloc(8 * MiB), { entries: '/Type/XObject/Subtype/Image', deflate: true })
  await refuseBombs(picture, MiB, leafContext())
})

test('broken deflate data is no bomb', async () => {
  await refuseBombs(withStream(Buffer.alloc(4096, 7), { entries: '/Filter/FlateDecode' }), MiB, leafContext())
})
