/**
 * Text as labels are compared: lower case, no accents, and letters that recognition confuses with digits as one.
 * It has exactly as many UTF-16 units as the text, so that places in one are places in the other.
 */
export function fold(text: string): string {
  let folded = ''
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at)
    let own = known.get(unit)
    if (own === undefined) {
      own = foldUnit(unit)
      known.set(unit, own)
    }
    folded += own
  }
  return folded
}

/** At most one entry for each UTF-16 unit. */
const known = new Map<string, string>()

/** What Unicode does not take apart, and what is alike on paper: `lnvoice`, `T0tal`, Arabic letters with hamza. */
const alike: Record<string, string> = {
  ß: 's',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  æ: 'a',
  œ: 'o',
  ı: 'l',
  i: 'l',
  '1': 'l',
  '|': 'l',
  '0': 'o',
  '5': 's',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  '´': "'",
  '“': '"',
  '”': '"',
  '״': '"',
  '׳': "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ة: 'ه',
  ى: 'ي',
}

function foldUnit(unit: string): string {
  const code = unit.charCodeAt(0)
  const taken = code < 0x590 || (code >= 0x1e00 && code < 0x2000) ? unit.normalize('NFD').charAt(0) : unit
  const lower = taken.toLowerCase().charAt(0)
  return alike[lower] ?? (/\s/.test(lower) ? ' ' : lower)
}

/** A phrase of a table found in a text; `end` is exclusive. */
export interface Found<C extends string> {
  label: C
  start: number
  end: number
}

interface Phrase<C extends string> {
  text: string
  label: C
}

export type Finder<C extends string> = (text: string, folded: string) => Found<C>[]

/** Scripts that are written without blanks between words, or with endings that stick to them. */
const unspaced = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/
const letter = /[\p{L}\p{M}]/u

/**
 * Makes a finder of phrases; each list parts them by `|`. A blank in a phrase stands for any blanks, dots or
 * hyphens or none. Longer phrases win over shorter, and no two answers overlap. A phrase may end within a word where
 * the rest of the word is one of `endings`, which is found too: `Kvitto` and `nr` in `Kvittonr`. Linear in the text.
 */
export function phraseFinder<C extends string>(
  table: Readonly<Record<C, string>>,
  endings: readonly (readonly [C, string])[] = [],
): Finder<C> {
  const byStart = new Map<string, Phrase<C>[]>()
  for (const label in table) {
    for (const phrase of table[label].split('|')) {
      const text = fold(phrase.normalize('NFKC').trim().replace(/\s+/g, ' '))
      if (text === '') continue
      const key = keyAt(text, 0)
      byStart.set(key, [...(byStart.get(key) ?? []), { text, label }])
    }
  }
  for (const phrases of byStart.values()) phrases.sort((a, b) => b.text.length - a.text.length)
  const solid = endings.flatMap(([label, list]) =>
    list.split('|').map((text) => ({ label, text: fold(text) })),
  )
  return (text, folded) => {
    const found: Found<C>[] = []
    for (let at = 0; at < folded.length; at += 1) {
      if (isInWord(text, at) || isNumber(text, at)) continue
      for (const { text: phrase, label } of byStart.get(keyAt(folded, at)) ?? []) {
        const end = endOf(phrase, folded, at)
        if (end === undefined || isFigure(text, at, end)) continue
        const ending = isInWord(text, end) ? endingAt(solid, text, folded, end) : undefined
        if (ending === undefined && isInWord(text, end)) continue
        found.push({ label, start: at, end })
        if (ending) found.push(ending)
        at = (ending?.end ?? end) - 1
        break
      }
    }
    return found
  }
}

/** A word may have misread letters; what is mostly digits, or goes on with digits, is none: `DE1` is no "del". */
function isFigure(text: string, start: number, end: number): boolean {
  const digits = text.slice(start, end).match(/\d/g)?.length ?? 0
  if (digits === 0) return false
  return (
    digits * 2 > end - start ||
    /^\d\d$/.test(text.slice(end - 1, end + 1)) ||
    /^\d\d$/.test(text.slice(start - 1, start + 1))
  )
}

/** Phrases are looked up by their first two letters. */
function keyAt(text: string, at: number): string {
  const second = text.charAt(at + 1)
  return letter.test(second) ? text.slice(at, at + 2) : text.charAt(at)
}

/** A digit that no letter follows begins no word. */
const isNumber = (text: string, at: number): boolean => /^\d(?!\p{L})/u.test(text.slice(at, at + 2))

/** Whether a place is between two letters of one word. */
function isInWord(text: string, at: number): boolean {
  if (at === 0 || at >= text.length) return false
  const [before, after] = [text.charAt(at - 1), text.charAt(at)]
  return letter.test(before) && letter.test(after) && !unspaced.test(before) && !unspaced.test(after)
}

/** What ends a word within which a phrase ended, after a letter that links the two: `Angebot-s-nummer`. */
function endingAt<C extends string>(
  endings: readonly Phrase<C>[],
  text: string,
  folded: string,
  at: number,
): Found<C> | undefined {
  for (const link of ['', 's', 'n', 'e', 'en', 'es']) {
    if (!folded.startsWith(link, at)) continue
    const start = at + link.length
    const ending = endings.find(
      (own) => folded.startsWith(own.text, start) && !isInWord(text, start + own.text.length),
    )
    if (ending) return { label: ending.label, start, end: start + ending.text.length }
  }
  return undefined
}

/** Where a phrase that starts at a place ends, if it is there. */
function endOf(phrase: string, folded: string, start: number): number | undefined {
  let at = start
  for (let i = 0; i < phrase.length; i += 1) {
    const wanted = phrase.charAt(i)
    if (wanted === ' ') {
      for (let skipped = 0; skipped < 4 && " -./:_'(".includes(folded.charAt(at) || 'x'); skipped += 1)
        at += 1
      continue
    }
    if (folded.charAt(at) === '-' && wanted !== '-') at += 1
    if (folded.charAt(at) !== wanted) return undefined
    at += 1
  }
  return at
}
