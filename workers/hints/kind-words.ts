/** What a document can be, by the words its title and its own number are written with. */
export const kindWords = {
  invoice:
    'invoice|tax invoice|commercial invoice|sales invoice|e invoice|bill|inv|' +
    'rechnung|rechnungen|rechnungs|handelsrechnung|beitragsrechnung|schlussrechnung|teilrechnung|abschlagsrechnung|' +
    'honorarrechnung|jahresrechnung|monatsrechnung|eingangsrechnung|ausgangsrechnung|sammelrechnung|faktura|faktur|' +
    'rechnung des versicherers|anzahlungsrechnung|stromrechnung|telefonrechnung|' +
    'facture|facture de vente|facture d acompte|facture d avance|note d honoraires|' +
    'factuur|verkoopfactuur|btw factuur|nota|' +
    'factura|factura simplificada|factura de venta|factura electronica|' +
    'fattura|fattura elettronica|fattura di vendita|parcella|' +
    'fatura|fatura recibo|nota fiscal|nota fiscal eletronica|nfe|nf e|nfs e|' +
    'faktury|fakture|faktura vat|faktura sprzedazy|fakturę|fakturze|rachunek|rachunku|' +
    'fakturan|fakturaen|faktura kvittering|regning|regningen|' +
    'lasku|laskun|laskunne|' +
    'faktura danovy doklad|danovy doklad|zalohova faktura|' +
    'szamla|szamlaja|szamlat|elolegszamla|' +
    'factura fiscala|facturii|factură|' +
    'счет|счет на оплату|счет фактура|счета|счета фактуры|счету|инвойс|упд|накладная|' +
    'рахунок|рахунок фактура|рахунка|рахунку|рахунок на оплату|' +
    'fatura no|e fatura|e arsiv fatura|faturasi|satis faturasi|' +
    'τιμολογιο|τιμολογιου|τιμολογιο πωλησης|τιμολογιο παροχης υπηρεσιων|' +
    '請求書|御請求書|ご請求書|請求明細書|適格請求書|请求书|发票|發票|增值税发票|增值税专用发票|增值税普通发票|电子发票|統一發票|账单|帳單|' +
    '청구서|세금계산서|전자세금계산서|거래명세서|거래명세표|계산서|인보이스|' +
    'فاتورة|الفاتورة|فاتورة ضريبية|فاتورة ضريبية مبسطة|' +
    'חשבונית|חשבונית מס|החשבונית|חשבון עסקה|חשבונית עסקה|חשבונית מס קבלה|' +
    'račun|računa|arve|sąskaita faktūra|rēķins',
  receipt:
    'receipt|sales receipt|payment receipt|official receipt|cash receipt|till receipt|order receipt|' +
    'quittung|quittungs|kassenbon|kassenbeleg|kaufbeleg|zahlungsbeleg|zahlungsbestätigung|kassenzettel|bewirtungsbeleg|' +
    'recu|reçu de paiement|ticket de caisse|ticket|quittance|justificatif de paiement|' +
    'kassabon|kwitantie|betaalbewijs|aankoopbewijs|kassaticket|' +
    'recibo|recibo de pago|recibo de pagamento|comprobante de pago|tique|comprovante|cupom fiscal|talao|' +
    'ricevuta|ricevuta fiscale|scontrino|scontrino fiscale|documento commerciale|' +
    'paragon|paragonu|paragon fiskalny|pokwitowanie|potwierdzenie zaplaty|potwierdzenie wplaty|' +
    'kvitto|kvittot|kassakvitto|kvittering|kvitteringen|kassebon|bon|boninnsalg|' +
    'kuitti|kuitin|kassakuitti|ostokuitti|' +
    'uctenka|uctenky|stvrzenka|pokladni doklad|prijmovy pokladni doklad|pokladnicny doklad|pokladnicny blok|potvrdenka|' +
    'nyugta|bizonylat|blokk|chitanta|chitanței|bon fiscal|' +
    'чек|чека|кассовый чек|товарный чек|квитанция|квитанции|квитанція|квитанції|фіскальний чек|' +
    'makbuz|makbuzu|fis|fişi|tahsilat makbuzu|satis fisi|perakende satis fisi|' +
    'αποδειξη|αποδειξης|αποδειξη πληρωμης|αποδειξη λιανικης πωλησης|αποδειξη εισπραξης|' +
    '領収書|領収証|レシート|受領書|收据|收據|小票|购物小票|收款收据|付款凭证|' +
    '영수증|현금영수증|إيصال|ايصال|إيصال الدفع|سند قبض|קבלה|הקבלה|קבלות',
  statement:
    'statement|account statement|statement of account|bank statement|monthly statement|credit card statement|' +
    'account summary|statement of charges|billing statement|' +
    'kontoauszug|kontoauszugs|auszug|rechnungsauszug|depotauszug|kreditkartenabrechnung|saldenbestätigung|' +
    'releve|releve de compte|releve bancaire|extrait de compte|' +
    'rekeningafschrift|rekeningoverzicht|afschrift|overzicht|' +
    'extracto|extracto bancario|extracto de cuenta|estado de cuenta|estratto conto|estratto|' +
    'extrato|extrato bancario|extrato de conta|' +
    'wyciag|wyciagu|wyciag bankowy|wyciag z rachunku|zestawienie|zestawienie operacji|' +
    'kontoutdrag|kontoutdraget|utdrag|kontoutskrift|kontoudtog|kontoudskrift|' +
    'tiliote|tiliotteen|tiliotteet|vypis|vypisu|vypis z uctu|' +
    'kivonat|szamlakivonat|bankszamlakivonat|folyoszamla kivonat|egyenlegközlő|' +
    'extras|extras de cont|extrasului|' +
    'выписка|выписки|выписка по счету|выписка из лицевого счета|акт сверки|виписка|виписки|виписка по рахунку|' +
    'hesap ozeti|ekstre|hesap ekstresi|ekstresi|hesap dokumu|ekstrenin|' +
    'κινηση λογαριασμου|αντιγραφο κινησης|καταστασης|κατασταση λογαριασμου|κατασταση|αντιγραφο κινησεων|' +
    '取引明細書|利用明細書|ご利用明細|利用明細|明細書|残高証明書|入出金明細|对账单|對帳單|银行对账单|账户对账单|月结单|結單|' +
    '명세서|거래내역서|거래내역|계좌명세서|이용명세서|이용대금명세서|계정명세서|잔액증명서|' +
    'كشف حساب|كشف الحساب|بيان حساب|דף חשבון|דוח חשבון|תדפיס חשבון|כרטסת|פירוט חשבון|כרטיס חשבון|דף פירוט',
  quote:
    'quote|quotation|estimate|price quote|price quotation|sales quote|bid|proposal|pro forma|proforma|proforma invoice|pro forma invoice|' +
    'angebot|angebots|kostenvoranschlag|offerte|offert|kostenschätzung|' +
    'devis|devis estimatif|facture proforma|' +
    'prijsopgave|prijsofferte|offertenummer|' +
    'presupuesto|cotizacion|factura proforma|preventivo|offerta|offerta commerciale|preventivi|' +
    'orcamento|orçamentos|cotacao|proposta|proposta comercial|' +
    'oferta|oferty|oferta cenowa|oferta handlowa|wycena|wyceny|kosztorys|' +
    'offerten|prisforslag|kostnadsforslag|tilbud|tilbuds|pristilbud|' +
    'tarjous|tarjouksen|kustannusarvio|' +
    'nabidka|nabidky|cenova nabidka|ponuka|ponuky|cenova ponuka|' +
    'ajanlat|arajanlat|ajanlati|ofertă|ofertei|oferta de pret|deviz|' +
    'коммерческое предложение|коммерческого предложения|предложение|предложения|смета|смете|сметы|' +
    'комерційна пропозиція|комерційної пропозиції|пропозиція|пропозиції|кошторис|' +
    'teklif|fiyat teklifi|teklifi|proforma fatura|προσφορα|προσφορας|οικονομικη προσφορα|προτιμολογιο|' +
    '見積書|御見積書|お見積書|お見積り|見積|お見積|概算見積書|报价单|報價單|报价|估价单|' +
    '견적서|견적|عرض سعر|عرض أسعار|عرض السعر|הצעת מחיר|הצעה|הצעת המחיר',
  'credit-note':
    'credit note|credit memo|credit memorandum|credit invoice|creditnote|tax credit note|adjustment note|refund note|' +
    'gutschrift|gutschrifts|rechnungskorrektur|korrekturrechnung|stornorechnung|storno|rechnungskorrekturen|rechnungsstorno|' +
    'avoir|facture d avoir|note de credit|facture rectificative|' +
    'creditnota|creditfactuur|credit factuur|' +
    'nota de credito|nota de abono|abono|factura rectificativa|factura de abono|nota di credito|nota credito|nota di accredito|' +
    'faktura korygujaca|faktury korygujacej|korekta|korekty|faktura korekta|' +
    'kreditfaktura|kreditfakturan|kreditnota|kreditnotaen|kreditnote|kreditering|' +
    'hyvityslasku|hyvityslaskun|' +
    'dobropis|dobropisu|opravny danovy doklad|' +
    'jovairo szamla|jovairas|sztorno szamla|sztorno|helyesbito szamla|modosito szamla|' +
    'nota de creditare|nota de credit|factura storno|factura de stornare|' +
    'кредит нота|кредит ноты|кредитовое авизо|кредитное авизо|корректировочный счет фактура|корректировочный счет|возвратная накладная|' +
    'кредит ноти|кредитна нота|коригувальний рахунок|розрахунок коригування|' +
    'iade faturasi|iade fatura|alacak dekontu|alacak notu|πιστωτικο τιμολογιο|πιστωτικου τιμολογιου|πιστωτικο|πιστωτικου|πιστωτικο σημειωμα|' +
    '赤伝票|返品伝票|返金明細書|クレジットノート|クレジットメモ|貸方票|返還請求書|適格返還請求書|红字发票|红票|红字|贷项通知单|贷记单|紅字發票|折讓單|折讓證明單|退款单|' +
    '대변전표|크레딧노트|크레딧 노트|크레딧 메모|크레디트 노트|수정세금계산서|마이너스 세금계산서|환불명세서|대변 메모|' +
    'إشعار دائن|إشعار ائتمان|مذكرة ائتمان|مذكرة دائنة|اشعار دائن|חשבונית זיכוי|חשבונית מס זיכוי|הודעת זיכוי|תעודת זיכוי|זיכוי|הזיכוי',
  payslip:
    'payslip|pay slip|pay stub|paystub|pay statement|salary slip|wage slip|earnings statement|payroll|salary statement|pay advice|' +
    'gehaltsabrechnung|gehaltsabrechnungs|lohnabrechnung|entgeltabrechnung|verdienstabrechnung|lohnzettel|abrechnung der brutto netto bezüge|bezügemitteilung|gehaltszettel|lohnausweis|' +
    'bulletin de paie|bulletin de salaire|fiche de paie|bulletin|bulletins|' +
    'loonstrook|loonstrookje|salarisstrook|salarisspecificatie|loonspecificatie|loonbrief|' +
    'nomina|recibo de nomina|recibo de salario|recibo de salarios|hoja de salario|' +
    'busta paga|cedolino|cedolino paga|prospetto paga|' +
    'holerite|contracheque|recibo de vencimento|recibo de salário|demonstrativo de pagamento|folha de pagamento|recibo de remunerações|' +
    'pasek wynagrodzen|pasek wynagrodzenia|pasek placowy|odcinek wyplaty|lista plac|pasek|' +
    'lonespecifikation|lonebesked|loneseddel|lonnsslipp|lonseddel|lonnsspesifikasjon|lonespec|' +
    'palkkalaskelma|palkkalaskelman|palkkakuitti|palkkaerittely|' +
    'vyplatni paska|vyplatna paska|vyplatni listek|vyplatni pasky|mzdovy list|' +
    'berjegyzek|berpapir|berelszamolas|jovedelemelszamolas|fluturas de salariu|fluturas|stat de plata|' +
    'расчетный лист|расчетный листок|расчетного листка|зарплатный листок|розрахунковий лист|розрахунковий листок|розрахункового листка|' +
    'maas bordrosu|ucret bordrosu|bordro|bordrosu|ucret pusulasi|εκκαθαριστικο μισθοδοσιας|αποδειξη μισθοδοσιας|εκκαθαριστικο|μισθοδοσια|μισθοδοσιας|' +
    '給与明細書|給与明細|給料明細|給料明細書|賞与明細書|賞与明細|给与明细|工资单|工资条|薪资单|工資單|薪資單|薪酬单|薪金單|' +
    '급여명세서|급여 명세서|월급명세서|임금명세서|급여|قسيمة راتب|قسيمة الراتب|كشف راتب|كشف الراتب|مفردات مرتب|תלוש שכר|תלוש משכורת|תלוש|התלוש',
  contract:
    'contract|agreement|service agreement|services agreement|lease agreement|rental agreement|employment agreement|' +
    'employment contract|service contract|sales contract|non disclosure agreement|master services agreement|license agreement|lease|' +
    'vertrag|vertrags|dienstleistungsvertrag|dienstvertrag|mietvertrag|arbeitsvertrag|werkvertrag|kaufvertrag|rahmenvertrag|' +
    'darlehensvertrag|lizenzvertrag|leasingvertrag|wartungsvertrag|vereinbarung|' +
    'contrat|contrat de prestation|contrat de prestation de services|contrat de travail|contrat de location|contrat de vente|bail|' +
    'overeenkomst|arbeidsovereenkomst|huurovereenkomst|dienstverleningsovereenkomst|koopovereenkomst|' +
    'contrato|contrato de servicios|contrato de prestacion de servicios|contrato de prestação de serviços|contrato de trabajo|contrato de arrendamiento|' +
    'contratto|contratto di servizi|contratto di prestazione di servizi|contratto di fornitura|contratto di locazione|' +
    'umowa|umowy|umowa o swiadczenie uslug|umowa o prace|umowa najmu|umowa zlecenie|umowa o dzielo|' +
    'avtal|avtals|avtalet|tjansteavtal|hyresavtal|anstallningsavtal|kontrakt|kontrakts|aftale|avtale|samarbejdsaftale|serviceavtale|' +
    'sopimus|sopimuksen|palvelusopimus|vuokrasopimus|tyosopimus|' +
    'smlouva|smlouvy|smlouva o dilo|smlouva o poskytovani sluzeb|zmluva|zmluvy|zmluva o poskytovani sluzieb|zmluva o dielo|' +
    'szerzodes|megbizasi szerzodes|szolgaltatasi szerzodes|berleti szerzodes|' +
    'contract de prestari servicii|contractul|contractului|' +
    'договор|договора|договор оказания услуг|договор на оказание услуг|контракт|контракта|соглашение|договір|договору|договір про надання послуг|' +
    'sozlesme|sozlesmesi|hizmet sozlesmesi|kira sozlesmesi|συμβαση|συμβασης|συμβολαιο|συμφωνητικο|συμφωνητικου|συμβαση παροχης υπηρεσιων|' +
    '契約書|業務委託契約書|売買契約書|賃貸借契約書|雇用契約書|契約|服务合同|劳动合同|合同|合约|合約|协议|協議|合同书|契約書|' +
    '계약서|계약|용역계약서|서비스 계약서|근로계약서|임대차계약서|عقد|العقد|اتفاقية|عقد خدمات|חוזה|הסכם|ההסכם|החוזה|הסכם שירות|חוזה שירותים',
  order:
    'order|purchase order|bestellbestaetigung|auftragsbestaetigung|order confirmation|sales order|work order|confirmation of order|order acknowledgement|po|' +
    'bestellung|bestellungs|bestell|auftragsbestatigung|bestellbestatigung|auftrag|auftrags|' +
    'commande|bon de commande|confirmation de commande|' +
    'bestelling|bestel|inkooporder|bestelbon|orderbevestiging|bestelbevestiging|' +
    'pedido|pedido de compra|orden de compra|orden|confirmacion de pedido|' +
    'ordine|ordine d acquisto|ordine di acquisto|conferma d ordine|conferma ordine|' +
    'encomenda|nota de encomenda|ordem de compra|confirmação de encomenda|confirmação do pedido|confirmação de pedido|' +
    'zamowienie|zamowienia|potwierdzenie zamowienia|' +
    'inkopsorder|orderbekraftelse|orderbekreftelse|bestallning|ordre|ordrebekræftelse|ordrebekreftelse|indkobsordre|innkjopsordre|bestilling|' +
    'tilaus|tilauksen|tilausvahvistus|ostotilaus|' +
    'objednavka|objednavky|potvrzeni objednavky|potvrdenie objednavky|' +
    'rendeles|megrendeles|megrendelo lap|rendeles visszaigazolas|comanda|comenzii|comanda de achizitie|confirmare comanda|comandă fermă|' +
    'заказ|заказа|заказ на поставку|заказ поставщику|заказ покупателя|подтверждение заказа|замовлення|замовлення на закупівлю|підтвердження замовлення|' +
    'siparis|siparisi|satin alma siparisi|siparis onayi|siparis formu|παραγγελια|παραγγελιας|δελτιο παραγγελιας|εντολη αγορας|επιβεβαιωση παραγγελιας|' +
    '注文書|発注書|注文請書|注文確認書|注文|発注|ご注文|受注|采购订单|订单|订单确认|訂單|採購單|采购单|订购单|' +
    '주문서|발주서|구매주문서|구매 주문서|발주|주문|주문확인서|أمر شراء|طلب شراء|أمر الشراء|طلب|تأكيد الطلب|הזמנה|הזמנת רכש|הזמנת עבודה|הזמנת|אישור הזמנה|הזמנתך',
} as const

/** Words that say little by themselves: they stand in running text and in references as often as in titles. */
export const weakKindWords: ReadonlySet<string> = new Set(
  (
    'bill|inv|nota|счет|счета|счету|ticket|bon|fis|overzicht|auszug|statement|extras|zestawienie|κατασταση|bid|' +
    'proposal|proposta|offert|offerta|oferta|storno|abono|korekta|bulletin|pasek|order|po|commande|bestellung|bestell|' +
    'auftrag|auftrags|pedido|orden|ordine|encomenda|zamowienie|zamowienia|ordre|bestilling|tilaus|rendeles|comanda|заказ|' +
    'заказа|замовлення|siparis|注文|発注|受注|ご注文|订单|주문|طلب|הזמנה|הזמנת|contract|agreement|vertrag|vertrags|contrat|' +
    'contrato|contratto|umowa|umowy|avtal|sopimus|smlouva|szerzodes|договор|договора|契約|合同|계약|عقد|lease|bail|payroll|급여|명세서|명세서'
  ).split('|'),
)

/** Words of a text that belong to one kind of document without being its title. */
export const kindSigns = {
  invoice:
    'payment terms|zahlungsbedingungen|conditions de paiement|betalingsvoorwaarden|condiciones de pago|condizioni di pagamento|warunki platnosci|' +
    'betalningsvillkor|betalingsbetingelser|reverse charge|rechnungsbetrag|rechnungssumme|rechnungsbeitrag|factuurbedrag|balance due|bill to|invoice to|billed to|due date',
  receipt:
    'paid by|paid with|paid in full|payment received|change due|cash tendered|card ending|thank you for your purchase|dankend erhalten|betrag erhalten|' +
    'bar bezahlt|bar erhalten|kartenzahlung|rückgeld|paye par|rendu monnaie|contant betaald|pagado con|contanti|resto|gotowka|kontant|kontanter|' +
    'お預り|お釣り|上記正に領収|现金收款|거스름돈',
  statement:
    'opening balance|closing balance|statement period|previous balance|new balance|account activity|alter kontostand|neuer kontostand|' +
    'ancien solde|nouveau solde|beginsaldo|eindsaldo|saldo inicial|saldo final|saldo iniziale|saldo finale|saldo poczatkowe|saldo koncowe|' +
    'ingaende saldo|utgaende saldo|alkusaldo|loppusaldo|pocatecni zustatek|konecny zustatek|nyito egyenleg|zaro egyenleg|' +
    'входящий остаток|исходящий остаток|前回残高|期初余额|期末余额|기초잔액|기말잔액',
  quote:
    'valid until|valid for|quote valid|offer valid|this quote|this estimate|gültig bis|angebot gültig|valable jusqu au|validite de l offre|geldig tot|' +
    'valido hasta|valida hasta|validez|valido fino al|validita offerta|valido ate|validade|wazna do|giltig till|giltigt till|gyldig til|' +
    'voimassa|platnost nabidky|ervenyes|valabila pana|действительно до|gecerlilik|有効期限|报价有效期|유효기간',
  'credit-note':
    'credited|refund|gutgeschrieben|erstattung|remboursement|ursprungsbeleg|original invoice|facture liee|originalrechnung',
  payslip:
    'gross pay|net pay|gross salary|net salary|year to date|tax code|national insurance|payroll|bruttolohn|nettolohn|auszahlungsbetrag|steuerklasse|' +
    'salaire brut|salaire net|net imposable|brutoloon|nettoloon|salario bruto|liquido a percibir|netto in busta|trattenute|salario liquido|' +
    'wynagrodzenie brutto|bruttolon|nettolon|utbetalning|bruttopalkka|hruba mzda|cista mzda|brutto ber|netto ber|支給額|差引支給額|应发工资|实发工资|지급총액|실수령액',
  contract:
    'the parties|hereinafter|whereas|in witness whereof|signature|signed by|governing law|vertragsparteien|nachfolgend|unterschrift|les parties|' +
    'ci apres|fait a|partijen|hierna|las partes|en adelante|le parti|di seguito|as partes|doravante|strony|zwana dalej|parterna|undertecknad|' +
    'smluvni strany|felek|стороны|именуемое|сторони|taraflar|以下甲|甲方|乙方|以下乙|갑|을',
  order:
    'please deliver|delivery address|ship via|requested delivery|thank you for your order|wir bestellen|bitte liefern sie|vielen dank für ihre bestellung|' +
    'merci de livrer|votre commande|gracias por su pedido|grazie per il tuo ordine|placed|order placed|order date',
} as const
