import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { greyFixture } from '../ocr-pages.ts'
import { startTestService, temporaryFolder } from '../service.ts'
import { makeTiff } from '../tiff.ts'

/** Fields of TIFF 6.0: eight bits a pixel, no compression, black is 0. */
const grey = { 258: [8], 259: [1], 262: [1] }

test('the pages of a TIFF are read, wherever its directory lies and whichever byte comes first', async (t) => {
  const service = await startTestService(t)
  const { width, height, pixels } = greyFixture('three-lines.png')
  const page = { width, height, fields: grey, blocks: [pixels] }
  for (const big of [false, true]) {
    const path = join(temporaryFolder(t), 'fax.tiff')
    // The pixels come first here, so the directories lie far behind the start of the file.
    writeFileSync(path, makeTiff([page, page], { big }))
    const response = await service.call('/v1/documents/read', { json: { path, pages: 'all' } })
    const { documents } = await response.json()
    assert.equal(documents[0].mediaType, 'image/tiff')
    assert.equal(documents[0].pageCount, 2)
    for (const { text, from } of documents[0].pages) {
      assert.equal(from, 'ocr')
      assert.equal(text.split('\n').length, 3)
    }
  }
})
