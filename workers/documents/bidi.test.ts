import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineText, logicalOrder, reversed } from './bidi.ts'

/** The words of a line as they stand on paper, left to right. */
const line = (text: string) =>
  lineText(logicalOrder(text.split(' ').map((word) => ({ text: word, parted: true }))))

test('left-to-right lines stay as they are', () => {
  assert.equal(line('Total 12.50 EUR'), 'Total 12.50 EUR')
})

test('Hebrew words are read from the right', () => {
  assert.equal(line('הנמל מדריך'), 'מדריך הנמל')
})

test('Latin words and numbers in a Hebrew line keep their own order', () => {
  // On paper: "פתוחה B12 בשער 4821 טיסה" reading from the right.
  assert.equal(line('פתוחה B12 בשער 4821 טיסה'), 'טיסה 4821 בשער B12 פתוחה')
  assert.equal(line('לעולם New York מ שלום'), 'שלום מ New York לעולם')
})

test('numbers that stand apart follow each other from the right', () => {
  assert.equal(line('30 20 10 מספרים'), 'מספרים 10 20 30')
})

test('a Hebrew name in an English line is turned by itself', () => {
  assert.equal(line('The word הנמל מדריך is old'), 'The word מדריך הנמל is old')
})

test('punctuation clings to the word it stands by', () => {
  const words = [
    { text: '.', parted: true },
    { text: 'בבוקר', parted: false },
    { text: 'שבע', parted: true },
  ]
  assert.equal(lineText(logicalOrder(words)), 'שבע בבוקר.')
})

test('a mark that ends a number or a Latin word follows it', () => {
  assert.equal(line('חיפה ,10 הרצל'), 'הרצל 10, חיפה')
  assert.equal(line('.B12 מוצר'), 'מוצר B12.')
})

test('letters of a word are reversed, digits within it are not', () => {
  assert.deepEqual(reversed(['ם', 'ו', 'ל', 'ש']), ['ש', 'ל', 'ו', 'ם'])
  assert.deepEqual(reversed(['2', '0', '2', '4', '-', 'ב']).join(''), 'ב-2024')
  assert.deepEqual(reversed(['1', '.', '5', 'כ']).join(''), 'כ1.5')
})

test('a ligature of two letters keeps them in order', () => {
  // lam-alef drawn as one glyph
  assert.equal(reversed(['م', 'ا', 'ل', 'س', 'لا'].toReversed()).join(''), 'مالسلا')
})

test('brackets named by their drawn shape are turned, others are left', () => {
  assert.equal(line('עולם( )שלום'), '(שלום עולם)')
  assert.equal(line('עולם) (שלום'), '(שלום עולם)')
})
