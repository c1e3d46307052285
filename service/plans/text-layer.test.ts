import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeTextLayer } from './text-layer.ts'

test('prose, figures and other scripts are usable', () => {
  for (const text of [
    'The work takes nine days. A keeper must be present on the first and the last of them.',
    '1.204,00  17  20.468,00\n88,50  3  265,50\nTotal 20.733,50 EUR 2025-06-17 12:30',
    'Настоящий договор вступает в силу с момента подписания обеими сторонами.',
    'Επιστροφή χρημάτων εντός τριάντα ημερών από την παραλαβή του προϊόντος',
    '本契約は、両当事者が署名した日から効力を生じるものとし、その後一年間有効に存続するものとする。ただし書面による。',
    'Chapter one ........................ 3\nChapter two ........................ 17',
  ]) {
    assert.equal(judgeTextLayer(text), 'usable', text)
  }
})

test('nothing, and what may be a stamp', () => {
  assert.equal(judgeTextLayer(''), 'none')
  assert.equal(judgeTextLayer(' \n\t '), 'none')
  assert.equal(judgeTextLayer('Page 3 of 17'), 'sparse')
  assert.equal(judgeTextLayer('3'), 'sparse')
})

test('characters that stand for nothing make a layer garbled', () => {
  const prose = 'The work takes nine days. A keeper must be present.'
  assert.equal(judgeTextLayer(prose.replace(/[aeiou]/g, '\uE010')), 'garbled')
  assert.equal(judgeTextLayer(prose.replace(/[aeiou]/g, '\uFFFD')), 'garbled')
  assert.equal(judgeTextLayer(prose.replace(/[aeiou]/g, '\u0003')), 'garbled')
  assert.equal(judgeTextLayer(`${prose} \uFFFD`), 'usable')
})

test('a shifted or mixed table of characters makes a layer garbled', () => {
  // A subset font whose codes begin at "!": twelve letters become twelve signs.
  assert.equal(judgeTextLayer('!"#$%&\'( )*+,-./ !"#$ %&\'()* !"#$%& \'()*+, "#$%'), 'garbled')
  const prose = 'the work takes nine days and a keeper must be present on the first of them'
  assert.equal(judgeTextLayer(prose.replace(/e/g, 'е').replace(/a/g, 'α')), 'garbled')
})
