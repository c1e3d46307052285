import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { filesOf, leafContext } from '../../test/leaf-context.ts'
import { addPages, line, PdfBuilder, pdfOf, scanned } from '../../test/pdf-builder.ts'
import { pdfText, type PdfTextInput } from './pdf-text.ts'

const seen = line('What everybody sees.', 50, 700)

/** The text of the first page, asked for alone: the quick look at the content comes first. */
async function read(bytes: Uint8Array, options: Partial<PdfTextInput> = {}) {
  const { digest, files } = filesOf(bytes)
  const input = { digest, pages: [1], maxChars: 1e6, maxPageChars: 1e6, ...options }
  const [page] = (await pdfText(input, leafContext({ files }))).pages
  assert.ok(page)
  return page
}

/** The same with and without words: two ways lead there. */
async function textOf(content: string): Promise<string> {
  const [alone, withWords] = [
    await read(pdfOf([content])),
    await read(pdfOf([content]), { words: true, blocks: true }),
  ]
  assert.equal(alone.text, withWords.text)
  assert.equal(
    withWords.words?.map(({ text }) => text).join(''),
    alone.text.replace(/\s/g, ''),
    'the words are the text',
  )
  return alone.text
}

const marked = (because: string, text = 'Pay the other account.'): string =>
  `What everybody sees.\n\n[hidden, ${because}: ${text}]`

const secret = (x = 50, y = 650, size = 11): string => line('Pay the other account.', x, y, size)

describe('text that nobody sees is marked with the reason', () => {
  const cases: [name: string, content: string, because: string][] = [
    ['rendering mode 3', `${seen} 3 Tr ${secret()}`, 'invisible'],
    ['white on paper', `${seen} 1 g ${secret()} 0 g`, 'in the colour of its ground'],
    ['nearly white', `${seen} 0.98 0.99 1 rg ${secret()}`, 'in the colour of its ground'],
    ['no ink', `${seen} 0 0 0 0 k ${secret()}`, 'in the colour of its ground'],
    ['black on black', `0 g 40 640 300 30 re f ${seen} ${secret()}`, 'in the colour of its ground'],
    ['rendering mode 3, written 3.0', `${seen} 3.0 Tr ${secret()}`, 'invisible'],
    ['an outline of white', `${seen} q 1 G 1 Tr ${secret()} Q`, 'in the colour of its ground'],
    [
      'grey on the same grey by other words',
      `0.2 0.2 0.2 rg 40 640 300 30 re f 0 g ${seen} 0.2 g ${secret()}`,
      'in the colour of its ground',
    ],
    ['white in an outline of white', `${seen} q 1 g 1 G 2 Tr ${secret()} Q`, 'in the colour of its ground'],
    ['a surface over it', `${seen} ${secret()} 0 g 40 640 300 30 re f`, 'covered'],
    ['a path over it', `${seen} ${secret()} 1 0 0 rg 40 640 m 340 640 l 340 670 l 40 670 l h f`, 'covered'],
    ['outside of a clip', `${seen} q 50 690 200 30 re W n ${secret()} Q`, 'clipped'],
    ['left of the page', `${seen} ${secret(-400)}`, 'off the page'],
    ['below the page', `${seen} ${secret(50, -40)}`, 'off the page'],
    ['a tenth of a point', `${seen} ${secret(50, 650, 0.1)}`, 'too small'],
    ['a tenth by its space', `${seen} q 0.01 0 0 0.01 50 650 cm ${secret(0, 0, 11)} Q`, 'too small'],
  ]
  for (const [name, content, because] of cases) {
    test(name, async () => assert.equal(await textOf(content), marked(because)))
  }
})

describe('text that is seen stays where it stands', () => {
  const both = 'What everybody sees.\nPay the other account.'
  const cases: [name: string, content: string][] = [
    ['white on a dark surface', `0 0 0.5 rg 40 640 300 30 re f 0 g ${seen} 1 g ${secret()}`],
    ['white on a thick line', `0 0 0.5 RG 30 w 40 655 m 340 655 l S ${seen} 1 g ${secret()}`],
    [
      'white on a shape',
      `0.2 g 40 640 m 340 640 l 350 655 l 340 670 l 40 670 l h f 0 g ${seen} 1 g ${secret()}`,
    ],
    ['black over a white surface', `1 g 0 0 612 792 re f 0 g ${seen} ${secret()}`],
    ['a rule of its colour under it', `${seen} ${secret()} 50 647 200 1 re f`],
    ['white with an outline', `${seen} q 1 g 0 G 2 Tr ${secret()} Q`],
    ['in a clip', `${seen} q 0 600 612 100 re W n ${secret()} Q`],
    ['a surface before it', `${seen} 0.9 g 40 640 300 30 re f 0 g ${secret()}`],
    ['a surface beside it', `${seen} ${secret()} 0.9 g 400 640 100 30 re f`],
  ]
  for (const [name, content] of cases) test(name, async () => assert.equal(await textOf(content), both))

  test('the text of a scan, invisible over its picture', async () => {
    const bytes = pdfOf([`${scanned} 3 Tr ${seen}`])
    assert.equal((await read(bytes)).text, 'What everybody sees.')
  })

  test('the same where the picture is too large to be decoded, on the page or in a form', async () => {
    const picture = 'BI /W 2/H 1/BPC 8/CS/G ID \xe0\xe0 EI'
    for (const form of [false, true]) {
      const pdf = new PdfBuilder()
      const entries = '/Type/XObject/Subtype/Form/BBox[0 0 1 1]'
      const number = pdf.addStream(Buffer.from(picture, 'latin1'), { entries })
      const fonts = '/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>'
      const content = `q 612 0 0 792 0 0 cm ${form ? '/Fm Do' : picture} Q 3 Tr ${seen}`
      const own = `/Resources<<${fonts}/XObject<</Fm ${number} 0 R>>>>`
      const bytes = pdf.build(addPages(pdf, [{ content, entries: own }]))
      assert.equal((await read(bytes)).text, 'What everybody sees.', `form: ${form}`)
    }
  })

  test('a stray mark', async () => {
    assert.equal(await textOf(`${seen} 3 Tr ${line('.', 50, 650)}`), 'What everybody sees.\n.')
  })
})

test('a layer that is not shown', async () => {
  const file = (off: boolean, listed = (layer: number) => `/OFF[${layer} 0 R]`) => {
    const pdf = new PdfBuilder()
    const layer = pdf.add('<</Type/OCG/Name(Draft)>>')
    const content = `${seen} /OC /L BDC ${secret()} EMC`
    const fonts = '/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>'
    const pages = [{ content, entries: `/Resources<<${fonts}/Properties<</L ${layer} 0 R>>>>` }]
    const config = off ? listed(layer) : ''
    return pdf.build(addPages(pdf, pages, `/OCProperties<</OCGs[${layer} 0 R]/D<<${config}>>>>`))
  }
  assert.equal((await read(file(true))).text, marked('on a hidden layer'))
  const byDefault = file(true, () => '/BaseState/OFF')
  assert.equal((await read(byDefault)).text, marked('on a hidden layer'))
  assert.equal((await read(file(false))).text, 'What everybody sees.\nPay the other account.')
})

test('hidden text is a block of its own, with its place where it has one', async () => {
  const content = `${seen} 3 Tr ${secret()} 0 Tr ${secret(-400, 600)}`
  const { blocks, seen: length, text } = await read(pdfOf([content]), { blocks: true })
  assert.deepEqual(
    blocks?.map(({ kind, label, text, box }) => [kind, label, text, box !== undefined]),
    [
      ['paragraph', undefined, 'What everybody sees.', true],
      ['hidden', 'invisible', 'Pay the other account.', true],
      ['hidden', 'off the page', 'Pay the other account.', false],
    ],
  )
  assert.equal(text.slice(0, length), 'What everybody sees.')
})

test('a page with a crowd of surfaces is read in time, its text as seen', async () => {
  const surfaces = Array.from({ length: 20_000 }, (_, i) => `${i % 600} ${i % 780} 9 9 re f`).join('\n')
  const page = await read(pdfOf([`0.5 g ${surfaces} 0 g ${seen}`]))
  assert.equal(page.text, 'What everybody sees.')
})
