import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mcpTools } from '../mcp-tools.ts'
import { read, ReadInput } from './documents.ts'
import { readToolArguments } from './documents-tool.ts'

/** What a call comes to: pages, files, characters of each document, recognition. */
function used(args: Record<string, unknown>): unknown[] {
  const { maxPages, limit, maxDocumentChars, ocr } = ReadInput.parse({
    path: '/a',
    ...readToolArguments(args),
  })
  return [maxPages ?? 3, limit, maxDocumentChars, ocr]
}

test('what an agent writes is put right, never refused', () => {
  const usual = [3, 15, 'auto', 'auto']
  const plain = [3, 15, undefined, 'auto']
  const cases: [Record<string, unknown>, unknown[]][] = [
    [{}, plain],
    [{ max_chars: null }, usual],
    [{ max_pages: 0 }, usual],
    [{ max_pages: -5 }, [1, 15, 'auto', 'auto']],
    [{ max_pages: 20 }, [20, 15, 'auto', 'auto']],
    [{ max_pages: 21 }, [20, 15, 'auto', 'auto']],
    [{ maxPages: 21 }, [20, 15, undefined, 'auto']],
    [{ max_pages: '7' }, [7, 15, 'auto', 'auto']],
    [{ max_pages: 2.9 }, [2, 15, 'auto', 'auto']],
    [{ max_pages: null }, usual],
    [{ max_pages: true }, [1, 15, 'auto', 'auto']],
    [{ max_pages: ' 4 ' }, [4, 15, 'auto', 'auto']],
    [{ max_pages: 'many' }, usual],
    [{ max_pages: Number.NaN }, usual],
    [{ limit: 0 }, plain],
    [{ limit: 51 }, [3, 50, undefined, 'auto']],
    [{ limit: '50' }, [3, 50, undefined, 'auto']],
    [{ max_chars: 199 }, [3, 15, 200, 'auto']],
    [{ max_chars: 20_001 }, [3, 15, 20_000, 'auto']],
    [{ max_chars: '1e3' }, usual],
    [{ max_chars: '1000' }, [3, 15, 1000, 'auto']],
    [{ maxChars: 40 }, [3, 15, undefined, 'auto']],
    [{ pages: 'all' }, [3, 15, undefined, 'auto']],
    [{ pages: '2-', max_chars: 500 }, [3, 15, 500, 'auto']],
    [{ ocr: false }, [3, 15, undefined, 'never']],
    [{ ocr: 'false' }, [3, 15, undefined, 'never']],
    [{ ocr: 'No' }, [3, 15, undefined, 'never']],
    [{ ocr: 0 }, [3, 15, undefined, 'never']],
    [{ ocr: 'maybe' }, plain],
    [{ ocr: '' }, plain],
    [{ ocr: 1 }, plain],
    [{ ocr: 'always' }, [3, 15, undefined, 'always']],
  ]
  for (const [args, expected] of cases) assert.deepEqual(used(args), expected, JSON.stringify(args))
})

test('an object or a list in the place of a number is judged as it is', () => {
  for (const name of ['maxPages', 'limit', 'ocr'])
    assert.deepEqual(readToolArguments({ [name]: { not: 'this' } })[name], { not: 'this' })
})

test('the tool says so and does so; the operation itself takes what it is given', () => {
  const [tool] = mcpTools([read])
  assert.match(tool?.description ?? '', /maxPages is 1 to 20/)
  const { input } = tool?.read({ action: 'read', path: '/a.pdf', maxPages: 400, pages: '2-' }) ?? {}
  assert.deepEqual(input, { path: '/a.pdf', maxPages: 20, pages: '2-' })
  assert.equal(ReadInput.parse({ path: '/a.pdf', maxPages: 400 }).maxPages, 400)
})
