import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OutlineItem } from '../../bridge/operations/documents-outline.ts'
import { nestHeadings } from './nest-headings.ts'

const heading = (text: string, level: number) => ({ kind: 'heading' as const, text, level })

const shape = (items: readonly OutlineItem[]): unknown[] =>
  items.map(({ title, page, items: inner }) => [title, page, ...shape(inner)])

test('headings nest by level, over pages, whatever level the first has', () => {
  const { items } = nestHeadings(
    [
      { number: 1, blocks: [heading('a', 2), heading('b', 3), { kind: 'paragraph', text: 'p' }] },
      { number: 2, blocks: [heading('c', 3), heading('d\nd', 1), heading('e', 4), heading(' ', 1)] },
    ],
    100,
  )
  assert.deepEqual(shape(items), [
    ['a', 1, ['b', 1], ['c', 2]],
    ['d d', 2, ['e', 2]],
  ])
})

test('the title of a page stands above its headings, and once', () => {
  const pages = [
    { number: 1, title: 'One', blocks: [heading('One', 1), heading('x', 2)] },
    { number: 2, title: 'Two', blocks: [heading('y', 1)] },
  ]
  assert.deepEqual(shape(nestHeadings(pages, 100).items), [
    ['One', 1, ['x', 1]],
    ['Two', 2, ['y', 2]],
  ])
  assert.deepEqual(nestHeadings(pages, 3).truncated, true)
  assert.deepEqual(nestHeadings(pages, 4).truncated, false)
})
