import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeded } from '../../test/random.ts'
import { readEinvoice } from './einvoice.ts'

const read = (text: string) => readEinvoice(Buffer.from(text), () => {})

const ubl = (root: string, body: string): string =>
  `<?xml version="1.0"?><${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="a" xmlns:cbc="b">${body}</${root}>`

const ublBody =
  '<cbc:ID> U-7 </cbc:ID><cbc:IssueDate>2026-02-03</cbc:IssueDate><cbc:DueDate>2026-03-05Z</cbc:DueDate><cbc:DocumentCurrencyCode>NOK</cbc:DocumentCurrencyCode>' +
  '<cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>Shop</cbc:Name></cac:PartyName><cac:PartyLegalEntity>' +
  '<cbc:RegistrationName>Shop\n  Nord AS</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty>' +
  '<cac:AccountingCustomerParty><cac:Party><cac:PartyName><cbc:Name>Kari</cbc:Name></cac:PartyName></cac:Party></cac:AccountingCustomerParty>' +
  '<cac:LegalMonetaryTotal><cbc:TaxInclusiveAmount currencyID="NOK">0125.50</cbc:TaxInclusiveAmount>' +
  '<cbc:PayableAmount currencyID="NOK">100.5</cbc:PayableAmount></cac:LegalMonetaryTotal>'

test('UBL: the legal name, the sum with taxes and what is left to pay', () => {
  assert.deepEqual(read(ubl('Invoice', `${ublBody}<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>`)), {
    kind: 'invoice',
    vendor: 'Shop Nord AS',
    customer: 'Kari',
    number: 'U-7',
    date: '2026-02-03',
    dueDate: '2026-03-05',
    total: '125.50',
    payable: '100.5',
    currency: 'NOK',
  })
})

test('UBL: a credit note by its element, by its code (UN/EDIFACT 1001), by a negative sum', () => {
  assert.equal(read(ubl('CreditNote', ublBody))?.kind, 'credit-note')
  assert.equal(
    read(ubl('Invoice', `${ublBody}<cbc:InvoiceTypeCode>381</cbc:InvoiceTypeCode>`))?.kind,
    'credit-note',
  )
  assert.equal(read(ubl('Invoice', ublBody.replace('0125', '-0125')))?.kind, 'credit-note')
  for (const code of ['326', '384', '389', '575', '751', '875', '876', '877']) {
    assert.equal(
      read(ubl('Invoice', `${ublBody}<cbc:InvoiceTypeCode>${code}</cbc:InvoiceTypeCode>`))?.kind,
      'invoice',
      code,
    )
  }
})

test('CII as ZUGFeRD 1 names it, whatever the prefixes, and without a currency code', () => {
  const found = read(
    '<x:CrossIndustryDocument xmlns:x="urn:ferd:CrossIndustryDocument:invoice:1p0" xmlns:y="r" xmlns:z="u">' +
      '<x:HeaderExchangedDocument><y:ID>Z1</y:ID><y:TypeCode>380</y:TypeCode><y:IssueDateTime>' +
      '<z:DateTimeString format="102">20150613</z:DateTimeString></y:IssueDateTime></x:HeaderExchangedDocument>' +
      '<x:SpecifiedSupplyChainTradeTransaction><y:ApplicableSupplyChainTradeAgreement><y:SellerTradeParty>' +
      '<y:Name>Quitte &amp; Co</y:Name></y:SellerTradeParty></y:ApplicableSupplyChainTradeAgreement>' +
      '<y:ApplicableSupplyChainTradeSettlement><y:SpecifiedTradePaymentTerms><y:DueDateDateTime>' +
      '<z:DateTimeString format="102">20150704</z:DateTimeString></y:DueDateDateTime></y:SpecifiedTradePaymentTerms>' +
      '<y:SpecifiedTradeSettlementMonetarySummation><y:GrandTotalAmount currencyID="EUR">571.04</y:GrandTotalAmount>' +
      '</y:SpecifiedTradeSettlementMonetarySummation></y:ApplicableSupplyChainTradeSettlement>' +
      '</x:SpecifiedSupplyChainTradeTransaction></x:CrossIndustryDocument>',
  )
  assert.deepEqual(found, {
    kind: 'invoice',
    vendor: 'Quitte & Co',
    number: 'Z1',
    date: '2015-06-13',
    dueDate: '2015-07-04',
    total: '571.04',
    currency: 'EUR',
  })
})

const fattura = (body: string, root = 'FatturaElettronica'): string =>
  `<p:${root} xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"><FatturaElettronicaHeader>` +
  '<CedentePrestatore><DatiAnagrafici><Anagrafica><Nome>Ada</Nome><Cognome>Conti</Cognome></Anagrafica></DatiAnagrafici></CedentePrestatore>' +
  `</FatturaElettronicaHeader><FatturaElettronicaBody>${body}</FatturaElettronicaBody></p:${root}>`

test('FatturaPA: a person as seller, sums from the summary where no total is given, TD04 a credit note', () => {
  const general = (code: string): string =>
    `<DatiGenerali><DatiGeneraliDocumento><TipoDocumento>${code}</TipoDocumento><Divisa>EUR</Divisa><Data>2026-01-09</Data><Numero>3/A</Numero></DatiGeneraliDocumento></DatiGenerali>`
  const rest =
    '<DatiBeniServizi><DatiRiepilogo><ImponibileImporto>100.10</ImponibileImporto><Imposta>22.02</Imposta></DatiRiepilogo>' +
    '<DatiRiepilogo><ImponibileImporto>0.20</ImponibileImporto><Imposta>0.00</Imposta></DatiRiepilogo></DatiBeniServizi>' +
    '<DatiPagamento><DettaglioPagamento><DataScadenzaPagamento>2026-02-09</DataScadenzaPagamento><ImportoPagamento>122.32</ImportoPagamento></DettaglioPagamento></DatiPagamento>'
  assert.deepEqual(read(fattura(general('TD01') + rest)), {
    kind: 'invoice',
    vendor: 'Ada Conti',
    number: '3/A',
    date: '2026-01-09',
    dueDate: '2026-02-09',
    total: '122.32',
    payable: '122.32',
    currency: 'EUR',
  })
  assert.equal(read(fattura(general('TD04') + rest))?.kind, 'credit-note')
})

test('other XML, other vocabularies and what is no XML are no e-invoice', () => {
  for (const text of [
    '',
    'Invoice',
    '<a/>',
    '<Order>Invoice</Order>',
    '<Invoice xmlns="urn:other"/>',
    '{"Invoice":1}',
    '<Invoice',
    '%PDF-1.7 Invoice',
  ]) {
    assert.equal(read(text), undefined, text)
  }
})

test('entities are neither followed nor grown, nesting is bounded', () => {
  const bomb = `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${ubl('Invoice', '<cbc:ID>&b;</cbc:ID>').replace('<?xml version="1.0"?>', '')}`
  assert.ok((read(bomb)?.number ?? '').length < 10)
  assert.equal(read(`<Invoice>${'<a>'.repeat(10_000)}`), undefined)
})

test('cut off or with bytes changed it is an answer or none, never a failure', () => {
  const whole = Buffer.from(ubl('Invoice', ublBody))
  for (let end = 0; end < whole.length; end += 7) readEinvoice(whole.subarray(0, end), () => {})
  const random = seeded(20260301)
  for (let round = 0; round < 500; round += 1) {
    const bytes = Buffer.from(whole)
    for (let i = 0; i < 4; i += 1) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    readEinvoice(bytes, () => {})
  }
})
