import { letterFrequencies } from './letter-frequencies.ts'

/** Letters of a language with what each costs in bits. */
const costs = new Map(Object.entries(letterFrequencies).map(([language, text]) => [language, costsOf(text)]))

function costsOf(text: string): ReadonlyMap<string, number> {
  const [first, ...groups] = text.split(' ')
  return new Map(
    groups.flatMap((group, i) => Array.from(group, (letter) => [letter, Number(first) + i] as const)),
  )
}

/** Bits of what no table has, by kind; set by hand so that a letter of the language always costs less. */
const bits = {
  plain: 4,
  mark: 8,
  rareLetter: 13,
  symbol: 15,
  otherScript: 17,
  foreign: 20,
  broken: 30,
} as const

/** Bits added where two neighbours do not belong together. */
const clash = { scripts: 6, capitals: 5, symbolInWord: 5, eastAsian: 3 } as const

const eastAsian = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  eastAsian,
]
/** Its place among `scripts`. */
const EAST_ASIAN = 5

const scriptOf = (char: string): number => scripts.findIndex((script) => script.test(char))

/** Which script a language is written in: that of its most frequent letter. */
const scriptOfLanguage = new Map(
  Array.from(costs, ([language, letters]) => [language, scriptOf(letters.keys().next().value ?? '')]),
)

/** A text boiled down to what the costs need: how often each character comes, and how many bits clashes cost. */
export interface Tally {
  counts: ReadonlyMap<string, number>
  clashes: number
}

interface Traits {
  lower: string
  letter: boolean
  capital: boolean
  small: boolean
  symbol: boolean
  script: number
}

function traitsOf(char: string): Traits {
  const lower = char.toLowerCase()
  const letter = /[\p{L}\p{M}]/u.test(char)
  return {
    lower,
    letter,
    capital: char !== lower && char > '\x7f',
    small: char === lower && char !== char.toUpperCase(),
    symbol: char > '\x7f' && /[\p{S}\p{No}¡¿§¶\u0080-\u009f]/u.test(char),
    script: letter ? scriptOf(char) : -1,
  }
}

export function tallyOf(text: string): Tally {
  const known = new Map<string, Traits>()
  const counts = new Map<string, number>()
  let clashes = 0
  let before: Traits | undefined
  let twoBefore: Traits | undefined
  for (const char of text) {
    const traits = known.get(char) ?? traitsOf(char)
    known.set(char, traits)
    counts.set(traits.lower, (counts.get(traits.lower) ?? 0) + 1)
    if (traits.letter && before !== undefined) clashes += clashOf(traits, before, twoBefore)
    twoBefore = before
    before = traits
  }
  return { counts, clashes }
}

function clashOf(now: Traits, before: Traits, twoBefore: Traits | undefined): number {
  if (before.symbol && twoBefore?.letter === true) return clash.symbolInWord
  if (!before.letter || now.script < 0 || before.script < 0) return 0
  if (now.script !== before.script) {
    return now.script === EAST_ASIAN || before.script === EAST_ASIAN ? clash.eastAsian : clash.scripts
  }
  return before.small && now.capital ? clash.capitals : 0
}

/** Bits a text takes if it is of a language: the fewer, the likelier. */
export function bitsIn(language: string, { counts, clashes }: Tally): number {
  const letters = costs.get(language)
  const script = scriptOfLanguage.get(language) ?? 0
  let sum = clashes
  for (const [char, count] of counts) sum += count * (letters?.get(char) ?? costOf(char, language, script))
  return sum
}

function costOf(char: string, language: string, script: number): number {
  if (char < '\x80') return /[a-z]/.test(char) ? (script === 0 ? bits.rareLetter : bits.mark) : bits.plain
  if (/[\p{Cn}\p{Co}\p{Cs}\u0080-\u0084\u0086-\u009f\ufffd]/u.test(char)) return bits.broken
  if (/[ “”„‘’‚–—…«»°€§·、。「」『』《》・（），：；！？\u3000]/u.test(char)) return bits.mark
  if (!/[\p{L}\p{M}]/u.test(char)) return bits.symbol
  // Kana of half width are single bytes, and so are what other texts look like.
  if (/[\uff61-\uff9f]/u.test(char)) return bits.rareLetter
  const own = scriptOf(char)
  if (own !== script) return own < 0 ? bits.foreign : bits.otherScript
  if (script === EAST_ASIAN) return isOf(char, language) ? bits.rareLetter : bits.otherScript
  return bits.rareLetter
}

/** Whether an East Asian character is of the kind the language is mostly written in. */
function isOf(char: string, language: string): boolean {
  if (language === 'ko') return /\p{Script=Hangul}/u.test(char)
  return language === 'ja' ? !/\p{Script=Hangul}/u.test(char) : /\p{Script=Han}/u.test(char)
}
