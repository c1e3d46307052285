/**
 * Words that are frequent in one language and rare in the others, by Tesseract's name of the language: those of any
 * text, and those of letters and bills, which hold few others. Written without accents, which a reader of English may
 * have lost. Languages that may have no weights here are among them too, so that they are not taken for another.
 */
const FREQUENT: Record<string, string> = {
  eng: 'the and of to is that for with was this are from have you not be at by on it or which will an has invoice date total due amount number order account payment tax customer statement please',
  fra: 'le les des est et du une dans pour que qui sur au aux avec ce cette sont par plus ou il elle vous nous ne pas facture commande montant rue tva ttc client paiement echeance remise reference madame monsieur objet',
  deu: 'der die und das ist den von zu mit sich des auf fur nicht ein eine als auch es dem werden bei sie wird oder rechnung datum betrag kunde nummer lieferung bestellung mwst ust gesamt strasse herr frau bitte zahlung',
  spa: 'el los las del y en que una por con para es se su lo como mas pero fue este esta son al sobre entre factura fecha cliente pedido importe calle pago vencimiento precio cantidad numero senor senora',
  ita: 'il che di e della per con non una sono del dei le gli nel alla piu questo si ha come anche delle dal fattura cliente ordine importo imponibile scadenza pagamento via piazza prezzo totale codice spett',
  por: 'o os da do das dos em um uma para com nao que se por mais foi ao sua pelo pela como esta no na fatura cliente encomenda valor rua pagamento vencimento preco quantidade senhor contribuinte',
  nld: 'de het een van en is dat op te voor met niet zijn aan door ook als bij factuur datum bedrag klant btw betalen straat',
  pol: 'i w z na do nie sie jest oraz od dla ul faktura kwota wartosc zaplaty nabywca sprzedawca data platnosci klienta',
  swe: 'och i att det som en pa ar av for med den till inte om ett faktura datum belopp kund moms betala',
}

const languagesOf = new Map<string, Set<string>>()
for (const [language, words] of Object.entries(FREQUENT)) {
  for (const word of words.split(' ')) {
    const known = languagesOf.get(word) ?? new Set()
    languagesOf.set(word, known.add(language))
  }
}

/** Frequent words that a guess needs, and how many times those of the next language it must have. */
const LEAST_WORDS = 3
const LEAST_LEAD = 1.5
/** Characters looked at. */
const MAX_CHARS = 20_000

/**
 * The language of a text by its most frequent words, as Tesseract names it, or undefined where too few of them say the
 * same. A word that several languages share counts for each by its part. (Frequent-word method: Grefenstette, 1995.)
 */
export function guessLanguage(text: string): string | undefined {
  const scores = new Map<string, number>()
  const plain = text.slice(0, MAX_CHARS).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  for (const [word] of plain.matchAll(/\p{L}+/gu)) {
    const languages = languagesOf.get(word)
    if (languages === undefined) continue
    for (const language of languages) {
      scores.set(language, (scores.get(language) ?? 0) + 1 / languages.size)
    }
  }
  const [first, second] = [...scores].sort(([, a], [, b]) => b - a)
  if (first === undefined || first[1] < LEAST_WORDS) return undefined
  return first[1] >= LEAST_LEAD * (second?.[1] ?? 0) ? first[0] : undefined
}
