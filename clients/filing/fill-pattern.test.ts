import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patternOf } from '../../service/plans/name-pattern.ts'
import { fillPattern } from './fill-pattern.ts'

const facts = { kind: 'invoice', sender: 'Harbour Power', date: '2026-04-09' } as const

/** The folders for the facts, where folders like the example are there; the pattern is the one the service would name. */
function filled(example: string, known: Parameters<typeof fillPattern>[1] = facts): string {
  const pattern = example.split('/').map(patternOf).join('/')
  return fillPattern({ pattern, example }, known).folders.join('/')
}

test('years, quarters and months are written as those that are there', () => {
  const expected: Record<string, string> = {
    '2024': '2026',
    '2024/March': '2026/April',
    '2024/Mar': '2026/Apr',
    '2024/MAR': '2026/APR',
    '2024/december': '2026/april',
    '2024/03': '2026/04',
    '2024/3': '2026/4',
    '2024/03-March': '2026/04-April',
    '2024-03': '2026-04',
    '2024_03': '2026_04',
    '2024 Q1': '2026 Q2',
    '2024/T3': '2026/T2',
    '2024-01-31': '2026-04-09',
    '20240131': '20260409',
    '31.01.2024': '09.04.2026',
  }
  for (const [example, folders] of Object.entries(expected)) assert.equal(filled(example), folders, example)
})

test('kinds keep their language, number and capitals', () => {
  const contract = { ...facts, kind: 'contract' } as const
  assert.equal(filled('Invoices/2024'), 'Invoices/2026')
  assert.equal(filled('Receipts/2024'), 'Invoices/2026')
  assert.equal(filled('receipt'), 'invoice')
  assert.equal(filled('RECEIPTS'), 'INVOICES')
  assert.equal(filled('Rechnungen', contract), 'Verträge')
  assert.equal(filled('Facture', contract), 'Contrat')
  // Spanish has no word for it in the table.
  assert.equal(filled('Facturas', contract), '')
})

test('senders are names of folders, without what a file system forbids', () => {
  assert.equal(filled('Acme/2024'), 'Harbour Power/2026')
  assert.equal(filled('Acme', { sender: 'A/B: Water.' }), 'A-B- Water')
})

test('what the facts do not tell ends the folders', () => {
  const { folders, left } = fillPattern(
    { pattern: '{yyyy}/{name}/{month}', example: '2024/Acme/May' },
    { date: '2026-04-09' },
  )
  assert.deepEqual({ folders, left }, { folders: ['2026'], left: ['{name}', '{month}'] })
  assert.equal(filled('2024', { kind: 'invoice' }), '')
  // Digits that are no month below a year, and a date whose day and month could be either.
  assert.equal(filled('2024/0471'), '2026')
  assert.equal(filled('12'), '')
  assert.equal(filled('03.04.2024'), '')
})

test('signs of patterns that mean something elsewhere are only signs', () => {
  assert.equal(filled('$ [2024] ^'), '$ [2026] ^')
  assert.equal(filled('[2024]'), '[2026]')
  assert.equal(filled('Acme (2024)'), 'Harbour Power (2026)')
})
