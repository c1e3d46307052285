import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesOf, leafContext } from '../../test/leaf-context.ts'
import { placedPage } from '../../test/placed-page.ts'
import type { PageBox } from '../page-words.ts'
import { hints, type HintsOutput } from './hints.ts'

async function read(text: string, ocr = false): Promise<HintsOutput> {
  return hints({ pages: [{ number: 1, text }], name: 'scan.PDF', ocr }, leafContext())
}

test('an invoice: every field, and a name to file it by', async () => {
  const found = await read(
    'Marlow Glass Pty Ltd\nABN 98 765 432 109\nTAX INVOICE\nInvoice No: MG-2207\nInvoice Date: 9 May 2026\n' +
      'Due Date: 23 May 2026\nBill To:\nTessa Brook\n8 Ferry Rd\nSubtotal $2,000.00\nGST $200.00\nTotal $2,200.00\n',
  )
  const { fingerprint, ...rest } = found
  assert.match(fingerprint ?? '', /^t1-/)
  assert.deepEqual(rest, {
    kind: 'invoice',
    confidence: 'high',
    vendor: 'Marlow Glass Pty Ltd',
    vendorCandidates: ['Marlow Glass Pty Ltd'],
    date: '2026-05-09',
    dateAmbiguous: false,
    dueDate: '2026-05-23',
    number: 'MG-2207',
    total: { amount: '2200.00', currency: 'AUD', text: '$2,200.00' },
    suggestedName: '2026-05-09 Marlow Glass invoice MG-2207 $2,200.00.pdf',
    at: {},
  })
})

test('nothing is made up where there is nothing', async () => {
  for (const text of ['', ' \n\n', 'A walk in the woods. It rained, and we turned back at noon.']) {
    const { fingerprint: _, ...rest } = await read(text)
    assert.deepEqual(rest, { confidence: 'low', vendorCandidates: [], dateAmbiguous: false, at: {} }, text)
  }
})

test('a till slip photographed aslant: its lines stay apart, the day at its foot counts', async () => {
  const level = placedPage([
    'LANTERN & OAR',
    '7 Quay Street, Port Ember',
    'Oat biscuits        2 x 1.85     3.70',
    'Lamp oil 1 l                     9.95',
    'Subtotal                        27.40',
    'VAT 10 %                         2.74',
    'TOTAL                       EUR 30.14',
    'Cash                            40.00',
    'Change                           9.86',
    '17 June 2025    14:32',
    'Receipt 004271',
  ])
  // Lines of a sheet seen at an angle fall the more the further down they are.
  for (const [slope, fanned] of [
    [-0.1, 0],
    [0, 0],
    [0.06, 0],
    [0.12, 0],
    [0.02, 0.0004],
    [-0.08, 0.0003],
  ] as const) {
    const words = level.words?.map(({ text, box }) => ({
      text,
      ...(box && {
        box: [
          box[0],
          box[1] + (slope + fanned * box[1]) * (box[0] + box[2] / 2),
          box[2],
          box[3],
        ] satisfies PageBox,
      }),
    }))
    const pages = [{ number: 1, text: level.text.replace(/ +/g, ' '), words }]
    const found = await hints({ pages, name: 'slip.jpg', ocr: true }, leafContext())
    const { kind, date, number, total } = found
    assert.deepEqual(
      { kind, date, number, amount: total?.amount, currency: total?.currency },
      { kind: 'receipt', date: '2025-06-17', number: '004271', amount: '30.14', currency: 'EUR' },
      `slope ${slope}, fanned ${fanned}`,
    )
  }
})

test('the number of a receipt is that of the sale, and PST behind a time is no tax of Canada', async () => {
  const found = await read(
    'Alder Tools\n45 Bay Blvd\nSan Mateo, CA 94401\n11/23/2024 14:32:18 PST\nTXN: TXN-98765-2024\nSales receipt\n' +
      'Sales tax $6.00\nTOTAL $82.10\nREWARDS MEMBER\nID: TM-447821\n',
  )
  assert.deepEqual([found.number, found.total?.currency, found.date], ['TXN-98765-2024', 'USD', '2024-11-23'])
  const member = await read('Alder Tools\nReceipt\nTOTAL $82.10\nID: TM-447821\n')
  assert.equal(member.number, undefined)
})

test('remarks in brackets may part a title from its number; the number of a party is its own', async () => {
  const found = await read(
    'Gutschrift (Selbst ausgestellte Rechnung) (389) Nr. 47110818 vom 31.10.2018\nVerkäufer\nNummer: 12345676\n' +
      'Global Supplies Ltd.\nGesamtbetrag 20,00 EUR\n',
  )
  assert.deepEqual([found.number, found.date], ['47110818', '2018-10-31'])
})

test('a date that a narrow column breaks is one date', async () => {
  const page = placedPage([
    'Bill to            INVOICE',
    'Osprey School      Invoice no: TB-2026-0093',
    '88 Hill Road       Invoice date: 3 November',
    'Bath BA1 2QH       2026',
    '                   Payment due: 17',
    '                   November 2026',
    '',
    'Total due          £831.60',
  ])
  const found = await hints({ pages: [page], name: 'a.pdf' }, leafContext())
  assert.deepEqual([found.date, found.dueDate, found.number], ['2026-11-03', '2026-11-17', 'TB-2026-0093'])
})

test('totals of lines are not the total, unless one is the sum of the others', async () => {
  const table = [
    'Item      Quantity    Price    Total',
    'Rope            12     4.50    54.00',
    'Anchor           1   230.00   230.00',
    'Paint            6    18.25   109.50',
  ]
  const totalOf = async (lines: string[]): Promise<string | undefined> =>
    (await hints({ pages: [placedPage(lines)], name: 'a.pdf' }, leafContext())).total?.amount
  assert.equal(await totalOf(table), undefined)
  assert.equal(await totalOf([...table, 'In all                         393.50']), '393.50')
})

test('titles and customers are not taken for the vendor', async () => {
  assert.equal(
    (await read('Order confirmation\nOrder number 661\nPlaced 2026-02-02\nTotal EUR 7.00')).vendor,
    undefined,
  )
  assert.equal(
    (await read('Bill to: Birch Ltd\nInvoice\nSupplier: Ash Works\nTotal €5.00')).vendor,
    'Ash Works',
  )
  assert.equal(
    (await read('Invoice to\nBirch Ltd\n5 Mill Lane\nElm Tools GmbH\nTotal €5.00')).vendor,
    'Elm Tools GmbH',
  )
  assert.equal((await read('Invoice\nBill To:\nBirch Ltd\nTotal €5.00')).vendor, undefined)
})

test('net pay is the sum of a payslip, the closing balance that of a statement', async () => {
  const payslip = await read(
    'Payslip\nEmployer: Rye & Co.\nGross pay €3,100.00\nNet pay €2,480.10\nYear to date €9,300.00',
  )
  assert.deepEqual([payslip.vendor, payslip.total?.amount], ['Rye & Co.', '2480.10'])
  const statement = await read(
    'Account Statement\nStatement period 1 May 2026 to 31 May 2026\nOpening balance £90.00\nClosing balance £41.50',
  )
  assert.deepEqual([statement.date, statement.total?.amount], ['2026-05-31', '41.50'])
})

test('the total is the whole sum: not what is left of it, nor what was owed before', async () => {
  const prepaid = await read(
    'Rechnung\nBruttosumme 197,65 €\nErhaltene Anzahlungen -50,00 €\nZahlbetrag 147,65 €',
  )
  assert.equal(prepaid.total?.amount, '197.65')
  const carried = await read('Invoice 12\nPrevious balance €20.00\nThis month €60.00\nAmount due €80.00')
  assert.equal(carried.total?.amount, '60.00')
})

test('figures that add up name the total without a label', async () => {
  const found = await read('Invoice 7\nGoods 12,50 €\nNetto 100,00 €\nUSt 19,00 €\n119,00 €')
  assert.equal(found.total?.amount, '119.00')
})

test('day and month: dates that allow one order decide, otherwise the answer says so', async () => {
  const cases: [text: string, date: string | undefined, ambiguous: boolean][] = [
    ['Invoice\nDate: 05/06/2026\nTotal USD 1.00', '2026-05-06', true],
    ['Facture n° 9\nDate : 05/06/2026\nTotal 1,00 €', '2026-06-05', true],
    ['Invoice\nDate: 05/06/2026\nDue: 25/06/2026\nTotal USD 1.00', '2026-06-05', false],
    ['Invoice\nDate: 05/26/2026\nTotal 1.00', '2026-05-26', false],
    ['Invoice\nDate: 05/05/2026\nTotal 1.00', '2026-05-05', false],
    ['Invoice\nDate: 05/06/2026\nPlaced on 5 June 2026\nTotal 1.00', '2026-06-05', false],
    ['Rechnung\nDatum: 05.06.2026\nSumme 1,00', '2026-06-05', false],
    ['Invoice\nDate: 31/02/2026\nTotal 1.00', undefined, false],
    ['Invoice\nDate: 1980-01-01\nTotal 1.00', undefined, false],
  ]
  for (const [text, date, ambiguous] of cases) {
    const found = await read(text)
    assert.deepEqual([found.date, found.dateAmbiguous], [date, ambiguous], text)
  }
})

test('payment terms make the due date, unless they name two', async () => {
  assert.equal(
    (await read('Invoice 4\nInvoice date 2026-01-20\nTerms: net 30\nTotal €1.00')).dueDate,
    '2026-02-19',
  )
  assert.equal(
    (await read('Rechnung 4\nDatum 20.01.2026\nZahlbar innerhalb von 14 Tagen, 30 Tage netto\nSumme 1,00 €'))
      .dueDate,
    undefined,
  )
})

test('numbers of orders, customers, banks and tax offices are not the number of the invoice', async () => {
  assert.equal(
    (
      await read(
        'Invoice\nCustomer No. 881\nOrder No. 5512\nVAT No GB123456789\nIBAN DE02120300000000202051\nTotal €1.00',
      )
    ).number,
    undefined,
  )
  assert.equal((await read('Invoice No. 2026-04-01\nDate 2026-04-01\nTotal €5.00')).number, undefined)
  assert.equal((await read('Invoice 2026\nTotal €5.00')).number, undefined)
  assert.equal((await read('Rechnung Nr. 80101911/26.06.2025\nSumme 5,00 €')).date, '2025-06-26')
})

test('misread letters and digits are seen through', async () => {
  const found = await read(
    'lNVOICE\nHarrow Tools lnc.\nlnvoice N0: HT-77\nlnvoice Date: O5/l3/2025\nSubtotal $1,0O0.00\nTax $8O.00\nT0tal $1,08O.00',
    true,
  )
  assert.deepEqual(
    [found.kind, found.number, found.date, found.total?.amount, found.confidence],
    ['invoice', 'HT-77', '2025-05-13', '1080.00', 'medium'],
  )
})

test('places: labels above and beside their values, each field with the box of its words', () => {
  const page = placedPage([
    'Larch Optics Ltd                       INVOICE',
    '4 Mill Road                            Invoice number',
    'Bath BA1 1AA                           LO-118',
    '                                       Date of issue',
    'Bill to                                3 April 2026',
    'Ms K. Dale',
    '',
    'Lenses         2     40.00             80.00',
    'Net      VAT      Total',
    '80.00    16.00    £96.00',
  ])
  return Promise.resolve(hints({ pages: [page] }, leafContext())).then((found) => {
    assert.deepEqual(
      [found.vendor, found.number, found.date, found.total?.amount],
      ['Larch Optics Ltd', 'LO-118', '2026-04-03', '96.00'],
    )
    assert.deepEqual(found.at.number, { page: 1, box: [245, 78, 30, 10] })
    assert.deepEqual(found.at.date, { page: 1, box: [245, 106, 60, 10] })
    assert.deepEqual(found.at.vendor, { page: 1, box: [50, 50, 80, 10] })
  })
})

const cii = (total: string): string =>
  '<rsm:CrossIndustryInvoice xmlns:rsm="a" xmlns:ram="b" xmlns:udt="c"><rsm:ExchangedDocument><ram:ID>E-1</ram:ID>' +
  '<ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20260301</udt:DateTimeString>' +
  '</ram:IssueDateTime></rsm:ExchangedDocument><rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeAgreement>' +
  '<ram:SellerTradeParty><ram:Name>GLN 4000001000001\n PLUM AG</ram:Name></ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>' +
  '<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>' +
  '<ram:SpecifiedTradeSettlementHeaderMonetarySummation>' +
  `<ram:GrandTotalAmount>${total}</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>` +
  '</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>'

test('an e-invoice is believed before the text, which says where the same is printed', async () => {
  const { digest, files } = filesOf(Buffer.from(cii('119.00')))
  const page = placedPage(['PLUM AG', 'Rechnung Nr. E-1', 'Datum 02.03.2026', 'Summe 119,00 €'])
  const found = await hints({ pages: [page], attachments: [digest], name: 'a.pdf' }, leafContext({ files }))
  assert.deepEqual(
    [found.number, found.date, found.total],
    ['E-1', '2026-03-01', { amount: '119.00', currency: 'EUR', text: '119,00 €' }],
  )
  assert.equal(found.suggestedName, '2026-03-01 PLUM invoice E-1 €119.00.pdf')
  assert.deepEqual(Object.keys(found.at).sort(), ['kind', 'number', 'total', 'vendor'])
})
