import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { line, pdfOf } from '../pdf-builder.ts'
import { root } from '../root.ts'
import { scoreDocuments } from './documents.ts'

test('every fixture is read as its manifest says, and every failure is typed', async () => {
  const scores = await scoreDocuments(join(root, 'test/fixtures/documents'))
  const failing = scores.filter((score) => score.failures.length > 0)
  // The one difference: its /Pages is no page tree, which other readers count as no page and pdf.js as one broken.
  assert.deepEqual(
    failing.map((score) => score.file),
    ['issue15590.pdf'],
  )
  for (const { checks } of scores) assert.deepEqual(checks['typed'], { right: 1, of: 1 })
})

test('what is missing, out of order or of the wrong length is told', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'talaria-score-'))
  try {
    writeFileSync(join(folder, 'a.pdf'), pdfOf([line('one two', 50, 700) + line('three', 50, 680)]))
    const expected = {
      pages: 2,
      text_contains: ['two', 'four'],
      ordered_snippets: ['three', 'one'],
      outcome: 'text',
    }
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ files: [{ file: 'a.pdf', expected }] }))
    const [score] = await scoreDocuments(folder)
    assert.deepEqual(score?.failures, ['snippets: four', 'ordered: one', 'pages: 1 pages'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
