import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf, setUp } from '../faults/lanes-setup.ts'
import { laneLeaves } from '../leaves/lane-leaves.ts'
import { digestOf, filesOf } from '../leaf-context.ts'
import { pdfOf } from '../pdf-builder.ts'
import { makePng } from '../png.ts'
import { leaves } from '../../workers/leaves.ts'

test('pictures and pages are drawn in a child process, one document after the other', async (t) => {
  const { run } = setUp(t, {}, { leaves: { ...laneLeaves, ...leaves }, cores: 1 })
  const sample = (x: number, y: number): number => (x * 3 + y * 5) & 255
  const png = filesOf(makePng({ width: 400, height: 300, depth: 8, colourType: 0, sample }))
  const limits = { maxPixels: 1e7, targetPixels: 1e7 }
  const picture = await run(
    'raster.picture',
    'native',
    { digest: png.digest, ...limits },
    { files: png.files },
  )
  const grey = Uint8Array.from({ length: 120_000 }, (_, i) => sample(i % 400, Math.floor(i / 400)))
  assert.deepEqual([...picture.files.keys()], [digestOf(grey)])

  const pdf = filesOf(pdfOf(['0 g 36 648 72 72 re f', '0 g 0 0 10 10 re f']))
  const counts: number[] = []
  for (const page of [1, 2, 1]) {
    const input = { digest: pdf.digest, page, dpi: 72, maxPixels: 1e7 }
    const { files } = await run('raster.pdfPage', 'native', input, { files: pdf.files })
    const [pixels = new Uint8Array()] = files.values()
    counts.push(pixels.reduce((count, value) => count + (value < 128 ? 1 : 0), 0))
  }
  assert.deepEqual(counts, [72 * 72, 100, 72 * 72])

  const junk = filesOf(Buffer.from('\x89PNG\r\n\x1a\nnothing more', 'latin1'))
  const refused = await faultOf(
    run('raster.picture', 'native', { digest: junk.digest, ...limits }, { files: junk.files }),
  )
  assert.equal(refused.code, 'DAMAGED')
})
