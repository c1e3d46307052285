import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Fault } from '../../../bridge/faults.ts'
import { formatLimits, idle } from '../../../test/format-limits.ts'
import { encodeLegacy } from '../../../test/legacy-encoder.ts'
import type { Content, FormatReader } from '../content.ts'
import { sectionMarkdown } from '../content-markdown.ts'
import { sectionText } from '../content-text.ts'
import { readCsv } from './csv.ts'
import { readMarkdown } from './markdown.ts'
import { readNotebook } from './notebook.ts'
import { readPlain } from './plain.ts'
import { readRst } from './rst.ts'

const read = (reader: FormatReader, text: string | Uint8Array, maxChars = 1_000_000): Content => {
  const content = reader(Buffer.from(text), { ...formatLimits, maxChars }, idle)
  if (content instanceof Promise) throw new Error('The reader is not synchronous')
  return content
}
const textOf = (reader: FormatReader, text: string): string =>
  read(reader, text).sections.map(sectionText).join('\n---\n')
const rowsOf = (text: string | Uint8Array): string[][] | undefined =>
  read(readCsv, text).sections[0]?.blocks[0]?.rows

describe('readPlain', () => {
  it('parts paragraphs at empty lines and sections at form feeds', () => {
    assert.equal(textOf(readPlain, 'a\r\n  b\r\n \r\n\r\nc\fd\re'), 'a\n  b\n\nc\n---\nd\ne')
  })

  it('reads no more than the most characters, of whatever size the file is', () => {
    const content = read(readPlain, 'ä'.repeat(100_000), 500)
    assert.equal(content.sections[0]!.blocks[0]!.text, 'ä'.repeat(500))
    assert.equal(content.truncated, true)
    assert.equal(read(readPlain, 'ä'.repeat(500), 500).truncated, undefined)
  })

  it('takes an empty file for an empty text, and refuses what is none', () => {
    assert.deepEqual(read(readPlain, '').sections, [{ blocks: [] }])
    assert.throws(() => read(readPlain, Buffer.alloc(100)), { code: 'DAMAGED' })
  })
})

describe('readCsv', () => {
  it('tells the delimiter, also where another is in the fields', () => {
    for (const delimiter of [',', ';', '\t', '|']) {
      const text = ['name', 'value'].join(delimiter) + `\nx y${delimiter}1\nz${delimiter}2\n`
      assert.deepEqual(rowsOf(text), [
        ['name', 'value'],
        ['x y', '1'],
        ['z', '2'],
      ])
    }
    assert.deepEqual(rowsOf('a;1,5\nb;2,25\n'), [
      ['a', '1,5'],
      ['b', '2,25'],
    ])
    assert.deepEqual(rowsOf('sep=|\na|b'), [['a', 'b']])
  })

  it('reads quotes as RFC 4180 has them', () => {
    assert.deepEqual(rowsOf('"a ""b""","c\r\nd,e",f"g\r\n,,\n"open,\nend'), [
      ['a "b"', 'c\nd,e', 'f"g'],
      ['', '', ''],
      ['open,\nend'],
    ])
  })

  it('tells whether the first row is a heading', () => {
    const headed = (text: string): boolean | undefined => read(readCsv, text).sections[0]!.blocks[0]!.headed
    assert.equal(headed('name,age\nAda,36\n'), true)
    assert.equal(headed('1,2\n3,4\n'), false)
    assert.equal(headed('Ada,London\nBob,Paris\n'), false)
  })

  it('reads legacy encodings', () => {
    const text = '名前,年齢,住所\n佐藤太郎,30,東京\n三木英子,25,大阪\n'
    assert.equal(rowsOf(encodeLegacy(text, 'shift_jis'))?.[1]?.[0], '佐藤太郎')
  })
})

describe('readMarkdown', () => {
  it('takes the marks off blocks', () => {
    const text =
      '---\ntitle: x\n---\n# One #\nTwo\n===\na\nb  \nc\n\n> q\nlazy\n\n```js\nx\n```\n\n    y\n\n***\n<div><p>h</p></div>'
    assert.equal(textOf(readMarkdown, text), 'title: x\n\nOne\n\nTwo\n\na b\nc\n\n> q lazy\n\nx\n\ny\n\nh')
  })

  it('reads lists within lists', () => {
    assert.equal(
      textOf(readMarkdown, '- a\n- b\n  more\n  1. c\n  2. d\n* e\n- [x] f\n\n7) g\n'),
      '• a\n• b more\n  1. c\n  2. d\n• e\n• [x] f\n7) g',
    )
  })

  it('reads tables and notes', () => {
    const { blocks } = read(readMarkdown, '| a | b |\n|---|:-:|\n| 1 \\| 2 | **x** |\n\nt[^1]\n\n[^1]: note')
      .sections[0]!
    assert.deepEqual(blocks[0]!.rows, [
      ['a', 'b'],
      ['1 | 2', 'x'],
    ])
    assert.deepEqual(blocks.at(-1), { kind: 'footnote', text: 'note', label: '1' })
  })

  it('takes off what emphasises and keeps what does not', () => {
    const text = '*a* __b _c___ ~~d~~ e_f_g 2 * 3 `*x*` \\*y\\* &amp; &eacute; **open <b>k</b>'
    assert.equal(textOf(readMarkdown, text), 'a b c d e_f_g 2 * 3 *x* *y* & é **open k')
  })

  it('keeps links of every form', () => {
    const text = '[a *b*](http://x.y "t") [Ref][r] [r] <http://z.y> https://w.v. ![alt](i)\n\n[R]: </u>'
    const [block, alt] = read(readMarkdown, text).sections[0]!.blocks
    assert.equal(block!.text, 'a b Ref r http://z.y https://w.v.')
    assert.deepEqual(
      block!.links!.map(({ start, end, url }) => [block!.text.slice(start, end), url]),
      [
        ['a b', 'http://x.y'],
        ['Ref', '/u'],
        ['r', '/u'],
        ['http://z.y', 'http://z.y'],
        ['https://w.v', 'https://w.v'],
      ],
    )
    assert.deepEqual(alt, { kind: 'alt text', text: 'alt' })
  })
})

describe('readRst', () => {
  it('reads sections, lists, literal blocks, directives and comments', () => {
    const text =
      '=====\nTitle\n=====\n\nSub\n---\n\n- a\n- b\n  c\n\n  1. d\n\nCode::\n\n    x\n      y\n\n.. note:: Be\n   careful\n\n' +
      '.. image:: p.png\n   :alt: Pic\n\n.. a comment\n\n.. [1] The note.\n\n'
    assert.equal(
      textOf(readRst, text),
      'Title\n\nSub\n\n• a\n• b c\n  1. d\n\nCode:\n\nx\n  y\n\nBe careful\n\n[alt text: Pic]\n\n[footnote 1: The note.]',
    )
    assert.deepEqual(
      read(readRst, 'A\n=\n\nB\n-\n\nC\n=\n').sections[0]!.blocks.map(({ level }) => level),
      [1, 2, 1],
    )
  })

  it('reads simple and grid tables', () => {
    const text = '== ==\nA  B\n== ==\n1  2\n== ==\n\n+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n'
    const { blocks } = read(readRst, text).sections[0]!
    assert.deepEqual(blocks, [
      {
        kind: 'table',
        text: '',
        headed: true,
        rows: [
          ['A', 'B'],
          ['1', '2'],
        ],
      },
      {
        kind: 'table',
        text: '',
        headed: true,
        rows: [
          ['a', 'b'],
          ['1', '2'],
        ],
      },
    ])
  })

  it('takes inline marks off and keeps links', () => {
    const text = '*a* **b** ``*c*`` `d <http://x.y>`_ e_ :ref:`f <g>` h_i [1]_\n\n.. _e: /u'
    const [block] = read(readRst, text).sections[0]!.blocks
    assert.equal(block!.text, 'a b *c* d e f h_i [1]')
    assert.deepEqual(
      block!.links!.map(({ start, end, url }) => [block!.text.slice(start, end), url]),
      [
        ['d', 'http://x.y'],
        ['e', '/u'],
      ],
    )
  })
})

describe('readers of text', () => {
  const readers = { readPlain, readCsv, readMarkdown, readRst }

  for (const [name, reader] of Object.entries(readers)) {
    it(`${name} is linear in repeated pieces`, () => {
      const pieces =
        '[ * > ` *a  - a\\n ![ ]( <a: & [a] \\ ~a | a|b\\n #  ``` " ", .. :: == a\\n\\n _ `a < <!-- a::\\n\\n'
      for (const piece of pieces.split(' ')) {
        const repeated = piece.replaceAll('\\n', '\n').repeat(20_000)
        assert.ok(read(reader, repeated).sections.length > 0)
      }
      for (const mark of ['*', '>', '> ', '= ', '- ', '`', '|', '](()', '[a](']) {
        assert.ok(read(reader, mark.repeat(3_000_000), 6_000_000).sections.length > 0)
      }
    })

    it(`${name} answers or throws a fault on noise`, () => {
      let seed = 3
      const next = (below: number): number => {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
        return (seed >>> 8) % below
      }
      const alphabet = 'ab\n\n  -*_`[]()<>!#|=+.:"\',;\t\\~&1\f\r€'
      for (let i = 0; i < 400; i += 1) {
        const text = Array.from({ length: next(200) }, () => alphabet[next(alphabet.length)]).join('')
        const bytes = Buffer.from(text)
        if (i % 4 === 0 && bytes.length > 0) bytes[next(bytes.length)] = next(256)
        try {
          read(reader, bytes)
        } catch (error) {
          assert.ok(error instanceof Fault, String(error))
          assert.equal(error.code, 'DAMAGED')
        }
      }
    })
  }
})

describe('readNotebook', () => {
  const cells = [
    { cell_type: 'markdown', source: ['# Tides\n', '\n', 'Twice a *day*.'] },
    {
      cell_type: 'code',
      source: 'print(42)\nplot()',
      outputs: [
        { output_type: 'stream', text: ['42\n'] },
        { output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo', 'text/plain': ['<Figure>'] } },
        { output_type: 'error', ename: 'NameError', evalue: "name 'x'", traceback: [] },
      ],
    },
    { cell_type: 'raw', source: [] },
  ]

  it('reads text cells as Markdown, code as code, and what it printed', () => {
    const metadata = { language_info: { name: 'python' } }
    const { sections } = read(readNotebook, JSON.stringify({ cells, metadata, nbformat: 4 }))
    assert.equal(
      sections.map(sectionMarkdown).join(),
      "# Tides\n\nTwice a *day*.\n\n```python\nprint(42)\nplot()\n```\n\n```\n42\n```\n\n```\n<Figure>\n```\n\n```\nNameError: name 'x'\n```",
    )
  })

  it('reads the third version, and what is no notebook as the text it is', () => {
    const old = {
      worksheets: [
        {
          cells: [
            { cell_type: 'heading', level: 2, source: 'Old' },
            { cell_type: 'code', input: 'x = 1' },
          ],
        },
      ],
    }
    assert.equal(textOf(readNotebook, JSON.stringify(old)), 'Old\n\nx = 1')
    for (const text of ['{"cells": [{"cell_type": "code", "sou', '{"cells": [1, 2]}'])
      assert.equal(textOf(readNotebook, text), text)
  })
})
