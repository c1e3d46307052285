import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksOfCut, boxAround, type BoxedBlock } from './page-blocks.ts'

test('the box around words of any number', () => {
  assert.deepEqual(boxAround([{ box: [10, 20, 5, 5] }, {}, { box: [2, 30, 4, 4] }]), [2, 20, 13, 14])
  assert.equal(boxAround([{}]), undefined)
  const many = Array.from({ length: 300_000 }, () => ({
    box: [1, 1, 1, 1] as [number, number, number, number],
  }))
  assert.deepEqual(boxAround(many), [1, 1, 1, 1])
})

test('the block in which the characters end is cut, its text, its links and its rows', () => {
  const blocks: BoxedBlock[] = [
    { kind: 'paragraph', text: 'one' },
    {
      kind: 'paragraph',
      text: 'two three',
      links: [
        { start: 0, end: 3, url: 'a' },
        { start: 4, end: 9, url: 'b' },
      ],
    },
    { kind: 'paragraph', text: 'never' },
  ]
  assert.deepEqual(blocksOfCut(blocks, 8), [
    { kind: 'paragraph', text: 'one' },
    { kind: 'paragraph', text: 'two t', links: [{ start: 0, end: 3, url: 'a' }] },
  ])
  const table: BoxedBlock = {
    kind: 'table',
    text: '',
    rows: [
      ['ab', 'cd'],
      ['ef', 'gh'],
      ['ij', 'kl'],
    ],
  }
  assert.deepEqual(blocksOfCut([table], 7)[0]?.rows, [
    ['ab', 'cd'],
    ['e', 'g'],
  ])
  assert.deepEqual(blocksOfCut([table], 100), [table])
})
