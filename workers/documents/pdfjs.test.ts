import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { loadPdfjs } from './pdfjs.ts'

test('pdf.js leaves the thread as it was: arrays and JSON are the engine’s own, other formats are unfolded', async () => {
  const own = [Array.prototype.push, JSON.parse, JSON.stringify, Function.prototype.toString]
  await loadPdfjs()
  await loadPdfjs()
  assert.deepEqual([Array.prototype.push, JSON.parse, JSON.stringify, Function.prototype.toString], own)
  for (const [format, folded] of [
    ['deflate-raw', deflateRawSync('tide')],
    ['gzip', gzipSync('tide')],
  ] as const) {
    const stream = new Blob([folded]).stream().pipeThrough(new DecompressionStream(format))
    assert.equal(await new Response(stream).text(), 'tide')
  }
})
