import { Fault } from '../../bridge/faults.ts'
import { elements, parseXml, type XmlElement } from '../formats/package/xml.ts'
import { amountAt, at, dayAt, kindOfCode, known, textAt, type EinvoiceFields } from './einvoice-fields.ts'

/** Elements of an invoice are nested less than twenty deep. */
const maxDepth = 64

/** Bytes beyond which an attachment is not read for its fields; an invoice of ten thousand lines has some 20 MB. */
const maxBytes = 64 * 1024 * 1024

/**
 * The fields of an electronic invoice: UN/CEFACT Cross Industry Invoice (ZUGFeRD 1 and 2, Factur-X, XRechnung), UBL 2
 * Invoice and CreditNote, FatturaPA. Undefined for any other XML, and for what cannot be read as XML. Entities are
 * left unread. Faults: those of `checkpoint`.
 */
export function readEinvoice(bytes: Uint8Array, checkpoint: () => void): EinvoiceFields | undefined {
  if (bytes.length > maxBytes || !mayBeEinvoice(bytes)) return undefined
  let root: XmlElement
  try {
    root = parseXml(bytes, { maxDepth }, checkpoint)
  } catch (error) {
    if (error instanceof Fault && error.code !== 'DAMAGED' && error.code !== 'TOO_DEEP') throw error
    return undefined
  }
  switch (root.name) {
    case 'CrossIndustryInvoice':
    case 'CrossIndustryDocument':
      return readCii(root)
    case 'Invoice':
    case 'CreditNote':
      return /^urn:oasis:names:specification:ubl:schema:xsd:(Invoice|CreditNote)-2$/.test(root.uri) ||
        root.uri === ''
        ? readUbl(root)
        : undefined
    case 'FatturaElettronica':
    case 'FatturaElettronicaSemplificata':
      return readFatturaPa(root)
    default:
      return undefined
  }
}

/** Whether one of the names that a root element has stands near the start, in any encoding of letters as bytes. */
function mayBeEinvoice(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 16_384)).toString('latin1').replaceAll('\0', '')
  return /CrossIndustry(Invoice|Document)|Invoice|CreditNote|FatturaElettronica/.test(start)
}

/** CII D16B and, for ZUGFeRD 1, its predecessor, which names the same parts a little differently. */
function readCii(root: XmlElement): EinvoiceFields {
  const document = at(root, 'ExchangedDocument') ?? at(root, 'HeaderExchangedDocument')
  const trade = at(root, 'SupplyChainTradeTransaction') ?? at(root, 'SpecifiedSupplyChainTradeTransaction')
  const part = (name: string): XmlElement | undefined =>
    at(trade, `ApplicableHeader${name}`) ?? at(trade, `ApplicableSupplyChain${name}`)
  const agreement = part('TradeAgreement')
  const settlement = part('TradeSettlement')
  const sums =
    at(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation') ??
    at(settlement, 'SpecifiedTradeSettlementMonetarySummation')
  const currency =
    textAt(settlement, 'InvoiceCurrencyCode') ?? at(sums, 'GrandTotalAmount')?.attributes['currencyID']
  const total = inCurrency(sums, 'GrandTotalAmount', currency) ?? amountAt(sums, 'DuePayableAmount')
  const terms = settlement ? elements(settlement, 'SpecifiedTradePaymentTerms') : []
  const dueDate = terms.map((own) => dayAt(own, 'DueDateDateTime')).find((day) => day !== undefined)
  return known({
    kind: kindOfCode(textAt(document, 'TypeCode'), total),
    vendor:
      textAt(agreement, 'SellerTradeParty', 'Name') ??
      textAt(agreement, 'SellerTradeParty', 'SpecifiedLegalOrganization', 'TradingBusinessName'),
    customer: textAt(agreement, 'BuyerTradeParty', 'Name'),
    number: textAt(document, 'ID'),
    date: dayAt(document, 'IssueDateTime'),
    dueDate,
    total,
    payable: amountAt(sums, 'DuePayableAmount'),
    currency,
  })
}

/** Of several amounts the one in the invoice's currency; others are for the tax office. */
function inCurrency(
  sums: XmlElement | undefined,
  name: string,
  currency: string | undefined,
): string | undefined {
  const all = sums ? elements(sums, name) : []
  const own = all.find(({ attributes }) => attributes['currencyID'] === currency) ?? all[0]
  return own && amountAt({ name: '', uri: '', attributes: {}, children: [own] }, name)
}

/** OASIS UBL 2.1, sections Invoice and Credit Note. */
function readUbl(root: XmlElement): EinvoiceFields {
  const sums = at(root, 'LegalMonetaryTotal')
  const total = amountAt(sums, 'TaxInclusiveAmount') ?? amountAt(sums, 'PayableAmount')
  const isCredit = root.name === 'CreditNote'
  const code = textAt(root, isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode')
  const means = elements(root, 'PaymentMeans').map((own) => dayAt(own, 'PaymentDueDate'))
  return known({
    kind: isCredit ? 'credit-note' : kindOfCode(code, total),
    vendor: partyName(at(root, 'AccountingSupplierParty', 'Party')),
    customer: partyName(at(root, 'AccountingCustomerParty', 'Party')),
    number: textAt(root, 'ID'),
    date: dayAt(root, 'IssueDate'),
    dueDate: dayAt(root, 'DueDate') ?? means.find((day) => day !== undefined),
    total,
    payable: amountAt(sums, 'PayableAmount'),
    currency: textAt(root, 'DocumentCurrencyCode') ?? at(sums, 'PayableAmount')?.attributes['currencyID'],
  })
}

/** Business term BT-27, the legal name, of EN 16931; the trading name where there is none. */
function partyName(party: XmlElement | undefined): string | undefined {
  return (
    textAt(party, 'PartyLegalEntity', 'RegistrationName') ??
    textAt(party, 'PartyName', 'Name') ??
    joined(textAt(party, 'Person', 'FirstName'), textAt(party, 'Person', 'FamilyName'))
  )
}

const joined = (...parts: (string | undefined)[]): string | undefined => {
  const text = parts.filter((part) => part !== undefined).join(' ')
  return text === '' ? undefined : text
}

/** FatturaPA 1.2 (Agenzia delle Entrate, "Specifiche tecniche"); of several invoices in one file the first. */
function readFatturaPa(root: XmlElement): EinvoiceFields {
  const header = at(root, 'FatturaElettronicaHeader')
  const body = at(root, 'FatturaElettronicaBody')
  const general = at(body, 'DatiGenerali', 'DatiGeneraliDocumento') ?? at(body, 'DatiGenerali')
  const code = textAt(general, 'TipoDocumento')
  const total = amountAt(general, 'ImportoTotaleDocumento') ?? summedUp(body)
  const payments = body
    ? elements(body, 'DatiPagamento').flatMap((own) => elements(own, 'DettaglioPagamento'))
    : []
  const due = payments.map((own) => dayAt(own, 'DataScadenzaPagamento')).find((day) => day !== undefined)
  const [payment] = payments
  return known({
    kind: code === 'TD04' || code === 'TD08' || total?.startsWith('-') === true ? 'credit-note' : 'invoice',
    vendor: italianParty(at(header, 'CedentePrestatore')),
    customer: italianParty(at(header, 'CessionarioCommittente')),
    number: textAt(general, 'Numero'),
    date: dayAt(general, 'Data'),
    dueDate: due,
    total,
    payable: payments.length === 1 ? amountAt(payment, 'ImportoPagamento') : undefined,
    currency: textAt(general, 'Divisa'),
  })
}

/** A company by its name, a person by first and last name; short invoices have them one level higher. */
function italianParty(party: XmlElement | undefined): string | undefined {
  for (const own of [
    at(party, 'DatiAnagrafici', 'Anagrafica'),
    at(party, 'AltriDatiIdentificativi'),
    party,
  ]) {
    const name = textAt(own, 'Denominazione') ?? joined(textAt(own, 'Nome'), textAt(own, 'Cognome'))
    if (name !== undefined) return name
  }
  return undefined
}

/** Where no total is given: what the summary by tax rate adds up to, in cents to stay exact. */
function summedUp(body: XmlElement | undefined): string | undefined {
  const rates = body ? elements(body, 'DatiBeniServizi').flatMap((own) => elements(own, 'DatiRiepilogo')) : []
  const parts = rates.flatMap((own) => [amountAt(own, 'ImponibileImporto'), amountAt(own, 'Imposta')])
  const amounts = parts.filter((part) => part !== undefined)
  if (amounts.length === 0) return undefined
  const cents = amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)
  return (cents / 100).toFixed(2)
}
