import assert from 'node:assert/strict'
import { test } from 'node:test'
import { senderFolders, suggestPlaces, type FilingFacts } from './suggest-places.ts'

const facts: FilingFacts = {
  kind: 'invoice',
  vendor: 'Harbour Power Ltd',
  date: '2026-04-09',
  dateAmbiguous: false,
}
const name = 'invoice.pdf'
const place = (path: string, documents: number, layout?: string, example = '') => ({
  path,
  documents,
  types: { pdf: documents },
  ...(layout !== undefined && { layout: { pattern: layout, share: 1, example } }),
})
const folders = (...places: Parameters<typeof suggestPlaces>) =>
  suggestPlaces(...places).map(({ folder }) => folder)

test('a folder of the sender comes before one of the kind, and that before fuller ones', () => {
  const places = [
    place('/d/Photos', 900),
    place('/d/Receipts', 40),
    place('/d/Invoices', 30),
    place('/d/Harbour Power', 2),
  ]
  assert.deepEqual(folders(places, facts, name), [
    '/d/Harbour Power',
    '/d/Invoices',
    '/d/Photos',
    '/d/Receipts',
  ])
  const [first, second, third] = suggestPlaces(places, facts, name)
  assert.deepEqual(first?.reasons, ['It is named after the sender.'])
  assert.deepEqual(second?.reasons, ['Invoices are kept in it.'])
  assert.deepEqual(third?.reasons, ['900 documents are kept in it, 900 of them .pdf.'])
  assert.deepEqual([first?.isMatch, third?.isMatch], [true, false])
})

test('accents, capitals and other languages do not hide a folder', () => {
  const french = [place('/d/RECUS', 1), place('/d/autres', 9)]
  assert.equal(folders(french, { ...facts, kind: 'receipt' }, name)[0], '/d/RECUS')
})

test('the folders below a place are named as its layout has them', () => {
  assert.deepEqual(folders([place('/d/Invoices', 3, '{yyyy}/{month}', '2024/March')], facts, name), [
    '/d/Invoices/2026/April',
  ])
  const [one] = suggestPlaces(
    [place('/d/Invoices', 3, '{yyyy}', '2024')],
    { ...facts, date: undefined },
    name,
  )
  assert.equal(one?.folder, '/d/Invoices')
  assert.ok(one?.reasons.includes('What stands for {yyyy} is not known.'))
})

test('a folder of the sender that is there is taken as it is written', () => {
  const places = [place('/d/Invoices', 3, '{yyyy}/{name}', '2024/Acme')]
  assert.deepEqual(senderFolders(places, facts, name), ['/d/Invoices/2026'])
  const siblings = new Map([['/d/Invoices/2026', ['Acme', 'harbour power']]])
  const [there] = suggestPlaces(places, facts, name, siblings)
  assert.equal(there?.folder, '/d/Invoices/2026/harbour power')
  assert.ok(there?.reasons.includes('“harbour power” is the folder of this sender.'))
  const [fresh] = suggestPlaces(places, facts, name, new Map([['/d/Invoices/2026', ['Acme']]]))
  assert.equal(fresh?.folder, '/d/Invoices/2026/Harbour Power Ltd')
  assert.ok(fresh?.reasons.includes('There is no folder for this sender yet.'))
})

test('a date that could be read two ways is told where it changes the folder', () => {
  const unsure = { ...facts, dateAmbiguous: true }
  const told = (layout: string, example: string) =>
    suggestPlaces([place('/d', 2, layout, example)], unsure, name)[0]?.reasons.some((reason) =>
      reason.startsWith('Day and month'),
    )
  assert.equal(told('{yyyy}', '2024'), false)
  assert.equal(told('{yyyy}/{month}', '2024/May'), true)
})

test('paths of Windows keep their separators', () => {
  assert.deepEqual(folders([place('C:\\Papers\\Invoices', 3, '{yyyy}', '2024')], facts, name), [
    'C:\\Papers\\Invoices\\2026',
  ])
})
