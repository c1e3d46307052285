import type { Form, Glyph } from './ctc.ts'

/** Signs that the same drawing can stand for once its size is lost, which it is when a line is scaled. */
const GROUPS = ['0Ooθ', '1lI', 'cC', 'kK', 'pP', 'sS', 'uU', 'vV', 'wW', 'xX', 'zZ']

/** A form with less probability than this is not thought of. */
const THINKABLE = 0.03

/** How much more a letter or a digit counts that suits the characters around it, and a small or large letter. */
const SUITS = 20
const SUITS_IN_SIZE = 5

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
 * What the sure characters around say, if they agree. A capital at the front of a word tells nothing; and the
 * front of a word in small letters may be either, but is a capital after the end of a sentence.
 */
function expected(run: readonly Glyph[], at: number, afterSentence: boolean): Kind | 'letter' | undefined {
  const says = (glyph: Glyph, i: number): boolean =>
    i !== at && thinkable(glyph).length < 2 && !(i === 0 && kindOf(glyph.text) === 'upper')
  const kinds = run.filter(says).map(({ text }) => kindOf(text))
  const [kind] = kinds
  if (kinds.some((other) => other !== kind)) return undefined
  if (kind === 'lower' && at === 0 && afterSentence) return 'upper'
  // One letter beside a 1 is often a unit or a prefix: 1L, v1.
  if (kind !== 'digit' && run.length < 3 && run[at]?.text === '1') return undefined
  return kind === 'lower' && at === 0 ? 'letter' : kind
}

/** First letter or digit, then small or large: a zero that turns out to be a letter says little of its size. */
function settled(glyph: Glyph, wanted: Kind | 'letter' | undefined): Glyph {
  if (thinkable(glyph).length < 2) return glyph
  const best = (forms: Form[], weight: (form: Form) => number): Form =>
    forms.reduce((a, b) => (weight(b) > weight(a) ? b : a), { text: glyph.text, probability: 0 })
  const letters = glyph.forms.filter(({ text }) => /^\p{Script=Latin}$/u.test(text))
  const others = glyph.forms.filter((form) => !letters.includes(form))
  const mass = letters.reduce((sum, { probability }) => sum + probability, 0)
  const plain = ({ text, probability }: Form): number => probability * (text === 'θ' ? STRANGE : 1)
  const other = best(others, plain)
  const [letterSuits, digitSuits] = [
    wanted === undefined || wanted === 'digit' ? 1 : SUITS,
    wanted === 'digit' ? SUITS : 1,
  ]
  const isLetter = mass * letterSuits > plain(other) * digitSuits
  const sizeSuits = kindOf(glyph.text) === 'digit' ? SUITS : SUITS_IN_SIZE
  const chosen = isLetter
    ? best(letters, ({ text, probability }) => probability * (kindOf(text) === wanted ? sizeSuits : 1))
    : other
  return chosen.text === glyph.text ? glyph : { ...glyph, text: chosen.text }
}

/**
 * Chooses between the forms of a word's characters by those around them: `3o` is 30, `1imit` is limit. Letters
 * and digits that a sign parts say nothing about each other.
 */
export function settleLookAlikes(word: readonly Glyph[], afterSentence: boolean): Glyph[] {
  const result: Glyph[] = []
  for (let start = 0; start < word.length;) {
    let end = start
    while (kindOf(word[end]?.text ?? '') !== undefined) end++
    const run = word.slice(start, end)
    const opens = afterSentence && start === 0
    result.push(
      ...run.map((glyph, i) => settled(glyph, expected(run, i, opens))),
      ...word.slice(end, end + 1),
    )
    start = end + 1
  }
  return result
}
