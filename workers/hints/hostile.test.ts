import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leafContext } from '../../test/leaf-context.ts'
import { repeats, seeded } from '../../test/random.ts'
import { hints } from './hints.ts'
import type { TextPage } from './lines.ts'

const pieces = [
  ...'Invoice|Rechnung Nr.|请求书|請求書番号|Total|Netto|VAT|Bill to:|From:|Acme GmbH|ООО «Х»|株式会社|Due date|05/06/2026|2026-01-02|1.234,56 €'.split(
    '|',
  ),
  ...'$1,000.00|-|(|)|#|:|·|\n|\n\n|   |\t|12 345|l0O|חשבונית|فاتورة|٢٠٢٥|\u202e|\ud800|\u0301|net 30|\u0000|🐀|%|€'.split(
    '|',
  ),
]

function randomPage(random: () => number): TextPage {
  const pick = (): string => pieces[Math.floor(random() * pieces.length)] ?? ''
  const words = Array.from({ length: Math.floor(random() * 120) }, pick)
  const place = (): number => (random() < 0.02 ? Number.NaN : random() * 600 - 20)
  const placed = words.map((text) => ({
    text,
    ...(random() < 0.9 && { box: [place(), place(), place(), place()] as [number, number, number, number] }),
  }))
  return { number: 1, text: words.join(random() < 0.5 ? ' ' : ''), ...(random() < 0.6 && { words: placed }) }
}

test('any words in any places give an answer, and the same one again', async () => {
  const random = seeded(99)
  for (let round = 0; round < repeats(120, 20_000); round += 1) {
    const input = { pages: [randomPage(random)], name: 'a.pdf', ocr: random() < 0.3 }
    assert.deepEqual(await hints(input, leafContext()), await hints(input, leafContext()))
  }
})

test('endless repetition ends', async () => {
  for (const piece of pieces) {
    const text = piece.repeat(Math.ceil(12_000 / piece.length))
    const words = Array.from({ length: 4000 }, (_, index) => ({
      text: piece,
      box: [(index % 1000) * 20, Math.floor(index / 1000) * 12, 15, 10] as [number, number, number, number],
    }))
    await hints({ pages: [{ number: 1, text }] }, leafContext())
    await hints({ pages: [{ number: 1, text, words }] }, leafContext())
  }
})

test('a call that should end is heard', () => {
  const ended = AbortSignal.abort(new Error('ended'))
  assert.throws(
    () => void hints({ pages: [{ number: 1, text: 'Invoice' }] }, leafContext({ signal: ended })),
    /ended/,
  )
})
