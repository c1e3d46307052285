import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placedPage } from '../../test/placed-page.ts'
import type { Kind } from './kinds.ts'
import { textHints } from './text-hints.ts'

/** How documents of one language are worded; each line `title|number label`. */
interface Wording {
  vendor: [name: string, street: string, town: string, tax: string]
  customer: [label: string, name: string, street: string, town: string]
  kinds: Partial<Record<Kind, string>>
  date: [label: string, text: string, iso: string]
  due: [label: string, text: string, iso: string]
  others: string[]
  sums: [net: string, tax: string, total: string]
  amounts: [net: string, tax: string, total: string, value: string, currency: string]
}

const wordings: Record<string, Wording> = {
  german: {
    vendor: ['Nordlicht Werkzeugbau GmbH', 'Industriestraße 12', '24103 Kiel', 'USt-IdNr. DE811222333'],
    customer: ['Rechnung an:', 'Frau Sabine Krüger', 'Am Markt 4', '99084 Erfurt'],
    kinds: {
      invoice: 'RECHNUNG|Rechnungs-Nr.',
      receipt: 'Quittung|Quittungsnummer',
      statement: 'Kontoauszug|Auszug Nr.',
      quote: 'Angebot|Angebotsnummer',
      'credit-note': 'Gutschrift|Gutschrift-Nr.',
      payslip: 'Gehaltsabrechnung|Abrechnungsnummer',
      contract: 'Dienstleistungsvertrag|Vertragsnummer',
      order: 'Bestellung|Bestellnummer',
    },
    date: ['Datum', '03.11.2024', '2024-11-03'],
    due: ['Zahlbar bis', '17.11.2024', '2024-11-17'],
    others: ['Kundennummer 70123', 'Ihr Zeichen 5566778'],
    sums: ['Zwischensumme', 'zzgl. 19 % MwSt.', 'Gesamtbetrag'],
    amounts: ['1.240,00 €', '235,60 €', '1.475,60 €', '1475.60', 'EUR'],
  },
  swiss: {
    vendor: ['Alpenblick Treuhand AG', 'Seestrasse 44', '8002 Zürich', 'CHE-123.456.789 MWST'],
    customer: ['Rechnungsadresse', 'Ruedi Ammann', 'Dorfweg 3', '3600 Thun'],
    kinds: { invoice: 'Rechnung|Rechnung Nr.', quote: 'Offerte|Offerte Nr.', order: 'Auftragsbestätigung|Auftrag Nr.' },
    date: ['Rechnungsdatum', '8. Januar 2025', '2025-01-08'],
    due: ['Fällig am', '07.02.2025', '2025-02-07'],
    others: ['Kunden-Nr. 1188'],
    sums: ['Total exkl. MWST', 'MWST 8.1%', 'Total CHF'],
    amounts: ["12'000.00", '972.00', "12'972.00", '12972.00', 'CHF'],
  },
  english: {
    vendor: ['Heron & Marsh Surveyors Ltd', '9 Canal Wharf', 'Leeds LS1 4AB', 'VAT Reg No GB 123 4567 89'],
    customer: ['Invoice to', 'Mr P. Okafor', '31 Elm Road', 'York YO10 5DD'],
    kinds: {
      invoice: 'VAT INVOICE|Invoice number',
      receipt: 'Receipt|Receipt no.',
      statement: 'Statement of account|Statement no.',
      quote: 'Quotation|Quotation ref',
      'credit-note': 'Credit note|Credit note no.',
      payslip: 'Payslip|Payslip no.',
      contract: 'Service Agreement|Agreement no.',
      order: 'Purchase Order|PO number',
    },
    date: ['Date of issue', '21 May 2025', '2025-05-21'],
    due: ['Payment due', '20 June 2025', '2025-06-20'],
    others: ['Account no. 33211', 'Your ref 99812'],
    sums: ['Net', 'VAT @ 20%', 'Total due'],
    amounts: ['£2,500.00', '£500.00', '£3,000.00', '3000.00', 'GBP'],
  },
  french: {
    vendor: ['Menuiserie Delorme SARL', '14 rue des Forges', '21000 Dijon', 'SIRET 812 345 678 00012'],
    customer: ['Adressé à :', 'Mme Claire Aubert', '3 impasse du Lavoir', '21200 Beaune'],
    kinds: {
      invoice: 'FACTURE|N° de facture',
      receipt: 'Reçu|Reçu n°',
      statement: 'Relevé de compte|Relevé n°',
      quote: 'Devis|Devis n°',
      'credit-note': 'Facture d’avoir|Avoir n°',
      payslip: 'Bulletin de paie|Bulletin n°',
      contract: 'Contrat de prestation de services|Contrat n°',
      order: 'Bon de commande|Commande n°',
    },
    date: ['Date d’émission', '2 décembre 2024', '2024-12-02'],
    due: ['À régler avant le', '1er janvier 2025', '2025-01-01'],
    others: ['Code client 4521', 'Votre référence 71-55'],
    sums: ['Montant HT', 'TVA 20 %', 'Net à payer'],
    amounts: ['845,00 €', '169,00 €', '1 014,00 €', '1014.00', 'EUR'],
  },
  dutch: {
    vendor: ['Van Dalen Fietsen B.V.', 'Havenkade 7', '3511 AB Utrecht', 'KvK 30123456'],
    customer: ['Klant', 'Joost de Wit', 'Molenweg 18', '3721 CD Bilthoven'],
    kinds: {
      invoice: 'Factuur|Factuurnr.',
      receipt: 'Kassabon|Bonnummer',
      quote: 'Offerte|Offertenummer',
      'credit-note': 'Creditnota|Creditnotanummer',
      payslip: 'Loonstrook|Loonstrook nr.',
      order: 'Orderbevestiging|Ordernummer',
    },
    date: ['Datum', '9 maart 2025', '2025-03-09'],
    due: ['Te betalen voor', '8 april 2025', '2025-04-08'],
    others: ['Debiteurnummer 2210'],
    sums: ['Totaal excl. btw', 'Btw 21%', 'Totaal incl. btw'],
    amounts: ['€ 310,00', '€ 65,10', '€ 375,10', '375.10', 'EUR'],
  },
  spanish: {
    vendor: ['Talleres Ibarra S.L.', 'Calle Mayor 22', '48001 Bilbao', 'NIF B48123456'],
    customer: ['Cliente:', 'Dña. Lucía Romero', 'Av. del Puerto 5', '39002 Santander'],
    kinds: {
      invoice: 'FACTURA|Nº de factura',
      receipt: 'Recibo|Recibo nº',
      statement: 'Extracto de cuenta|Extracto nº',
      quote: 'Presupuesto|Presupuesto nº',
      'credit-note': 'Factura rectificativa|Factura rectificativa nº',
      payslip: 'Nómina|Nómina nº',
      contract: 'Contrato de servicios|Contrato nº',
      order: 'Pedido de compra|Pedido nº',
    },
    date: ['Fecha de emisión', '7 de agosto de 2025', '2025-08-07'],
    due: ['Fecha de vencimiento', '6 de septiembre de 2025', '2025-09-06'],
    others: ['Código de cliente 900', 'Su referencia 12-88'],
    sums: ['Base imponible', 'IVA 21%', 'Total factura'],
    amounts: ['600,00 €', '126,00 €', '726,00 €', '726.00', 'EUR'],
  },
  italian: {
    vendor: ['Ceramiche Fontana S.r.l.', 'Via dei Mille 40', '48018 Faenza (RA)', 'P.IVA 01234567890'],
    customer: ['Spett.le', 'Albergo Bellavista S.n.c.', 'Corso Italia 11', '47921 Rimini'],
    kinds: {
      invoice: 'FATTURA|Fattura n.',
      receipt: 'Ricevuta|Ricevuta n.',
      statement: 'Estratto conto|Estratto conto n.',
      quote: 'Preventivo|Preventivo n.',
      'credit-note': 'Nota di credito|Nota di credito n.',
      payslip: 'Busta paga|Cedolino n.',
      contract: 'Contratto di fornitura|Contratto n.',
      order: 'Ordine di acquisto|Ordine n.',
    },
    date: ['Data', '18 giugno 2025', '2025-06-18'],
    due: ['Scadenza', '18 luglio 2025', '2025-07-18'],
    others: ['Codice cliente 551', 'Vs. riferimento 8812'],
    sums: ['Imponibile', 'IVA 22%', 'Totale documento'],
    amounts: ['1.000,00 €', '220,00 €', '1.220,00 €', '1220.00', 'EUR'],
  },
  portuguese: {
    vendor: ['Azulejos do Tejo, Lda.', 'Rua da Prata 88', '1100-420 Lisboa', 'NIPC 501234567'],
    customer: ['Exmo(s) Sr(s)', 'Miguel Antunes', 'Rua Direita 12', '3000-100 Coimbra'],
    kinds: {
      invoice: 'Fatura|Fatura n.º',
      receipt: 'Recibo|Recibo n.º',
      quote: 'Orçamento|Orçamento n.º',
      'credit-note': 'Nota de crédito|Nota de crédito n.º',
      order: 'Nota de encomenda|Encomenda n.º',
    },
    date: ['Data de emissão', '30 de abril de 2025', '2025-04-30'],
    due: ['Data de vencimento', '30 de maio de 2025', '2025-05-30'],
    others: ['N.º de cliente 334'],
    sums: ['Total líquido', 'IVA 23%', 'Total a pagar'],
    amounts: ['200,00 €', '46,00 €', '246,00 €', '246.00', 'EUR'],
  },
  polish: {
    vendor: ['Stolarnia Dębowy Las Sp. z o.o.', 'ul. Leśna 8', '30-001 Kraków', 'NIP 6761234567'],
    customer: ['Nabywca:', 'Anna Wiśniewska', 'ul. Krótka 2', '31-002 Kraków'],
    kinds: {
      invoice: 'FAKTURA VAT|Faktura nr',
      receipt: 'Paragon|Nr paragonu',
      statement: 'Wyciąg bankowy|Wyciąg nr',
      quote: 'Oferta cenowa|Oferta nr',
      'credit-note': 'Faktura korygująca|Faktura korygująca nr',
      payslip: 'Pasek wynagrodzenia|Pasek nr',
      contract: 'Umowa o świadczenie usług|Umowa nr',
      order: 'Zamówienie|Zamówienie nr',
    },
    date: ['Data wystawienia', '5 października 2025', '2025-10-05'],
    due: ['Termin płatności', '19 października 2025', '2025-10-19'],
    others: ['Nr klienta 8890'],
    sums: ['Razem netto', 'VAT 23%', 'Do zapłaty'],
    amounts: ['1 500,00 zł', '345,00 zł', '1 845,00 zł', '1845.00', 'PLN'],
  },
  swedish: {
    vendor: ['Skärgårdens Båtvarv AB', 'Hamngatan 5', '761 30 Norrtälje', 'Org.nr 556789-1234'],
    customer: ['Faktureras till', 'Lars Holm', 'Björkvägen 9', '752 20 Uppsala'],
    kinds: {
      invoice: 'Faktura|Fakturanr',
      receipt: 'Kvitto|Kvittonummer',
      quote: 'Offert|Offertnr',
      'credit-note': 'Kreditfaktura|Kreditfaktura nr',
      payslip: 'Lönespecifikation|Lönespecifikation nr',
      contract: 'Tjänsteavtal|Avtalsnummer',
      order: 'Orderbekräftelse|Ordernummer',
    },
    date: ['Fakturadatum', '2025-02-14', '2025-02-14'],
    due: ['Förfallodatum', '2025-03-16', '2025-03-16'],
    others: ['Kundnummer 671', 'Er referens 44-1'],
    sums: ['Summa exkl. moms', 'Moms 25 %', 'Summa att betala'],
    amounts: ['4 000,00 kr', '1 000,00 kr', '5 000,00 kr', '5000.00', 'SEK'],
  },
  danish: {
    vendor: ['Vestkystens Tømrer ApS', 'Havnevej 21', '6700 Esbjerg', 'CVR-nr. 12345678'],
    customer: ['Kunde:', 'Mette Jensen', 'Skovgade 3', '8000 Aarhus C'],
    kinds: { invoice: 'Faktura|Fakturanr.', receipt: 'Kvittering|Kvitteringsnr.', quote: 'Tilbud|Tilbudsnr.', 'credit-note': 'Kreditnota|Kreditnotanr.', payslip: 'Lønseddel|Lønseddel nr.', order: 'Ordrebekræftelse|Ordrenr.' },
    date: ['Dato', '3. maj 2025', '2025-05-03'],
    due: ['Forfaldsdato', '17. maj 2025', '2025-05-17'],
    others: ['Kundenr. 12'],
    sums: ['Subtotal', 'Moms 25%', 'I alt at betale'],
    amounts: ['800,00 kr.', '200,00 kr.', '1.000,00 kr.', '1000.00', 'DKK'],
  },
  norwegian: {
    vendor: ['Fjordlys Elektro AS', 'Storgata 14', '6413 Molde', 'Org.nr. 987 654 321 MVA'],
    customer: ['Faktureres til:', 'Ola Hansen', 'Solveien 6', '0170 Oslo'],
    kinds: { invoice: 'Faktura|Fakturanummer', receipt: 'Kvittering|Kvittering nr.', quote: 'Pristilbud|Tilbudsnummer', order: 'Ordrebekreftelse|Ordrenummer', payslip: 'Lønnsslipp|Lønnsslipp nr' },
    date: ['Fakturadato', '12.06.2025', '2025-06-12'],
    due: ['Forfallsdato', '26.06.2025', '2025-06-26'],
    others: ['Kundenr 5501'],
    sums: ['Nettobeløp', 'Mva 25 %', 'Å betale'],
    amounts: ['1 200,00 kr', '300,00 kr', '1 500,00 kr', '1500.00', 'NOK'],
  },
  finnish: {
    vendor: ['Järvenrannan Huolto Oy', 'Rantatie 5', '33100 Tampere', 'Y-tunnus 1234567-8'],
    customer: ['Laskutusosoite', 'Aino Mäkinen', 'Koivukuja 2', '00100 Helsinki'],
    kinds: { invoice: 'LASKU|Laskun numero', receipt: 'Kuitti|Kuitin numero', quote: 'Tarjous|Tarjouksen numero', 'credit-note': 'Hyvityslasku|Hyvityslaskun numero', contract: 'Palvelusopimus|Sopimuksen numero', order: 'Tilausvahvistus|Tilauksen numero' },
    date: ['Päiväys', '4.9.2025', '2025-09-04'],
    due: ['Eräpäivä', '18.9.2025', '2025-09-18'],
    others: ['Asiakasnumero 771', 'Viitenumero 12344'],
    sums: ['Veroton yhteensä', 'ALV 25,5 %', 'Maksettava yhteensä'],
    amounts: ['100,00 €', '25,50 €', '125,50 €', '125.50', 'EUR'],
  },
  czech: {
    vendor: ['Dřevo Šumava s.r.o.', 'Nádražní 15', '342 01 Sušice', 'IČO 12345678'],
    customer: ['Odběratel:', 'Petr Novák', 'Dlouhá 7', '110 00 Praha 1'],
    kinds: { invoice: 'Faktura - daňový doklad|Číslo faktury', receipt: 'Účtenka|Číslo účtenky', statement: 'Výpis z účtu|Číslo výpisu', quote: 'Cenová nabídka|Číslo nabídky', 'credit-note': 'Dobropis|Číslo dobropisu', payslip: 'Výplatní páska|Číslo výplatní pásky', contract: 'Smlouva o dílo|Číslo smlouvy', order: 'Objednávka|Číslo objednávky' },
    date: ['Datum vystavení', '6. 3. 2025', '2025-03-06'],
    due: ['Datum splatnosti', '20. 3. 2025', '2025-03-20'],
    others: ['Variabilní symbol 20250099'],
    sums: ['Základ daně', 'DPH 21 %', 'Celkem k úhradě'],
    amounts: ['1 000,00 Kč', '210,00 Kč', '1 210,00 Kč', '1210.00', 'CZK'],
  },
  slovak: {
    vendor: ['Tatranské Chaty s.r.o.', 'Hlavná 3', '058 01 Poprad', 'IČ DPH SK2020123456'],
    customer: ['Odberateľ:', 'Jana Kováčová', 'Lipová 8', '811 01 Bratislava'],
    kinds: { invoice: 'Faktúra|Číslo faktúry', quote: 'Cenová ponuka|Číslo ponuky', order: 'Objednávka|Číslo objednávky', contract: 'Zmluva o dielo|Číslo zmluvy' },
    date: ['Dátum vystavenia', '9. mája 2025', '2025-05-09'],
    due: ['Dátum splatnosti', '23. mája 2025', '2025-05-23'],
    others: ['Variabilný symbol 2025044'],
    sums: ['Základ dane', 'DPH 23 %', 'Celkom k úhrade'],
    amounts: ['100,00 €', '23,00 €', '123,00 €', '123.00', 'EUR'],
  },
  hungarian: {
    vendor: ['Duna-Kert Kft.', 'Kossuth utca 10.', '2600 Vác', 'Adószám: 12345678-2-13'],
    customer: ['Vevő:', 'Nagy Eszter', 'Petőfi utca 4.', '1052 Budapest'],
    kinds: { invoice: 'SZÁMLA|Számla sorszáma', quote: 'Árajánlat|Árajánlat száma', order: 'Megrendelés|Megrendelés száma', contract: 'Szolgáltatási szerződés|Szerződés száma' },
    date: ['Számla kelte', '2025. március 4.', '2025-03-04'],
    due: ['Fizetési határidő', '2025. március 18.', '2025-03-18'],
    others: ['Ügyfélszám: 5512'],
    sums: ['Nettó összesen', 'ÁFA 27%', 'Fizetendő összeg'],
    amounts: ['10 000 Ft', '2 700 Ft', '12 700 Ft', '12700', 'HUF'],
  },
  romanian: {
    vendor: ['Livada Verde S.R.L.', 'Str. Florilor 6', '400001 Cluj-Napoca', 'CUI RO12345678'],
    customer: ['Cumpărător:', 'Ion Popescu', 'Str. Lungă 21', '500035 Brașov'],
    kinds: { invoice: 'FACTURĂ|Factura nr.', receipt: 'Chitanță|Chitanța nr.', quote: 'Ofertă de preț|Oferta nr.', order: 'Comandă|Comanda nr.', contract: 'Contract de prestări servicii|Contract nr.' },
    date: ['Data emiterii', '15 iulie 2025', '2025-07-15'],
    due: ['Termen de plată', '30 iulie 2025', '2025-07-30'],
    others: ['Cod client 77'],
    sums: ['Total fără TVA', 'TVA 19%', 'Total de plată'],
    amounts: ['1.000,00 lei', '190,00 lei', '1.190,00 lei', '1190.00', 'RON'],
  },
  russian: {
    vendor: ['ООО «Северный Ветер»', 'ул. Садовая, д. 12', '190000 Санкт-Петербург', 'ИНН 7812345678'],
    customer: ['Покупатель:', 'ИП Смирнова Ольга Петровна', 'ул. Мира, д. 3', '150000 Ярославль'],
    kinds: { invoice: 'Счет на оплату|Счет №', receipt: 'Квитанция|Квитанция №', statement: 'Выписка по счету|Выписка №', quote: 'Коммерческое предложение|Предложение №', 'credit-note': 'Кредит-нота|Кредит-нота №', payslip: 'Расчетный листок|Расчетный листок №', contract: 'Договор оказания услуг|Договор №', order: 'Заказ поставщику|Заказ №' },
    date: ['Дата', '12 марта 2025 г.', '2025-03-12'],
    due: ['Оплатить до', '26 марта 2025 г.', '2025-03-26'],
    others: ['Код клиента 512'],
    sums: ['Итого без НДС', 'НДС 20%', 'Всего к оплате'],
    amounts: ['10 000,00 руб.', '2 000,00 руб.', '12 000,00 руб.', '12000.00', 'RUB'],
  },
  ukrainian: {
    vendor: ['ТОВ «Карпатський Ліс»', 'вул. Франка, 8', '79000 Львів', 'ЄДРПОУ 12345678'],
    customer: ['Платник:', 'Коваленко Іван', 'вул. Лесі Українки, 5', '01133 Київ'],
    kinds: { invoice: 'Рахунок на оплату|Рахунок №', quote: 'Комерційна пропозиція|Пропозиція №', contract: 'Договір про надання послуг|Договір №', order: 'Замовлення|Замовлення №' },
    date: ['Дата', '7 травня 2025', '2025-05-07'],
    due: ['Сплатити до', '21 травня 2025', '2025-05-21'],
    others: ['Код клієнта 15'],
    sums: ['Разом без ПДВ', 'ПДВ 20%', 'Всього до сплати'],
    amounts: ['1 000,00 грн', '200,00 грн', '1 200,00 грн', '1200.00', 'UAH'],
  },
  turkish: {
    vendor: ['Boğaz Mobilya Ltd. Şti.', 'Bağdat Caddesi No: 12', '34710 Kadıköy', 'Vergi No 1234567890'],
    customer: ['Sayın', 'Elif Demir', 'Lale Sokak 4', '06100 Ankara'],
    kinds: { invoice: 'FATURA|Fatura No', receipt: 'Tahsilat Makbuzu|Makbuz No', quote: 'Fiyat Teklifi|Teklif No', 'credit-note': 'İade Faturası|İade Faturası No', payslip: 'Maaş Bordrosu|Bordro No', contract: 'Hizmet Sözleşmesi|Sözleşme No', order: 'Satın Alma Siparişi|Sipariş No' },
    date: ['Düzenleme Tarihi', '9 Ekim 2025', '2025-10-09'],
    due: ['Son Ödeme Tarihi', '23 Ekim 2025', '2025-10-23'],
    others: ['Müşteri No 88'],
    sums: ['Ara Toplam', 'KDV %20', 'Genel Toplam'],
    amounts: ['₺1.000,00', '₺200,00', '₺1.200,00', '1200.00', 'TRY'],
  },
  greek: {
    vendor: ['Αιγαίο Ναυτιλιακά Α.Ε.', 'Οδός Ερμού 15', '185 35 Πειραιάς', 'ΑΦΜ 123456789'],
    customer: ['Πελάτης:', 'Μαρία Παπαδοπούλου', 'Λεωφόρος Κηφισίας 20', '115 26 Αθήνα'],
    kinds: { invoice: 'ΤΙΜΟΛΟΓΙΟ|Αρ. τιμολογίου', quote: 'Προσφορά|Αρ. προσφοράς', order: 'Παραγγελία|Αρ. παραγγελίας' },
    date: ['Ημερομηνία έκδοσης', '3 Ιουνίου 2025', '2025-06-03'],
    due: ['Πληρωτέο έως', '3 Ιουλίου 2025', '2025-07-03'],
    others: ['Κωδικός πελάτη 71'],
    sums: ['Καθαρή αξία', 'ΦΠΑ 24%', 'Πληρωτέο ποσό'],
    amounts: ['100,00 €', '24,00 €', '124,00 €', '124.00', 'EUR'],
  },
  hebrew: {
    vendor: ['מאפיית השקד בע"מ', 'רחוב הרצל 15', 'חיפה 3303139', 'ח.פ. 514567890'],
    customer: ['לכבוד:', 'דנה לוי', 'רחוב הזית 4', 'תל אביב 6100001'],
    kinds: { invoice: 'חשבונית מס|מספר חשבונית', receipt: 'קבלה|מספר קבלה', quote: 'הצעת מחיר|מספר הצעה', 'credit-note': 'חשבונית זיכוי|חשבונית זיכוי מס\'', payslip: 'תלוש שכר|תלוש מס\'', contract: 'הסכם שירות|הסכם מס\'', order: 'הזמנת רכש|הזמנה מס\'' },
    date: ['תאריך', '14 במאי 2025', '2025-05-14'],
    due: ['לתשלום עד', '13 ביוני 2025', '2025-06-13'],
    others: ['מספר לקוח 3301'],
    sums: ['סכום לפני מע"מ', 'מע"מ 18%', 'סה"כ לתשלום'],
    amounts: ['₪1,000.00', '₪180.00', '₪1,180.00', '1180.00', 'ILS'],
  },
  arabic: {
    vendor: ['شركة النخيل للتجارة ذ.م.م', 'شارع الملك فهد 12', 'الرياض 12345', 'الرقم الضريبي 300012345600003'],
    customer: ['العميل:', 'أحمد العتيبي', 'حي الورود 8', 'جدة 23456'],
    kinds: { invoice: 'فاتورة ضريبية|رقم الفاتورة', receipt: 'سند قبض|سند قبض رقم', quote: 'عرض سعر|عرض سعر رقم', order: 'أمر شراء|رقم أمر الشراء' },
    date: ['تاريخ الإصدار', '15 مايو 2025', '2025-05-15'],
    due: ['تاريخ الاستحقاق', '14 يونيو 2025', '2025-06-14'],
    others: ['رقم العميل 991'],
    sums: ['المجموع الفرعي', 'ضريبة القيمة المضافة 15%', 'الإجمالي'],
    amounts: ['1,000.00 SAR', '150.00 SAR', '1,150.00 SAR', '1150.00', 'SAR'],
  },
  japanese: {
    vendor: ['株式会社みどり印刷', '京都府京都市中京区4-2', '604-8001', '登録番号 T9876543210987'],
    customer: ['宛先:', '北浜物産株式会社', '大阪府大阪市中央区1-1', '541-0041'],
    kinds: { invoice: '御請求書|請求番号', receipt: '領収書|領収書番号', quote: '御見積書|見積番号', payslip: '給与明細書|明細番号', contract: '業務委託契約書|契約番号', order: '注文書|注文書番号' },
    date: ['発行日', '令和7年6月3日', '2025-06-03'],
    due: ['お支払期日', '令和7年6月30日', '2025-06-30'],
    others: ['お客様コード 5512'],
    sums: ['小計', '消費税(10%)', '合計金額'],
    amounts: ['¥120,000', '¥12,000', '¥132,000', '132000', 'JPY'],
  },
  chinese: {
    vendor: ['杭州云杉科技有限公司', '杭州市西湖区文一路18号', '310012', '税号 91330106MA2ABCDE3X'],
    customer: ['客户:', '王芳', '上海市徐汇区漕溪路6号', '200030'],
    kinds: { invoice: '增值税发票|发票号码', receipt: '收据|收据编号', quote: '报价单|报价单编号', 'credit-note': '红字发票|红字发票号码', contract: '服务合同|合同编号', order: '采购订单|采购订单号' },
    date: ['开票日期', '2025年6月3日', '2025-06-03'],
    due: ['付款期限', '2025年7月3日', '2025-07-03'],
    others: ['客户编号 7781'],
    sums: ['金额', '税额', '价税合计'],
    amounts: ['¥1,000.00', '¥130.00', '¥1,130.00', '1130.00', 'CNY'],
  },
  korean: {
    vendor: ['주식회사 한빛가구', '서울특별시 마포구 월드컵로 12', '04004', '사업자등록번호 123-45-67890'],
    customer: ['공급받는자:', '김민수', '부산광역시 해운대구 센텀로 5', '48060'],
    kinds: { invoice: '청구서|청구서 번호', receipt: '영수증|영수증 번호', quote: '견적서|견적번호', payslip: '급여명세서|급여명세서 번호', contract: '용역계약서|계약번호', order: '발주서|발주번호' },
    date: ['발행일', '2025년 6월 3일', '2025-06-03'],
    due: ['지급기한', '2025년 6월 30일', '2025-06-30'],
    others: ['고객번호 4417'],
    sums: ['공급가액', '부가세', '합계금액'],
    amounts: ['₩1,000,000', '₩100,000', '₩1,100,000', '1100000', 'KRW'],
  },
}

/** Three ways in which the parts of a document are set. */
const layouts = {
  letterhead: (w: Wording, title: string, meta: string[][]): string[] => [
    ...w.vendor,
    '',
    title,
    '',
    ...w.customer,
    '',
    ...meta.map((pair) => pair.join(' ')),
    ...w.others,
    '',
    ...sums(w),
  ],
  'sender line': (w: Wording, title: string, meta: string[][]): string[] => [
    w.vendor.slice(0, 3).join(' · '),
    ...w.customer.map((line, index) => (index === 0 ? line : line)),
    '',
    title,
    '',
    ...meta.map(([label, value]) => `${label}    ${value}`),
    ...w.others,
    '',
    ...sums(w),
    '',
    `${w.vendor[0]} · ${w.vendor[3]} · www.example.com`,
  ],
  'footer only': (w: Wording, title: string, meta: string[][]): string[] => [
    ...w.customer,
    '',
    ...[...meta].reverse().map((pair) => pair.join(': ')),
    ...w.others,
    '',
    title,
    '',
    ...sums(w),
    '',
    `${w.vendor[0]} · ${w.vendor[1]}, ${w.vendor[2]} · ${w.vendor[3]}`,
  ],
}

function sums({ sums: [net, tax, total], amounts }: Wording): string[] {
  return [`1    A-100    10    ${amounts[0]}`, `${net}    ${amounts[0]}`, `${tax}    ${amounts[1]}`, `${total}    ${amounts[2]}`]
}

for (const [language, wording] of Object.entries(wordings)) {
  test(`${language} documents of each kind, in three layouts, with and without places`, () => {
    for (const kind of Object.keys(wording.kinds) as Kind[]) {
      const [title = '', numberLabel = ''] = wording.kinds[kind]?.split('|') ?? []
      const [dateLabel, date, iso] = wording.date
      const [dueLabel, due, dueIso] = wording.due
      const meta = [
        [numberLabel, 'KX-20417'],
        [dateLabel, date],
        [dueLabel, due],
      ]
      for (const [name, layout] of Object.entries(layouts)) {
        const lines = layout(wording, title, meta)
        for (const page of [{ number: 1, text: lines.join('\n') }, placedPage(lines)]) {
          const hints = textHints([page], { recognised: false }, () => {})
          assert.deepEqual(
            {
              kind: hints.kind,
              vendor: hints.vendor,
              number: hints.number,
              date: hints.date,
              dueDate: hints.dueDate,
              total: hints.total?.amount,
              currency: hints.total?.currency,
            },
            {
              kind,
              vendor: wording.vendor[0],
              number: 'KX-20417',
              date: iso,
              dueDate: dueIso,
              total: wording.amounts[3],
              currency: wording.amounts[4],
            },
            `${kind}, ${name}, ${'words' in page ? 'placed' : 'text'}:\n${lines.join('\n')}`,
          )
        }
      }
    }
  })
}
