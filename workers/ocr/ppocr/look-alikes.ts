import type { Form, Glyph } from './ctc.ts'

/** Signs that the same drawing can stand for once its size is lost, which it is when a line is scaled. */
const GROUPS = ['0Ooθ', '1lI', 'cC', 'kK', 'pP', 'sS', 'uU', 'vV', 'wW', 'xX', 'zZ']

/** A form with less probability than this is not thought of. */
const THINKABLE = 0.03

/** How much more a form counts that suits the characters around it. */
const SUITS = 20

/** How much less a Greek letter counts among others: it is what a zero with a stroke looks like. */
const STRANGE = 0.3

/** For each class, the classes it can be mistaken for, itself among them. */
export function lookAlikes(keys: readonly string[]): Map<number, number[]> {
  const classes = new Map(keys.map((key, k) => [key, k]))
  const table = new Map<number, number[]>()
  for (const group of GROUPS) {
    const members = [...group].map((sign) => classes.get(sign)).filter((k) => k !== undefined)
    for (const k of members) table.set(k, members)
  }
  return table
}

type Kind = 'digit' | 'upper' | 'lower'

function kindOf(text: string): Kind | undefined {
  if (/^\d$/.test(text)) return 'digit'
  if (/^\p{Lu}$/u.test(text)) return 'upper'
  return /^\p{Ll}$/u.test(text) ? 'lower' : undefined
}

const thinkable = ({ forms }: Glyph): Form[] => forms.filter(({ probability }) => probability >= THINKABLE)

/**
 * What the characters around say: the kind of all sure ones in a run of letters and digits, if it is one and
 * the same. The first of a run of small letters may be large, and is after the end of a sentence.
 */
function expected(run: readonly Glyph[], at: number, afterSentence: boolean): Kind | 'letter' | undefined {
  const kinds = new Set(
    run.filter((glyph, i) => i !== at && thinkable(glyph).length < 2).map(({ text }) => kindOf(text)),
  )
  const [kind] = kinds
  if (kind === 'lower' && at === 0 && kinds.size === 1) return afterSentence ? 'upper' : 'letter'
  // Capital at the front of a word in small letters.
  const others = new Set(
    run
      .slice(1)
      .filter((_, i) => i + 1 !== at)
      .map(({ text }) => kindOf(text)),
  )
  if (kinds.size === 2 && at > 0 && kinds.has('upper') && kinds.has('lower')) {
    return others.size === 1 && others.has('lower') ? 'lower' : undefined
  }
  return kinds.size === 1 ? kind : undefined
}

function settled(glyph: Glyph, wanted: Kind | 'letter' | undefined): Glyph {
  const forms = thinkable(glyph)
  if (forms.length < 2) return glyph
  const letters = glyph.forms.filter(({ text }) => kindOf(text) !== 'digit' && text !== 'θ')
  const mass = letters.reduce((sum, { probability }) => sum + probability, 0)
  const weight = ({ text, probability }: Form): number => {
    if (text === 'θ') return probability * STRANGE
    const kind = kindOf(text)
    if (wanted === undefined || kind === undefined) return probability
    if (kind === wanted) return SUITS * (kind === 'digit' ? probability : mass)
    return wanted === 'letter' && kind !== 'digit' ? SUITS * probability : probability
  }
  const best = glyph.forms.reduce((a, b) => (weight(b) > weight(a) ? b : a))
  return best.text === glyph.text ? glyph : { ...glyph, text: best.text }
}

/** Chooses between forms that look alike by the characters around them: `3o` is 30, `1imit` is limit. */
export function settleLookAlikes(glyphs: readonly Glyph[]): Glyph[] {
  const result: Glyph[] = []
  for (let start = 0; start < glyphs.length;) {
    let end = start
    while (kindOf(glyphs[end]?.text ?? '') !== undefined) end++
    const run = glyphs.slice(start, end)
    const before = glyphs.slice(Math.max(start - 2, 0), start).map(({ text }) => text)
    const afterSentence = /^[.!?] $/.test(before.join(''))
    run.forEach((glyph, i) => result.push(settled(glyph, expected(run, i, afterSentence))))
    const other = glyphs[end]
    if (other !== undefined) result.push(other)
    start = end + 1
  }
  return result
}
