import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sectionMarkdown } from './content-markdown.ts'
import { sectionText } from './content-text.ts'
import type { Section } from './content.ts'

const section: Section = {
  title: 'Plan',
  blocks: [
    { kind: 'heading', level: 2, text: 'What *we* do' },
    {
      kind: 'paragraph',
      text: 'See the page\nand its end.',
      links: [{ start: 8, end: 12, url: 'https://a.example/b (c)' }],
    },
    { kind: 'item', label: '•', text: 'one' },
    { kind: 'item', label: '2.', level: 1, text: 'two' },
    { kind: 'table', text: '', headed: true, rows: [['a', 'b|c'], ['1\n2']] },
    { kind: 'comment', label: 'Ada', text: 'no' },
    { kind: 'footnote', label: '1', text: '' },
    { kind: 'code', text: 'a ``` b' },
  ],
}

test('text: blocks apart, items and rows on lines of their own, what is not running text is marked', () => {
  assert.equal(
    sectionText(section),
    'What *we* do\n\nSee the page\nand its end.\n\n• one\n  2. two\n\na\tb|c\n1 2\n\n[comment by Ada: no]\n\na ``` b',
  )
})

test('Markdown: marks of the text are escaped, links and tables written', () => {
  assert.equal(
    sectionMarkdown(section),
    [
      '# Plan',
      '## What \\*we\\* do',
      'See the [page](<https://a.example/b%20(c)>)\\\nand its end.',
      '* one\n    2. two',
      '| a | b\\|c |\n| --- | --- |\n| 1<br>2 |  |',
      '> **comment by Ada:** no',
      '````\na ``` b\n````',
    ].join('\n\n'),
  )
})

test('Markdown: what would start a list or a heading at a line start does not', () => {
  const text = '# no\n- no\n1. no\n1999 yes'
  assert.equal(
    sectionMarkdown({ blocks: [{ kind: 'paragraph', text }] }),
    '\\# no\\\n\\- no\\\n1\\. no\\\n1999 yes',
  )
})
