import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ReadInput } from '../../bridge/operations/documents.ts'
import { SearchableInput, SearchableOutput } from '../../bridge/operations/documents-searchable.ts'
import { digestOf } from '../../test/leaf-context.ts'
import { line, pdfOf } from '../../test/pdf-builder.ts'
import { planContext } from '../../test/plan-context.ts'
import { root } from '../../test/root.ts'
import { readPlan } from './documents.ts'
import { searchablePlan } from './searchable.ts'

async function searchable(input: object, blobs: Uint8Array[] = []) {
  const ctx = planContext({ blobs })
  const output = SearchableOutput.parse(await searchablePlan(SearchableInput.parse(input), ctx))
  return { output, bytes: ctx.bytes(output.pdf.blob) }
}

async function read(input: object, blobs: Uint8Array[] = []) {
  const question = ReadInput.parse({ detail: 'words', hints: false, ...input })
  return (await readPlan(question, planContext({ blobs }))).documents[0]
}

const sample = (name: string): string => join(root, 'samples', name)

for (const name of ['scan.pdf', 'receipt.jpg']) {
  test(`${name}: what is recognised is the text of the PDF, each word on its place`, async () => {
    const { output, bytes } = await searchable({ path: sample(name) })
    assert.deepEqual([output.changed, output.pageCount, output.pages[0]?.from], [true, 1, 'ocr'])
    const before = (await read({ path: sample(name) }))?.pages[0]
    const after = (await read({ source: { blob: digestOf(bytes) } }, [bytes]))?.pages[0]
    assert.equal(after?.from, 'text')
    const words = (text = ''): string[] => text.split(/\s+/).sort()
    assert.deepEqual(words(after?.text), words(before?.text))
    const scale = (after?.width ?? 0) / (before?.width ?? 1)
    for (const word of before?.words ?? []) {
      const left = scale * (word.box?.[0] ?? 0)
      const isThere = after?.words?.some(
        ({ text, box }) => text === word.text && Math.abs((box?.[0] ?? -9) - left) < 1,
      )
      assert.ok(isThere, `${word.text} at ${left}`)
    }
    // What was made is left as it is the next time.
    const again = await searchable({ source: { blob: digestOf(bytes) } }, [bytes])
    assert.deepEqual([again.output.changed, digestOf(again.bytes)], [false, digestOf(bytes)])
  })
}

test('a PDF with text on all pages comes back as it is; what is neither PDF nor picture is refused', async () => {
  const file = pdfOf([line('printed', 72, 700)])
  const { output } = await searchable({ source: { blob: digestOf(file) } }, [file])
  assert.deepEqual(output, {
    pdf: {
      blob: digestOf(file),
      mediaType: 'application/pdf',
      bytes: file.length,
      url: `/v1/blobs/${digestOf(file)}`,
    },
    pageCount: 1,
    pages: [{ number: 1, from: 'text' }],
    changed: false,
  })
  const text = Buffer.from('plain text')
  await assert.rejects(searchable({ source: { blob: digestOf(text) } }, [text]), { code: 'TYPE_UNSUPPORTED' })
})
