import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageBox } from '../../workers/page-words.ts'
import { scanBlocks } from './scan-blocks.ts'

const word = (text: string, ...box: PageBox) => ({ text, box })

test('paragraphs have the box around their words, and words cut at the end of a line are joined', () => {
  const words = [
    word('Dear', 10, 10, 20, 8),
    word('cus-', 40, 10, 20, 8),
    word('tomer,', 10, 22, 30, 9),
    word('hello', 10, 50, 25, 8),
  ]
  assert.deepEqual(scanBlocks('Dear cus-\ntomer,\n\nhello', words), [
    { kind: 'paragraph', text: 'Dear customer,', box: [10, 10, 50, 21] },
    { kind: 'paragraph', text: 'hello', box: [10, 50, 25, 8] },
  ])
})

test('text without words has no place, and none makes no block', () => {
  assert.deepEqual(scanBlocks('a\n\n\nb', []), [
    { kind: 'paragraph', text: 'a' },
    { kind: 'paragraph', text: 'b' },
  ])
  assert.deepEqual(scanBlocks('', []), [])
})
