import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sectionText } from '../content-text.ts'
import { htmlContent, readHtml } from './html.ts'

const limits = { maxUnfoldedBytes: 1e8, maxEntries: 1000, maxDepth: 100, maxChars: 1_000_000 }
const ctx = { checkpoint: () => {} }
const blocksOf = (html: string) => htmlContent(html, { maxChars: 100_000 }).blocks
const textOf = (html: string): string => sectionText({ blocks: blocksOf(html) })

describe('htmlContent', () => {
  it('reads blocks as a browser lays them out', () => {
    assert.equal(
      textOf('<title>T</title><h1>One</h1>a <b>b</b>\n c<p>d<br>e<div>f<div>g</div>h</div><!-- x -->'),
      'One\n\na b c\n\nd\ne\n\nf\n\ng\n\nh',
    )
  })

  it('leaves out what is not shown', () => {
    const hidden =
      '<style>p{}</style><script>x</script><noscript>y</noscript><template>z</template><p hidden>h</p>' +
      '<b style="DISPLAY: none">b</b><i style="visibility:hidden">i</i><dialog>d</dialog>'
    assert.equal(textOf(`${hidden}<p>seen</p>`), 'seen')
  })

  it('numbers lists, with start, value, letters and depth', () => {
    const html =
      '<ul><li>a<ol start=3><li>b<li value=7>c<p>more</p></ol></ul><ol type=a reversed><li>y<li>x</ol>'
    assert.equal(textOf(html), '• a\n  3. b\n  7. c\nmore\nb. y\na. x')
  })

  it('keeps links by their place in the text', () => {
    const html =
      'See <a href="/x">the  <b>page</b> </a>or <a href="#f">this</a> or <a href="javascript:1">that</a>'
    const [block] = htmlContent(html, { maxChars: 1000, baseUrl: 'https://a.example/b/' }).blocks
    assert.equal(block!.text, 'See the page or this or that')
    assert.deepEqual(block!.links, [{ start: 4, end: 12, url: 'https://a.example/x' }])
    assert.equal(blocksOf(html)[0]!.links![0]!.url, '/x')
  })

  it('lays spans of tables out and tells the heading', () => {
    const html =
      '<table><caption>C</caption><tr><th>a<th colspan=2>b<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5</table>'
    const [caption, table] = blocksOf(html)
    assert.equal(caption!.text, 'C')
    assert.deepEqual(table!.rows, [
      ['a', 'b'],
      ['1', '2', '3'],
      ['', '4', '5'],
    ])
    assert.equal(table!.headed, true)
  })

  it('reads tables that place things as what stands in them, and those of data within', () => {
    const html =
      '<table><tr><td>menu<td><h2>Offer</h2><table><tr><td>pen<td>2<tr><td>ink<td>3</table></table>'
    assert.deepEqual(
      blocksOf(html).map(({ kind, text, rows }) => [kind, rows ?? text]),
      [
        ['paragraph', 'menu'],
        ['heading', 'Offer'],
        [
          'table',
          [
            ['pen', '2'],
            ['ink', '3'],
          ],
        ],
      ],
    )
  })

  it('keeps the white space of code', () => {
    assert.deepEqual(blocksOf('<pre>\nif x:\n    y\n</pre>'), [{ kind: 'code', text: 'if x:\n    y' }])
    assert.equal(textOf('<div style="white-space: pre-wrap">a\n  b</div>'), 'a\n  b')
  })

  it('marks alternative texts, deletions and notes', () => {
    const html =
      '<p>a <img alt="A  cat"><del>b</del> c <img alt="🎉"></p><svg><title>Chart</title></svg>' +
      '<aside epub:type="footnote"><p>1. Note</p></aside><blockquote><p>q</p></blockquote>'
    assert.equal(
      textOf(html),
      'a c 🎉\n\n[alt text: A cat]\n\n[deleted: b]\n\n[alt text: Chart]\n\n[footnote 1: Note]\n\n> q',
    )
  })

  it('shows what forms show', () => {
    const html =
      '<input value=Ada><input type=hidden value=x><input type=password value=p><input type=checkbox checked>' +
      '<select><option>a<option selected>b</select><textarea>c\nd</textarea>'
    assert.equal(textOf(html), 'Ada [x] b c\nd')
  })

  it('reads XHTML, where any element may be empty', () => {
    const html = '<html><head><title/><script src="x"/></head><body><a id="p1"/><p/><p>text</p></body></html>'
    assert.deepEqual(htmlContent(html, { maxChars: 1000, xhtml: true }).blocks, [
      { kind: 'paragraph', text: 'text' },
    ])
  })

  it('decodes entities, also across where the text is cut for parsing', () => {
    for (let i = 0; i < 12; i += 1) {
      const { blocks } = htmlContent(`${'x'.repeat(16_376 + i)}&eacute;😀z`, { maxChars: 100_000 })
      assert.equal(blocks[0]!.text.slice(-5), 'xé😀z')
    }
  })

  it('stops at the most characters', () => {
    const { blocks, truncated } = htmlContent('<p>abc</p>'.repeat(10_000), { maxChars: 100 })
    assert.equal(truncated, true)
    assert.equal(
      blocks.reduce((sum, { text }) => sum + text.length, 0),
      100,
    )
  })

  it('is linear in hostile pages', () => {
    const pages = [
      '<div>'.repeat(200_000),
      Array.from({ length: 20_000 }, (_, i) => `<b a${i}><p>`).join(''),
      `<table>${'<i>x'.repeat(50_000)}`,
      '<table><tr><td colspan=1000 rowspan=60000>x<td colspan=1000>y'.repeat(5_000),
      '<'.repeat(500_000),
      `<p ${Array.from({ length: 50_000 }, (_, i) => `a${i}`).join(' ')}>`,
    ]
    for (const page of pages) assert.ok(Array.isArray(blocksOf(page)))
  })

  it('asks whether to go on', () => {
    const checkpoint = (): void => {
      throw new Error('stop')
    }
    assert.throws(() => htmlContent('x', { maxChars: 10, checkpoint }), /stop/)
  })
})

describe('readHtml', () => {
  it('follows the declared encoding and names the section by the title', async () => {
    const html = Buffer.from('<meta charset="iso-8859-2"><title>T\xec</title><p>\xb9 Dvo\xf8\xe1k', 'latin1')
    const { sections } = await readHtml(html, limits, ctx)
    assert.deepEqual(sections, [{ title: 'Tě', blocks: [{ kind: 'paragraph', text: 'š Dvořák' }] }])
  })

  it('refuses what is no text', () => {
    assert.throws(() => readHtml(Buffer.from(`<p>${'\0\x01\x02'.repeat(20)}`), limits, ctx), {
      code: 'DAMAGED',
    })
  })
})
