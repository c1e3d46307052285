/**
 * Words beside figures, by what they say of them. Written as people write them; the finder leaves out case and accents.
 */
export const labelWords = {
  /** What is asked for, taxes and all. */
  total:
    'total|grand total|invoice total|order total|total amount|total price|total payable|total charges|total invoice|total inc|amount|' +
    'gesamtbetrag|gesamtsumme|gesamt|gesamtpreis|rechnungsbetrag|rechnungssumme|rechnungsendbetrag|rechnungsbeitrag|endbetrag|endsumme|endpreis|' +
    'summe|bruttobetrag|bruttosumme|gesamtbetrag brutto|betrag|auftragssumme|angebotssumme|total eur|total chf|' +
    'montant total|total general|montant|somme|total facture|totaal|totaalbedrag|eindtotaal|factuurbedrag|eindbedrag|totaalprijs|' +
    'importe total|importe|total factura|monto total|total general|total presupuesto|' +
    'totale|totale fattura|totale documento|importo totale|importo|totale complessivo|totale generale|totale ordine|' +
    'valor total|total geral|valor|montante|total do documento|' +
    'razem|suma|ogolem|kwota|lacznie|wartosc brutto|kwota brutto|razem brutto|suma brutto|' +
    'totalt|summa|totalsumma|slutsumma|totalbelopp|fakturabelopp|belopp|sum|i alt|totalbelop|totalbelob|totalsum|belob i alt|total dkk|sum total|belop|belob|' +
    'yhteensa|loppusumma|summa yhteensa|laskun loppusumma|kokonaissumma|' +
    'celkem|celkova castka|celkem s dph|celkem kc|celkom|spolu|celkova suma|celkom s dph|suma spolu|' +
    'osszesen|vegosszeg|mindosszesen|brutto vegosszeg|brutto osszesen|szamla vegosszege|osszeg|' +
    'total general|suma totala|valoare totala|total factura|' +
    'итого|всего|общая сумма|итоговая сумма|сумма|итого с ндс|всего с ндс|разом|всього|усього|загальна сума|сума|разом з пдв|всього з пдв|' +
    'toplam|genel toplam|toplam tutar|vergiler dahil toplam tutar|tutar|' +
    'συνολο|γενικο συνολο|συνολικο ποσο|τελικο συνολο|ποσο|τελικο ποσο|συνολικη αξια|' +
    '合計|総合計|合計金額|税込合計|税込金額|ご請求金額|請求金額|ご請求額|請求額|御請求金額|総額|お見積金額|見積金額|合計額|税込合計金額|領収金額|金額合計|' +
    '合计|总计|价税合计|價稅合計|总金额|总额|總計|總額|總金額|合計總額|合计金额|金额合计|应收金额|' +
    '합계|총액|총금액|합계금액|총합계|청구금액|총 합계|결제금액|총 금액|총계|견적금액|공급대가|' +
    'الإجمالي|المجموع|المبلغ الإجمالي|الإجمالي الكلي|المجموع الكلي|الاجمالي شامل|إجمالي|المبلغ|' +
    'סה"כ|סה״כ|סך הכל|סהכ|סך הכול|סה"כ כולל מע"מ|סה"כ כולל|סך כולל',
  /** What is left to pay. */
  due:
    'amount due|total due|balance due|amount payable|due payable|amount owing|amount to pay|total to pay|pay this amount|net amount due|net amount payable|balance payable|outstanding balance|' +
    'zahlbetrag|zu zahlen|zu zahlender betrag|zu zahlender beitrag|zu bezahlen|zahlungsbetrag|offener betrag|fälliger betrag|gesamtforderung|restbetrag|' +
    'net a payer|solde a payer|reste a payer|a payer|montant du|montant a payer|total a payer|solde du|net a payer ttc|' +
    'te betalen|totaal te betalen|te voldoen|openstaand bedrag|te betalen bedrag|bedrag te betalen|nog te betalen|' +
    'total a pagar|importe a pagar|a pagar|saldo pendiente|neto a pagar|totale da pagare|da pagare|netto a pagare|importo dovuto|totale dovuto|netto da pagare|' +
    'valor a pagar|valor devido|total em divida|do zaplaty|do zaptaty|kwota do zaplaty|razem do zaplaty|pozostalo do zaplaty|' +
    'att betala|summa att betala|belopp att betala|at betale|til betaling|a betale|belob til betaling|belop a betale|i alt at betale|total at betale|' +
    'maksettava|maksettavaa|maksettava yhteensa|maksettavaa yhteensa|maksettava summa|' +
    'k uhrade|celkem k uhrade|k zaplaceni|k platbe|castka k uhrade|suma k uhrade|suma na uhradu|na uhradu|k uhrade celkom|celkom k uhrade|' +
    'fizetendo|fizetendo osszeg|fizetendo vegosszeg|fizetendo brutto|de plata|total de plata|suma de plata|rest de plata|' +
    'к оплате|сумма к оплате|итого к оплате|всего к оплате|до сплати|всього до сплати|сума до сплати|разом до сплати|до оплати|' +
    'odenecek|odenecek tutar|toplam odenecek|odenecek toplam|πληρωτεο|πληρωτεο ποσο|συνολο πληρωτεο|πληρωτεο συνολο|ποσο πληρωμης|' +
    'お支払い金額|お支払金額|支払金額|お支払い額|差引請求額|今回ご請求額|应付金额|应付款|应付总额|应付|應付金額|應付總額|实付金额|实付|' +
    '납부금액|지불금액|납부하실 금액|받을금액|결제 금액|지급액|المبلغ المستحق|المستحق|المبلغ المطلوب|لتسديد|לתשלום|סה"כ לתשלום|יתרה לתשלום|סכום לתשלום|סך לתשלום|סך הכל לתשלום',
  /** Before taxes, or a part of the whole. */
  net:
    'subtotal|sub total|net|net total|total net|net amount|net price|taxable value|taxable amount|taxable|amount before tax|total excl|total before tax|excl|excluding|ex vat|exclusive of|without tax|line total|items total|merchandise|unit price|price|' +
    'zwischensumme|netto|nettobetrag|nettosumme|summe netto|gesamt netto|netto gesamt|nettopreis|nettowert|warenwert|positionssumme|rechnungssumme ohne|rechnungssumme netto|ohne|exkl|zzgl|basisbetrag|gesamtbeitrag|steuerbasisbetrag|einzelpreis|preis|übertrag|' +
    'total ht|montant ht|ht|sous total|hors taxes|hors tva|hors taxe|prix|base|base ht|net ht|total hors taxes|' +
    'subtotaal|exclusief|excl btw|totaal exclusief|totaal excl|netto totaal|grondslag|prijs|' +
    'base imponible|subtotal|neto|importe neto|sin iva|total neto|precio|' +
    'imponibile|totale imponibile|subtotale|totale netto|totale parziale|iva esclusa|senza iva|prezzo|' +
    'valor liquido|total liquido|base tributavel|sem iva|incidencia|base de calculo|preco|' +
    'netto razem|razem netto|wartosc netto|suma netto|kwota netto|cena|' +
    'delsumma|netto belopp|nettobelopp|exkl moms|summa exkl|summa exkl moms|ex moms|subtotalt|netto totalt|pris|' +
    'ekskl|ekskl moms|eks mva|ekskl mva|nettobelob|nettobelop|netto i alt|delsum|' +
    'veroton|veroton yhteensa|valisumma|veroton hinta|hinta|' +
    'zaklad dane|bez dph|celkem bez dph|celkom bez dph|mezisoucet|medzisucet|zaklad|' +
    'netto osszesen|netto osszeg|netto vegosszeg|adoalap|reszosszeg|netto ertek|ar|' +
    'total fara tva|fara tva|valoare fara tva|valoare neta|subtotal fara|pret|' +
    'без ндс|сумма без ндс|итого без ндс|подытог|промежуточный итог|сумма без налога|цена|без пдв|сума без пдв|разом без пдв|всього без пдв|проміжний підсумок|підсумок|ціна|' +
    'ara toplam|kdv haric|matrah|mal hizmet toplam tutari|kdv haric toplam|net tutar|fiyat|' +
    'καθαρη αξια|υποσυνολο|μερικο συνολο|αξια προ φπα|συνολο προ φπα|χωρις φπα|προ φπα|τιμη|καθαρο ποσο|' +
    '小計|税抜|税抜金額|税抜合計|税抜合計金額|単価|本体価格|課税対象額|小计|金额|金額|不含税金额|不含税|未税|未稅|单价|銷售額|' +
    '공급가액|소계|공급가|단가|공급가액 합계|과세표준|المجموع الفرعي|الإجمالي الفرعي|قبل الضريبة|المبلغ قبل الضريبة|الإجمالي قبل الضريبة|غير شامل|السعر|' +
    'סכום ביניים|סיכום ביניים|סה"כ לפני מע"מ|לפני מע"מ|סכום לפני מע"מ|סה"כ ללא מע"מ|ללא מע"מ|חייב במע"מ|מחיר|סה"כ חייב במע"מ',
  tax:
    'tax|taxes|sales tax|total tax|total taxes|tax amount|vat|vat amount|total vat|vat total|gst|hst|pst|qst|igst|cgst|sgst|' +
    'mwst|ust|umsatzsteuer|mehrwertsteuer|steuer|steuerbetrag|mwst betrag|ust betrag|ust gesamt|versicherungsteuer|versicherungssteuer|davon mwst|summe mwst|' +
    'tva|taxe|total tva|montant tva|btw|btw bedrag|totaal btw|iva|impuesto|cuota iva|total iva|imposta|totale iva|totale imposta|imposto|iss|icms|ipi|valor iva|' +
    'podatek|podatek vat|kwota vat|vat razem|moms|momsbelopp|momsbelob|mva|merverdiavgift|alv|arvonlisavero|alv yhteensa|' +
    'dph|vyse dph|celkem dph|afa|afa osszege|afa osszesen|tva total|ндс|сумма ндс|в том числе ндс|в т ч ндс|налог|пдв|сума пдв|в тому числі пдв|у тому числі пдв|' +
    'kdv|hesaplanan kdv|toplam kdv|kdv tutari|φπα|φ π α|ποσο φπα|συνολο φπα|' +
    '消費税|消費税額|消費税等|うち消費税|内消費税|税額|税额|稅額|增值税|增值税额|營業稅|税金|부가세|부가가치세|세액|부가세액|' +
    'ضريبة|الضريبة|ضريبة القيمة المضافة|مبلغ الضريبة|قيمة الضريبة|القيمة المضافة|מע"מ|מעמ|מע״מ|סה"כ מע"מ|סכום מע"מ',
  /** Says that taxes are in it, whatever else stands beside. */
  gross:
    'incl|including|inclusive|including tax|inc vat|incl vat|inkl|inklusive|einschließlich|brutto|gross total|ttc|total ttc|montant ttc|tvac|toutes taxes comprises|net a payer ttc|' +
    'iva incluido|iva inclusa|iva incluída|com iva|con iva|ivato|inclusief|incl btw|totaal incl|totaal inclusief|inkl moms|inkl mva|incl moms|total incl|' +
    'brutto osszesen|z vat|s dph|vc dph|vratane dph|cu tva|total cu tva|с ндс|з пдв|kdv dahil|με φπα|συνολο με φπα|税込|含税|含稅|부가세포함|부가세 포함|שכולל|כולל מע"מ|شامل|شامل الضريبة|verollinen|verollinen yhteensa|sis alv',
  paid:
    'paid|amount paid|payment|payments|payments received|payment received|deposit|prepaid|prepayment|less deposit|tendered|cash|change|card|' +
    'anzahlung|anzahlungen|erhaltene anzahlungen|bereits bezahlt|bezahlt|gegeben|rückgeld|bar|erhalten|vorauszahlung|vorauszahlungen|teilzahlung|' +
    'acompte|deja regle|paye|regle|reglement|rendu|especes|aanbetaling|voldaan|betaald|reeds betaald|contant|' +
    'pagado|anticipo|entregado|a cuenta|acconto|pagato|contanti|resto|gia pagato|pago|adiantamento|valor pago|troco|' +
    'zaplacono|wplacono|zaliczka|gotowka|reszta|betalt|betald|redan betalt|forskott|kontant|vaxel|maksettu|ennakko|' +
    'zaplaceno|zaloha|uhradene|preddavok|fizetve|eloleg|keszpenz|visszajaro|avans|achitat|numerar|оплачено|аванс|предоплата|наличными|сдача|сплачено|' +
    'odenen|pesin|avans|nakit|para ustu|προκαταβολη|εξοφληθηκε|πληρωθηκε|μετρητα|入金額|前受金|お預り|お釣り|現金|已付|已付金额|定金|找零|现金|입금액|선수금|현금|거스름돈|מקדמה|שולם|מזומן|עודף|مدفوع|المدفوع|دفعة مقدمة',
  previous:
    'previous balance|previous amount|balance forward|balance brought forward|brought forward|opening balance|past due|last bill|previous bill|arrears|' +
    'ausstehende forderung|offene forderung|saldovortrag|anfangssaldo|alter saldo|alter kontostand|vortrag|saldo vormonat|rückstand|rückstände|' +
    'solde precedent|solde anterieur|ancien solde|report|solde initial|vorig saldo|beginsaldo|vorige rekening|' +
    'saldo anterior|saldo inicial|saldo precedente|saldo iniziale|arretrati|saldo poprzednie|saldo poczatkowe|zaleglosci|' +
    'ingaende saldo|foregaende saldo|alkusaldo|tidligere saldo|primosaldo|pocatecni zustatek|pociatocny zostatok|nyito egyenleg|elozo egyenleg|sold initial|sold precedent|' +
    'входящий остаток|начальный остаток|вхідний залишок|onceki bakiye|devreden bakiye|acilis bakiyesi|προηγουμενο υπολοιπο|υπολοιπο εκ μεταφορας|' +
    '前回請求額|前回御請求額|前回残高|繰越残高|繰越金額|期初余额|上期余额|上期結餘|이월잔액|전월잔액|기초잔액|יתרת פתיחה|יתרה קודמת|الرصيد الافتتاحي|الرصيد السابق',
  closing:
    'closing balance|new balance|ending balance|current balance|balance|statement balance|endsaldo|neuer saldo|neuer kontostand|schlusssaldo|kontostand|saldo|' +
    'nouveau solde|solde final|solde|eindsaldo|nieuw saldo|saldo final|saldo actual|saldo finale|saldo attuale|saldo koncowe|utgaende saldo|loppusaldo|slutsaldo|utgaende balans|' +
    'konecny zustatek|konecny zostatok|zaro egyenleg|uj egyenleg|sold final|исходящий остаток|конечный остаток|вихідний залишок|kapanis bakiyesi|bakiye|guncel bakiye|τελικο υπολοιπο|νεο υπολοιπο|υπολοιπο|' +
    '期末残高|残高|今回残高|期末余额|余额|餘額|기말잔액|잔액|יתרת סגירה|יתרה|الرصيد الختامي|الرصيد',
  netPay:
    'net pay|net salary|net wages|take home pay|auszahlungsbetrag|auszahlung|nettolohn|nettogehalt|nettoverdienst|überweisungsbetrag|' +
    'salaire net|net paye|net a payer avant impot|net verse|nettoloon|netto loon|netto uitbetaald|netto salaris|uit te betalen|' +
    'liquido a percibir|neto a percibir|liquido total a percibir|netto in busta|netto del mese|netto busta|liquido a receber|salario liquido|valor liquido a receber|' +
    'do wyplaty|kwota do wyplaty|wynagrodzenie netto|nettolon|att utbetala|utbetalas|utbetalt|netto utbetalt|til utbetaling|til udbetaling|udbetalt|nettopalkka|maksetaan|palkka kateen|' +
    'cista mzda|k vyplate|na vyplatu|netto ber|kifizetendo|netto kifizetes|salariu net|rest de plata salariu|к выплате|сумма к выплате|на руки|до виплати|сума до виплати|' +
    'net maas|net ucret|ele gecen|net odenen|καθαρες αποδοχες|πληρωτεες αποδοχες|差引支給額|手取り額|振込支給額|实发工资|实发金额|实发|實發金額|實領金額|실수령액|실지급액|차인지급액|차감지급액|شكر|צافي|صافي الراتب|الصافي|שכר נטו|נטו לתשלום|סכום בבנק',
  /** Amounts that are none of the document's sums. */
  aside:
    'gross pay|gross salary|year to date|ytd|discount|saving|savings|you saved|shipping|freight|delivery|handling|postage|tip|gratuity|surcharge|rounding|capital|minimum|minimum payment|credit limit|credit|debit|deduction|deductions|quantity|qty|rate|' +
    'bruttolohn|bruttogehalt|rabatt|skonto|nachlass|zuschlag|zuschläge|abschlag|abschläge|versand|versandkosten|fracht|porto|rundung|selbstbeteiligung|stammkapital|deckung|sachbezug|' +
    'remise|escompte|rabais|frais de port|frais de livraison|livraison|arrondi|salaire brut|korting|verzendkosten|verzending|afronding|brutoloon|' +
    'descuento|envio|gastos de envio|portes|salario bruto|retencion|irpf|sconto|spedizione|spese di spedizione|bollo|ritenuta|arrotondamento|trattenute|' +
    'desconto|frete|portes de envio|retencao|rabat|upust|wysylka|dostawa|rabatter|frakt|fragt|forsendelse|avrundning|oresavrundning|bruttolon|' +
    'alennus|toimituskulut|sleva|doprava|zaokrouhleni|zlava|zaokruhlenie|kedvezmeny|szallitas|kerekites|reducere|transport|rotunjire|скидка|доставка|округление|знижка|доставка|' +
    'indirim|iskonto|kargo|yuvarlama|εκπτωση|μεταφορικα|παρακρατηση|値引|値引き|送料|割引|端数|源泉徴収|折扣|优惠|运费|抹零|折扣金额|할인|배송비|운송비|절사|הנחה|משלוח|עיגול|ניכוי|خصم|الخصم|الشحن|التوصيل',
  /** The day the document was made, said in so many words. */
  issued:
    'invoice date|date of invoice|bill date|billing date|date of issue|issue date|date issued|issued|issued on|issued at|dated|tax date|tax point|receipt date|statement date|quote date|quotation date|estimate date|credit note date|document date|contract date|agreement date|agreement dated|pay date|effective date|date of receipt|date of purchase|' +
    'rechnungsdatum|datum der rechnung|ausstellungsdatum|ausgestellt am|belegdatum|beleg datum|angebotsdatum|gutschriftsdatum|rechnung vom|vertragsdatum|erstellt am|rechn datum|re datum|abrechnungsdatum|auszugsdatum|' +
    'date de facture|date de la facture|date facture|date d emission|date du document|emis le|emise le|facture le|date du devis|fait le|date de facturation|date d edition|' +
    'factuurdatum|datum factuur|factuur datum|offertedatum|datum van uitgifte|uitgiftedatum|' +
    'fecha de factura|fecha factura|fecha de la factura|fecha de emision|fecha emision|fecha de expedicion|fecha expedicion|emitida el|fecha del presupuesto|' +
    'data fattura|data della fattura|data emissione|data di emissione|data documento|emessa il|data preventivo|' +
    'data de emissao|data da emissao|data emissao|emissao|emitida em|emitido em|data da fatura|data da factura|data do documento|' +
    'data wystawienia|wystawiono|wystawiono dnia|data faktury|data dokumentu|z dnia|wystawiona dnia|' +
    'fakturadatum|faktureringsdatum|utfardad|utfardat|offertdatum|fakturadato|udstedelsesdato|udstedt|utstedt|utstedelsesdato|tilbudsdato|kvitteringsdato|bilagsdato|' +
    'laskun paivamaara|laskun paivays|laskupaiva|laskun pvm|laskutuspaiva|laadittu|kuitin paivays|' +
    'datum vystaveni|vystaveno|vystaveno dne|datum vystavenia|vystavene|vystavene dna|datum faktury|' +
    'kiallitas datuma|kiallitas kelte|szamla kelte|kiallitva|kelte|kiallitas napja|keltezes|data emiterii|data facturii|data emitere|emisa la|' +
    'дата выставления|дата счета|дата выписки|дата документа|дата составления|дата рахунку|дата виставлення|дата складання|дата виписки|дата оформления|дата договора|' +
    'fatura tarihi|duzenleme tarihi|duzenlenme tarihi|belge tarihi|teklif tarihi|tanzim tarihi|' +
    'ημερομηνια εκδοσης|ημ νια εκδοσης|ημερομηνια τιμολογιου|ημ εκδοσης|' +
    '発行日|請求日|請求書発行日|発行年月日|作成日|見積日|見積書発行日|領収日|ご請求日|締日|契約日|开票日期|开具日期|開立日期|開票日期|出具日期|报价日期|签订日期|发票日期|發票日期|制单日期|' +
    '발행일|작성일|작성일자|발행일자|청구일|청구일자|견적일|견적일자|계약일|작성년월일|تاريخ الفاتورة|تاريخ الإصدار|تاريخ الاصدار|تاريخ إصدار الفاتورة|תאריך חשבונית|תאריך החשבונית|תאריך הפקה|תאריך הנפקה|תאריך המסמך|תאריך הוצאה',
  /** A bare "date". */
  date:
    'date|datum|den|date du jour|le|fecha|a fecha|data|dnia|dato|paivamaara|paivays|pvm|dne|dna|dátum|kelt|дата|от|від|tarih|tarihi|ημερομηνια|ημ νια|' +
    '日付|年月日|日期|날짜|일자|일시|تاريخ|التاريخ|בתאריך|תאריך|date and time|datum und uhrzeit|vom|von|du|del|van|av|af|placed|place and date|ort datum|issue|time',
  dueDate:
    'due date|due on|date due|due|due by|payment due|payment due date|payment due by|payable by|pay by|please pay by|payment date|payment by|' +
    'fällig|fällig am|faellig|faellig am|faelligkeit|faelligkeitsdatum|fälligkeit|fälligkeitsdatum|fälligkeitstag|fälligkeitstermin|zahlbar bis|zahlbar bis zum|zahlungsziel|zahlungsfrist|zu zahlen bis|zahlung bis|zahlungstermin|zahlbar am|fälligkeiten|' +
    'echeance|date d echeance|date echeance|date limite de paiement|a payer avant le|payable le|payable avant le|a regler avant le|a regler le|date de reglement|' +
    'vervaldatum|vervaldag|vervalt op|uiterste betaaldatum|te betalen voor|te betalen uiterlijk|betalen voor|te voldoen voor|uiterlijk betalen|betaaldatum|' +
    'vencimiento|fecha de vencimiento|fecha vencimiento|fecha limite de pago|fecha limite|vence|vence el|fecha de pago|' +
    'scadenza|data scadenza|data di scadenza|scadenza pagamento|scadenza il|data pagamento|pagamento entro|entro il|' +
    'vencimento|data de vencimento|data vencimento|data limite de pagamento|data do vencimento|pagar ate|pagamento ate|' +
    'termin platnosci|termin ptatnosci|termin zaplaty|platne do|data platnosci|platnosc do|' +
    'forfallodatum|forfallodag|forfallodatumet|forfaller|oss tillhanda|betalas senast|senast|forfaldsdato|forfaldsdag|forfalder|betalingsfrist|forfallsdato|forfall|forfaller til betaling|sidste betalingsdato|sidste rettidige betalingsdag|betalingsdato|betales senest|' +
    'erapaiva|eräpvm|maksupaiva|' +
    'splatnost|datum splatnosti|splatno do|splatne|splatne do|splatne dne|den splatnosti|fizetesi hatarido|esedekesseg|fizetes hatarideje|esedekes|fizetesi hatarnap|' +
    'termen de plata|scadenta|data scadentei|data scadenta|scadent la|scadent|termen plata|' +
    'срок оплаты|срок оплаты до|оплатить до|дата оплаты|оплата до|к оплате до|срок платежа|дата платежа|термін оплати|строк оплати|сплатити до|оплатити до|термін сплати|дата оплати|' +
    'son odeme tarihi|vade tarihi|vade|odeme tarihi|son odeme|odeme vadesi|' +
    'ημερομηνια ληξης|προθεσμια πληρωμης|πληρωτεο εως|ληξη|ημερομηνια πληρωμης|καταληκτικη ημερομηνια|πληρωμη εως|εξοφληση εως|' +
    'お支払期限|支払期限|お支払い期限|支払期日|お支払期日|お支払い期日|振込期限|お振込期限|支払期限日|付款期限|付款截止日|付款截止日期|到期日|到期日期|付款到期日|繳款期限|付款日期|还款日|最后付款日|' +
    '지급기한|납부기한|결제기한|지불기한|납기일|만기일|지급기일|결제일|납부마감일|지불기일|입금기한|납부 기한|지급 기한|결제 기한|지불 기한|تاريخ الاستحقاق|تاريخ استحقاق|يستحق في|تاريخ الدفع|استحقاق|' +
    'לתשלום עד|תאריך פירעון|תאריך פרעון|מועד תשלום|תאריך תשלום|תשלום עד|מועד פירעון|מועד פרעון|תאריך יעד לתשלום|לתשלום עד יום|תאריך לתשלום',
  validDate:
    'valid until|valid till|valid to|valid through|expiry date|expires|expires on|expiration date|offer valid until|quote valid until|' +
    'gültig bis|gültig bis zum|angebot gültig bis|bindefrist|valable jusqu au|valable jusqu a|date de validite|validite|fin de validite|geldig tot|geldig tot en met|geldigheid|' +
    'valido hasta|valida hasta|validez|fecha de validez|valido fino al|valida fino al|validita|valido ate|valida ate|validade|wazna do|wazne do|termin waznosci|oferta wazna do|' +
    'giltig till|giltig t o m|giltigt till|galler till|gyldig til|gyldigt til|tilbuddet gælder til|voimassa|voimassa asti|platnost do|platna do|plati do|ervenyes|ervenyesseg|ervenyes eddig|' +
    'valabila pana la|valabil pana la|valabilitate|действительно до|действует до|срок действия|дійсний до|дійсна до|термін дії|gecerlilik|gecerlilik tarihi|gecerlilik suresi|ισχυει εως|ισχυς εως|' +
    '有効期限|見積有効期限|有效期至|有效期|有效期限|报价有效期|유효기간|유효 기간|유효기한|صالح حتى|صالحة حتى|בתוקף עד|תוקף|תוקף ההצעה|תקף עד',
  orderDate:
    'order date|date of order|ordered on|date ordered|bestelldatum|auftragsdatum|bestell datum|date de commande|commande du|orderdatum|besteldatum|fecha de pedido|fecha del pedido|fecha pedido|data ordine|data dell ordine|data do pedido|data da encomenda|data zamowienia|ordredato|bestillingsdato|tilauspaiva|datum objednavky|rendeles datuma|rendeles kelte|data comenzii|дата заказа|дата замовлення|siparis tarihi|ημερομηνια παραγγελιας|注文日|発注日|受注日|ご注文日|订单日期|下单日期|订购日期|訂單日期|주문일|주문일자|발주일|발주일자|تاريخ الطلب|תאריך הזמנה|תאריך ההזמנה',
  period:
    'statement period|period|billing period|service period|for the period|pay period|from|between|abrechnungszeitraum|rechnungszeitraum|leistungszeitraum|zeitraum|berechnungszeitraum|liefer leistungszeitraum|versicherungszeitraum|periode|période|du|periodo|período|periodo di riferimento|okres|okres rozliczeniowy|periodo de facturacion|kausi|obdobi|obdobie|idoszak|perioada|период|за период|період|за період|donem|περιοδος|対象期間|ご利用期間|期間|期间|账单周期|기간|이용기간|תקופה|לתקופה|الفترة',
  /** Days of other things. */
  otherDate:
    'delivery date|date of delivery|date of supply|supply date|service date|date of service|ship date|shipping date|shipped|delivered|print date|printed|date of birth|born|start date|end date|since|as of|created|payment received|last payment|renewal date|next|' +
    'leistungsdatum|lieferdatum|liefer und leistungsdatum|liefer bzw leistungsdatum|leistungs datum|lieferschein datum|lieferschein vom|lieferscheindatum|auftrag datum|auftragsdatum lief|versanddatum|druckdatum|gedruckt am|geburtsdatum|geboren|eintritt|stand|gemäß|gemäss|laut|skonto|innerhalb|seit|ab|termine|terminen|gültig ab|valutadatum|buchungstag|valuta|schreiben|schreibens|telefonats|sepa|' +
    'date de livraison|date de naissance|date de prestation|escompte|selon|suivant|livre le|leverdatum|leveringsdatum|geboortedatum|volgens|fecha de entrega|fecha de nacimiento|fecha de operacion|segun|data consegna|data di consegna|data di nascita|data ddt|ddt|secondo|data de entrega|data de nascimento|data sprzedazy|data dostawy|data wykonania|data dokonania|data urodzenia|zgodnie|' +
    'leveransdatum|leveringsdato|fodselsdato|fodelsedatum|enligt|ifolge|iflg|toimituspaiva|toimituspäivämäärä|syntymaaika|duzp|datum uskutecneni|datum zdanitelneho plneni|datum dodani|datum dodania|datum narozeni|teljesites|teljesites datuma|teljesites kelte|szuletesi datum|data livrarii|data nasterii|' +
    'дата поставки|дата отгрузки|дата рождения|согласно|по договору|дата постачання|дата відвантаження|дата народження|згідно|teslim tarihi|sevk tarihi|irsaliye tarihi|dogum tarihi|ημερομηνια παραδοσης|ημερομηνια αποστολης|ημερομηνια γεννησης|' +
    '納品日|納期|取引日|出荷日|生年月日|利用日|納入日|交货日期|发货日期|送货日期|出生日期|납품일|배송일|납기|인도일|출고일|생년월일|تاريخ التسليم|تاريخ التوريد|تاريخ الميلاد|תאריך אספקה|תאריך לידה|תאריך משלוח|תאריך ערך',
  /** "No.", "Nr.", "#": makes a number of the word beside it. */
  mark:
    'no|n o|nr|nos|number|num|nbr|id|#|nummer|numéro|numero|número|n°|n.|n .|no.|nro|numer|číslo|č.|čís|cislo|numarul|szam|szama|sorszam|sorszama|azonosito|номер|номеру|номера|numarasi|numara|sayi|sira no|' +
    "αριθμος|αριθ|αρ|αρ.|αριθμο|番号|號碼|号码|号|號|編號|编号|番號|번호|일련번호|رقم|مسلسل|מספר|מס|מס'|code|reference|ref|ref.",
  /** Numbers of the document whatever its kind. */
  ownNumber:
    'txn|txn id|transaction id|transaction no|transaction number|trans no|ticket no|ticket number|ticket nr|bon nr|bonnr|bonnummer|kassenbon nr|' +
    'document no|abrechnungsnummer|abrechnungs nr|document number|doc no|reference number|belegnummer|beleg nr|beleg no|belegnr|vorgangsnummer|dokumentnummer|dokument nr|numero de document|n document|documentnummer|numero documento|n documento|numero de documento|numer dokumentu|nr dokumentu|verifikationsnummer|bilagsnummer|bilagsnr|dokladu|cislo dokladu|doklad c|bizonylatszam|bizonylat szama|numar document|номер документа|документ|belge no|belge numarasi|αριθμος παραστατικου|παραστατικο|伝票番号|書類番号|管理番号|請求番号|明細番号|ご請求番号|文件编号|单据编号|單號|单号|문서번호|관리번호|전표번호|رقم المستند|מספר מסמך|' +
    'rechnungsnummer|rechnungsnr|rechn nr|re nr|rg nr|invoicenumber|fakturanummer|fakturanr|factuurnummer|factuurnr|laskunro|laskunumero|laskun numero|szamlaszam|szamla sorszama',
  /** Numbers of other things. */
  otherNumber:
    'customer id|customer no|customer number|customer code|customer ref|client id|client no|client number|account no|account number|account|acct|member no|membership|employee no|employee id|employee number|payroll no|user id|' +
    'kundennummer|kunden nr|kundennr|kd nr|kdnr|lief nr|lieferantennummer|lieferanten nr|mitarbeiternummer|personalnummer|personal nr|mandatsreferenz|gläubiger id|vertragskonto|vertragsnummer kunde|vsnr|zählernummer|' +
    'n client|no client|numero client|code client|ref client|client n|matricule|klantnummer|klantnr|klant nr|debiteurnummer|debiteur nr|numero de cliente|n cliente|codigo cliente|codigo de cliente|num cliente|codice cliente|cod cliente|numero cliente|codigo do cliente|n de cliente|' +
    "numer klienta|nr klienta|kod klienta|kundnr|kundnummer|kund nr|kundenr|kundenummer|kunde nr|asiakasnumero|asiakasnro|asiakas nro|zakaznicke cislo|cislo zakaznika|vevokod|ugyfelszam|vevo azonosito|cod client|nr client|код клиента|номер клиента|код клієнта|номер клієнта|musteri no|musteri numarasi|musteri kodu|κωδικος πελατη|αρ πελατη|お客様番号|顧客番号|お客様コード|会員番号|社員番号|客户编号|客户号|客戶編號|客户代码|员工编号|고객번호|고객 번호|회원번호|사원번호|رقم العميل|رمز العميل|מספר לקוח|מס לקוח|מס' לקוח|" +
    'your order|your ref|your reference|our ref|our reference|customer po|customer reference|related invoice|original invoice|original invoice no|original invoice number|lot no|batch no|tracking no|ticket no|booking reference|delivery note|delivery note no|serial|serial no|serial number|article|article no|item no|item number|sku|art no|product no|case no|policy no|policy number|' +
    'ihre referenz|ihr zeichen|unser zeichen|ihre bestellung|ursprungsbeleg nr|ursprungsbeleg|originalrechnung|lieferschein nr|lieferscheinnummer|lieferschein|lieferavis|reklamationsnummer|seriennummer|artikelnummer|art nr|artikel nr|gtin|ean|vertragsnummer des kunden|auftrag nr lief|leitweg id|globale nummer|referenz des käufers|weitere referenz|' +
    'votre reference|votre ref|notre ref|ref commande|vos ref|nos ref|ref marche|facture liee|facture d origine|bon de livraison|uw referentie|uw kenmerk|ons kenmerk|uw bestelling|pakbon|su referencia|ref pedido|su pedido|albaran|factura rectificada|factura original|vostro riferimento|vs ordine|rif ordine|ddt|fattura originale|v referencia|sua referencia|fatura original|documento de origem|' +
    'er referens|er ref|var referens|var ref|ert ordernr|ert ordernummer|deres ref|deres reference|deres referanse|deres ordrenr|vor ref|var referanse|viitenumero|viitteenne|viite|variabilni symbol|variabilny symbol|konstantni symbol|ref zamowienia|faktura pierwotna|do faktury|vase objednavka|eredeti szamla|referinta|referinta dvs|исходный счет|вн заказ|' +
    'referansiniz|siparis ref|irsaliye no|σχετικο|参照番号|貴社注文番号|元請求書番号|原发票号码|原发票|参考号|您的订单号|참조번호|원본 세금계산서|مرجعكم|אסמכתא שלכם|אסמכתא|סימוכין',
  taxId:
    'vat no|vat number|vat id|vat reg|vat reg no|vat registration|vat registration no|tax id|tax no|tax number|tin|ein|abn|acn|gstin|gst no|gst number|gst reg no|company no|company number|company reg|registered in england|registration no|reg no|reg number|pan|uen|nzbn|fein|crn|' +
    'ust id|ust idnr|ust id nr|ust identnr|ustid|umsatzsteuer id|umsatzsteuer identifikationsnummer|steuernummer|steuernr|steuer nr|st nr|uid|uid nr|handelsregister|handelsreg|handelsregisternummer|amtsgericht|hrb|hra|firmenbuchnummer|geschäftsführer|geschäftsführung|' +
    'tva intracom|tva intracommunautaire|n tva|no tva|numero de tva|siret|siren|rcs|ape|naf|btw nr|btw nummer|btw id|kvk|kvk nr|kvk nummer|bce|nif|cif|n i f|c i f|nif cif|p iva|p. iva|partita iva|codice fiscale|c f|cod fisc|rea|cnpj|cpf|nipc|contribuinte|inscricao estadual|' +
    'nip|regon|krs|org nr|orgnr|organisationsnummer|momsreg nr|momsregnr|momsregistreringsnummer|org no|cvr|cvr nr|se nr|foretaksregisteret|mva nr|y tunnus|ly tunnus|alv nro|ico|ičo|dic|dič|ic dph|adoszam|cegjegyzekszam|cui|cif ro|reg com|nr reg com|инн|кпп|огрн|огрнип|єдрпоу|едрпоу|іпн|рнокпп|vkn|tckn|vergi no|vergi numarasi|vergi dairesi|mersis no|αφμ|α φ μ|δου|γεμη|' +
    '登録番号|法人番号|適格請求書発行事業者登録番号|インボイス登録番号|税号|纳税人识别号|统一社会信用代码|統一編號|統編|사업자등록번호|사업자 등록번호|사업자번호|등록번호|법인등록번호|الرقم الضريبي|رقم التسجيل الضريبي|السجل التجاري|ח.פ|ח פ|ח"פ|ע.מ|ע מ|עוסק מורשה|עוסק פטור|מספר עוסק|מס\' עוסק|' +
    'iban|bic|swift|bank account|sort code|routing|konto nr|kontonr|kontonummer|blz|bankverbindung|bankgiro|plusgiro|bankgironummer|konto|rib|cuenta bancaria|conto corrente|numer konta|nr konta|rachunek bankowy|bankszamlaszam|bankszamla|cont bancar|расчетный счет|р с|к с|бик|п р|振込先|口座番号|银行账号|开户行|银行账户|계좌번호|رقم الحساب|חשבון בנק',
  contact:
    'tel|phone|telephone|telefon|tel no|téléphone|telefoon|telefono|teléfono|telefone|puhelin|тел|телефон|τηλ|τηλεφωνο|電話|电话|電話番号|전화|전화번호|هاتف|טלפון|fax|telefax|faks|传真|ファックス|팩스|mobile|mob|mobil|handy|gsm|email|e mail|mail|web|website|www|internet|gln|duns',
  seller:
    'from|sold by|seller|supplier|vendor|merchant|issued by|invoice from|billed by|bill from|provider|service provider|employer|remit to|payee|company|' +
    'verkäufer|verkaeufer|lieferant|rechnungsersteller|rechnungssteller|aussteller|auftragnehmer|leistungserbringer|arbeitgeber|absender|anbieter|' +
    'vendeur|fournisseur|emetteur|prestataire|employeur|vendu par|de la part de|verkoper|leverancier|afzender|werkgever|opdrachtnemer|' +
    'vendedor|proveedor|emisor|empleador|venditore|fornitore|cedente|cedente prestatore|prestatore|emittente|datore di lavoro|prestador|prestador de servicos|fornecedor|emitente|empregador|' +
    'sprzedawca|wystawca|dostawca|pracodawca|wykonawca|säljare|leverantor|avsandare|arbetsgivare|sælger|leverandor|selger|arbejdsgiver|arbeidsgiver|afsender|avsender|myyja|toimittaja|tyonantaja|laskuttaja|' +
    'dodavatel|prodavajici|zamestnavatel|zhotovitel|dodavatel|predavajuci|zamestnavatel|elado|szallito|kiallito|munkaltato|szamlakibocsato|furnizor|vanzator|angajator|prestator|' +
    'продавец|поставщик|исполнитель|работодатель|подрядчик|продавець|постачальник|виконавець|роботодавець|satici|tedarikci|duzenleyen|isveren|πωλητης|προμηθευτης|εκδοτης|εργοδοτης|' +
    '発行元|請求元|販売元|売主|差出人|発行者|受注者|事業者|卖方|销售方|销方|供应商|開票方|賣方|雇主|收款方|供方|用人单位|收款单位|판매자|공급자|공급하는자|발행처|고용주|사업자|공급업체|판매처|البائع|المورد|صادرة من|الشركة|المورّد|صاحب العمل|המוכר|מוכר|ספק|הספק|מאת|מעסיק|המעסיק|נותן השירות',
  customer:
    'bill to|billed to|billing address|bill-to|invoice to|invoiced to|invoice address|sold to|ship to|shipped to|deliver to|delivery address|shipping address|customer|customer name|client|buyer|buyer bill to|attention|attn|attn.|recipient|consignee|employee|quote to|quotation for|quote for|prepared for|credit to|issued to|pay to the order|guest|patient|tenant|received from|statement to|to|' +
    'rechnungsempfänger|rechnungsempfaenger|rechnung an|rechnungsadresse|rechnungsanschrift|lieferadresse|lieferanschrift|warenempfänger|abweichender warenempfänger|abweichender zahlungsempfänger|steuerbevollmächtigter des verkäufers|steuervertreter|käufer|kaeufer|käufer leistungsempfänger|leistungsempfänger|kunde|empfänger|auftraggeber|mitarbeiter|arbeitnehmer|versicherungsnehmer|lieferung an|besteller|mieter|angebot für|' +
    'facture a|facturer a|adresse de facturation|adresse de livraison|livre a|livrer a|acheteur|destinataire|a l attention de|salarie|employe|client facture|adresse a|contact commercial|' +
    'factuuradres|factuur aan|klant|afleveradres|bezorgadres|verzendadres|koper|werknemer|opdrachtgever|geadresseerde|t a v|' +
    'facturar a|facturado a|cliente|datos del cliente|comprador|destinatario|enviar a|direccion de facturacion|direccion de envio|trabajador|empleado|cesionario|' +
    'intestatario|intestato a|spett le|spett|spettabile|fatturare a|fatturato a|cessionario|committente|cessionario committente|acquirente|dipendente|lavoratore|destinazione|' +
    'tomador|tomador do servico|tomador de servicos|cobrar de|faturar a|faturado a|adquirente|destinatário|funcionario|trabalhador|exmo s|morada de faturacao|' +
    'nabywca|odbiorca|kupujacy|zamawiajacy|pracownik|klient|platnik|adres dostawy|' +
    'kund|fakturaadress|leveransadress|faktureras till|kopare|mottagare|anstalld|bestallare|levereras till|kunde|faktureres til|fakturaadresse|leveringsadresse|leveres til|kober|kjoper|modtager|mottaker|medarbejder|ansatt|faktureringsadresse|' +
    'asiakas|laskutusosoite|toimitusosoite|ostaja|vastaanottaja|tyontekija|tilaaja|saaja|' +
    'odberatel|zakaznik|kupujici|prijemce|objednatel|zamestnanec|zákazník|kupujuci|prijemca|objednávateľ|konecny prijemce|fakturacni adresa|dodaci adresa|' +
    'vevo|megrendelo|vasarlo|cimzett|munkavallalo|ugyfel|szamlafizeto|cumparator|beneficiar|catre|angajat|destinatar|client|' +
    'покупатель|заказчик|плательщик|грузополучатель|клиент|получатель|сотрудник|работник|кому|покупець|замовник|платник|клієнт|одержувач|отримувач|працівник|вантажоодержувач|' +
    'alici|musteri|sayin|fatura adresi|teslimat adresi|calisan|personel|πελατης|αγοραστης|παραληπτης|προς|εργαζομενος|στοιχεια πελατη|λιπτης|' +
    '請求先|お客様|納品先|お届け先|宛先|宛名|ご依頼主|購入者|買主|発注者|社員名|氏名|従業員|お客様名|得意先|ご請求先|购买方|买方|客户|购方|收货人|買方|客戶|付款方|需方|员工|姓名|收票方|付款单位|购货单位|購買人|買受人|收件人|' +
    '고객|공급받는자|공급받는 자|구매자|수신|받는분|받는 분|고객명|청구처|청구 대상|수신자|직원|성명|사원|주문자|납품처|발주처|العميل|المشتري|فاتورة إلى|إلى|السادة|الزبون|الموظف|اسم العميل|עבור|לכבוד|לקוח|הלקוח|קונה|הקונה|עובד|שם הלקוח|שם לקוח|העובד|המזמין',
} as const

export type LabelKind = keyof typeof labelWords
