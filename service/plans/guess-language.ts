/**
 * Words that are frequent in one language and rare in the others, by Tesseract's name of the language. Written without
 * accents where a reader of English may have lost them.
 */
const FREQUENT: Record<string, string> = {
  eng: 'the and of to is that for with was this are from have you not be at by on it or which will an has',
  fra: 'le les des est et du une dans pour que qui sur au aux avec ce cette sont par plus ou il elle vous nous ne pas',
  deu: 'der die und das ist den von zu mit sich des auf fur nicht ein eine als auch es dem werden bei sie wird oder',
  spa: 'el los las del y en que una por con para es se su lo como mas pero fue este esta son al sobre entre',
  ita: 'il che di e della per con non una sono del dei le gli nel alla piu questo si ha come anche delle dal',
  por: 'o os da do das dos em um uma para com nao que se por mais foi ao sua pelo pela como esta no na',
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
