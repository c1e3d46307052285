import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decimalMarkOf, decimalOf } from './decimal.ts'
import { findAmounts } from './amounts.ts'
import { findDates, isoDate } from './dates.ts'
import { compareFingerprints, fingerprint } from './fingerprint.ts'
import { fold, phraseFinder } from './fold.ts'
import { sheetOf } from './lines.ts'
import { shortName } from './names.ts'
import { fileNamePart, suggestedName } from './suggested-name.ts'

const sheet = (text: string) => sheetOf([{ number: 1, text }], () => {})

test('numbers of all styles of grouping', () => {
  const cases: Record<string, string | undefined> = {
    '4,321.09': '4321.09',
    '4.321,09': '4321.09',
    '4 321,09': '4321.09',
    "43'210.50": '43210.50',
    '12,34,567.80': '1234567.80',
    '7.250': '7250',
    '7,25': '7.25',
    '0.375': '0.375',
    '1.2.3': '123',
    '007': '7',
    '9,': '9',
    '': undefined,
    x: undefined,
  }
  for (const [text, value] of Object.entries(cases)) assert.equal(decimalOf(text), value, text)
  assert.equal(decimalOf('7.250', '.'), '7.250')
  assert.equal(decimalMarkOf('1.234,50 and 7,25 and 3.10'), ',')
})

test('amounts: signs, marks before and behind, what is no amount', () => {
  const found = (text: string): string[] =>
    findAmounts(sheet(text), [], false).map(
      ({ value, currency, mark }) => `${value} ${currency ?? mark ?? '-'}`,
    )
  assert.deepEqual(found("R$ 45,10  CHF 1'234.50  12.50 €  $9  kr 5,00  1 234,56 zł"), [
    '45.10 BRL',
    '1234.50 CHF',
    '12.50 EUR',
    '9 $',
    '5.00 kr',
    '1234.56 PLN',
  ])
  assert.deepEqual(found('-5,00 € / 5,00- EUR / € -7,00 / −3,50 €'), [
    '-5.00 EUR',
    '-5.00 EUR',
    '-7.00 EUR',
    '-3.50 EUR',
  ])
  assert.deepEqual(found('19 % KT-1043 A4 12:30 1/2 #55'), [])
})

test('dates: forms, months in many languages, eras; no day that there is not', () => {
  const cases: Record<string, string | undefined> = {
    '2nd May 2005': '2005-05-02',
    'March 9th, 2026': '2026-03-09',
    '01-SEP-2026': '2026-09-01',
    '5.2.26': '2026-02-05',
    '7. Jänner 2026': '2026-01-07',
    '1er août 2025': '2025-08-01',
    '8 de outubro de 2025': '2025-10-08',
    '3 września 2025': '2025-09-03',
    '6. července 2025': '2025-07-06',
    '24. joulukuuta 2025': '2025-12-24',
    '2025. május 5.': '2025-05-05',
    '12 марта 2025 г.': '2025-03-12',
    '5 Ağustos 2025': '2025-08-05',
    '14 בפברואר 2025': '2025-02-14',
    '١٥ مايو ٢٠٢٥': '2025-05-15',
    令和7年6月3日: '2025-06-03',
    令和元年5月1日: '2019-05-01',
    '2025년 6월 3일': '2025-06-03',
    '15/03/2568': '2025-03-15',
    '30 February 2025': undefined,
    '29.02.2025': undefined,
    '1989-01-01': undefined,
    '10.20.30.40': undefined,
  }
  for (const [text, iso] of Object.entries(cases)) {
    const [date] = findDates(sheet(text), false)
    assert.equal(date && isoDate(date), iso, text)
  }
})

test('dates: every month of six languages, whatever it begins with', () => {
  const months = [
    'January February March April May June July August September October November December',
    'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  ]
  for (const line of months) {
    line.split(' ').forEach((month, index) => {
      const iso = `2025-${String(index + 1).padStart(2, '0')}-22`
      const forms = ['22 M 2025', '22. M 2025', '22 de M de 2025', '22 deM 2025', '22-M-2025', 'M 22, 2025']
      for (const form of forms) {
        const text = form.replace('M', month)
        assert.deepEqual(findDates(sheet(`Date: ${text}`), true).map(isoDate), [iso], text)
      }
    })
  }
})

test('labels: case, accents, misread letters and joints of words do not matter; parts of words do', () => {
  const find = phraseFinder<'due' | 'no' | 'kind'>(
    { due: 'due date|échéance', no: 'invoice no', kind: 'kvitto' },
    [['no', 'nr']],
  )
  const found = (text: string): string[] =>
    find(text, fold(text)).map(({ label, start, end }) => `${label} ${start}-${end}`)
  assert.deepEqual(found('DUE-DATE Echeance lnvoice N0.'), ['due 0-8', 'due 9-17', 'no 18-28'])
  assert.deepEqual(found('Kvittonr 5, overdue dates'), ['kind 0-6', 'no 6-8'])
})

test('names without their legal form', () => {
  for (const [name, short] of [
    ['Oak, LLC', 'Oak'],
    ['Elm GmbH & Co. KG', 'Elm'],
    ['ASH PTY. LTD.', 'ASH'],
    ['Fir S.r.l.', 'Fir'],
    ['ООО «Клён»', 'Клён'],
    ['株式会社楓', '楓'],
    ['Ltd', 'Ltd'],
  ] as const) {
    assert.equal(shortName(name), short)
  }
})

test('file names hold nothing that a file system refuses', () => {
  assert.equal(fileNamePart('a/b:c\\d\te\nf'), 'a-b-c-d-e-f')
  assert.equal(fileNamePart('end. . '), 'end')
  assert.equal(fileNamePart('..'), '')
  assert.equal(fileNamePart('a\u202eb'), 'ab')
  assert.equal(fileNamePart('y'.repeat(200)).length, 120)
  assert.ok(Buffer.byteLength(fileNamePart('請'.repeat(200))) <= 240)
  assert.equal(suggestedName({ kind: 'invoice', extension: '.pdf' }), undefined)
  assert.equal(suggestedName({ kind: 'contract', date: '2026-01-01', extension: '.pdf' }), undefined)
  assert.equal(
    suggestedName({
      kind: 'quote',
      vendor: 'Oak Ltd',
      total: { amount: '9999.9', currency: 'USD', mark: 'USD' },
      extension: '.JPG',
    }),
    'Oak quote USD 9,999.90.jpg',
  )
})

const page = (number: string): string =>
  `Acme Ltd 9 Canal Wharf Leeds Invoice number ${number} Date 21 May 2026 to Mr P. Okafor 31 Elm Road York for survey of the roof and gutters, two visits, Net 2,500.00 VAT 500.00 Total 3,000.00`

test('fingerprints: copies are the same, scans likely, another of the form similar, others different', () => {
  const own = fingerprint([page('A-17')], { number: 'A-17', date: '2026-05-21', amount: '3000.00' }) ?? ''
  const copy = fingerprint([page('A-17').replaceAll(' ', '\n')], { number: 'A-17' }) ?? ''
  const scan = fingerprint(
    [page('A-17').replace('gutters', 'gutlers').replace('visits', 'v1slts').replace('Okafor', '0kafcr')],
    {
      number: 'A-l7',
      date: '2026-05-21',
      amount: '3000',
    },
  )
  const next = fingerprint([page('A-18')], { number: 'A-18', date: '2026-05-21', amount: '3000.00' }) ?? ''
  const other =
    fingerprint(
      ['The quick brown fox jumps over the lazy dog and runs home again to its den in the wood.'],
      {},
    ) ?? ''
  assert.equal(compareFingerprints(own, copy), 'same')
  assert.equal(compareFingerprints(own, scan ?? ''), 'likely')
  assert.equal(compareFingerprints(own, next), 'similar')
  assert.equal(compareFingerprints(own, other), 'different')
  assert.equal(compareFingerprints(own, 'nonsense'), 'different')
  assert.equal(fingerprint(['', ' \n'], {}), undefined)
})
