import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDocx, paragraph, partXml, run } from '../../test/office-builder.ts'
import { sectionMarkdown } from './content-markdown.ts'
import { sectionText } from './content-text.ts'
import type { Block, Section } from './content.ts'
import { readDocx } from './office/docx.ts'
import { htmlContent } from './text/html.ts'
import { markdownBlocks } from './text/markdown.ts'

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

test('Markdown: bold and italic are marked where marks can stand, a heading is none the more', () => {
  const text = 'all bold, part ital, q" s'
  const written = (emphasis: Block['emphasis'], more: Partial<Block> = {}): string =>
    sectionMarkdown({ blocks: [{ kind: 'paragraph', text, emphasis: emphasis ?? [], ...more }] })
  assert.equal(
    written([
      { start: 4, end: 9, strong: true },
      { start: 10, end: 20, strong: false },
      { start: 15, end: 19, strong: true },
    ]),
    'all **bold,** *part **ital**,* q" s',
  )
  // Inside a word a mark beside a quote would be no mark; of two that overlap the first counts.
  assert.equal(written([{ start: 22, end: 24, strong: true }]), text)
  assert.equal(
    written([
      { start: 0, end: 8, strong: true },
      { start: 4, end: 14, strong: false },
    ]),
    '**all bold**, part ital, q" s',
  )
  // What is bold piece by piece is bold as a whole.
  assert.equal(
    written([
      { start: 0, end: 3, strong: true },
      { start: 3, end: 6, strong: true },
      { start: 5, end: 8, strong: true },
    ]),
    '**all bold**, part ital, q" s',
  )
  assert.equal(written([{ start: 0, end: 3, strong: true }], { kind: 'heading', level: 1 }), `# ${text}`)
  const links = [{ start: 4, end: 8, url: 'https://a.example' }]
  assert.equal(
    written([{ start: 0, end: 8, strong: true }], { links }),
    '**all [bold](https://a.example)**, part ital, q" s',
  )
})

test('bold and italic come from web pages, Word and Markdown', async () => {
  const checkpoint = () => undefined
  const page = htmlContent('<p>a <b>b </b><i>c <b>d</b></i> <b></b>e<p><b>f<p>g', { maxChars: 100 })
  assert.equal(sectionMarkdown(page), 'a **b** *c **d*** e\n\n**f**\n\ng')
  const [md = []] = [markdownBlocks('a **b *c*** __d__ ***e*** 2 * 3', 100, checkpoint)]
  assert.equal(sectionMarkdown({ blocks: md }), 'a **b *c*** **d** ***e*** 2 \\* 3')
  const deep = markdownBlocks(`${'*a '.repeat(20_000)}${'b* '.repeat(20_000)}`, 1e6, checkpoint)
  assert.match(sectionMarkdown({ blocks: deep }), /^\*(a ){20000}b/)
  const body = paragraph(
    run('a ', '') +
      run('b', '<w:b/>') +
      run(' c', '<w:b/><w:i/>') +
      run(' d', '<w:rStyle w:val="Bold"/><w:b w:val="0"/>') +
      run(' e', '<w:rStyle w:val="Bold"/>'),
  )
  const limits = { maxUnfoldedBytes: 1e6, maxEntries: 100, maxDepth: 100, maxChars: 1000 }
  const style =
    '<w:style w:type="character" w:styleId="Bold"><w:name w:val="x"/><w:rPr><w:b/></w:rPr></w:style>'
  const styles = { 'styles.xml': partXml('w:styles', style) }
  const { sections } = await readDocx(makeDocx(body, styles, ['s styles styles.xml']), limits, { checkpoint })
  assert.equal(sectionMarkdown(sections[0] ?? { blocks: [] }), 'a **b *c*** d **e**')
})
