/** How far the text a page carries can be taken for what the page shows. */
export type TextLayer =
  /** It is the text of the page. */
  | 'usable'
  /** It may be a stamp or a page number on a scan: what stands in the pictures of the page decides. */
  | 'sparse'
  /** Its characters are not what the page shows: a font without a table of characters, or a bad one. */
  | 'garbled'
  | 'none'

/** Fewer characters than this may be a stamp on a scan. */
const SPARSE_CHARS = 40
/** From this share of characters that stand for nothing on, the layer is garbled. */
const BAD_SHARE = 0.1
/** A layer with a smaller share of letters and digits is garbled: "!"#$%&" is what a missing table looks like. */
const WORD_SHARE = 0.35
/** A layer with a larger share of words that mix scripts within them is garbled. */
const MIXED_SHARE = 0.3
/** Characters and words from which on shares say something. */
const ENOUGH_CHARS = 12
const ENOUGH_WORDS = 8
/** Characters looked at. */
const MAX_CHARS = 20_000

const bad = /[\p{Co}\p{Cc}\p{Cn}\uFFFD]/gu
const wordLike = /[\p{L}\p{N}\p{M}]/gu
const words = /\p{L}{2,}/gu
const scripts = [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u, /\p{sc=Arabic}/u, /\p{sc=Hebrew}/u]

/** Judges the text layer of one page by its characters alone. */
export function judgeTextLayer(text: string): TextLayer {
  const ink = text.slice(0, MAX_CHARS).replace(/\s+/gu, '')
  const count = [...ink].length
  if (count === 0) return 'none'
  if (count >= ENOUGH_CHARS) {
    if (matches(ink, bad) / count > BAD_SHARE) return 'garbled'
    if (matches(ink, wordLike) / count < WORD_SHARE && !isRuled(ink)) return 'garbled'
    if (mixedShare(text.slice(0, MAX_CHARS)) > MIXED_SHARE) return 'garbled'
  }
  return count < SPARSE_CHARS ? 'sparse' : 'usable'
}

function matches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** Whether most of it is lines of dots, dashes or boxes, as in a table of contents or a form. */
function isRuled(ink: string): boolean {
  return matches(ink, /[.\-_=·…─│┌┐└┘├┤┬┴┼☐☑☒•*|]/gu) / ink.length > 0.5
}

/** Share of words whose letters come from more than one script, which no language does. */
function mixedShare(text: string): number {
  const found = text.match(words) ?? []
  if (found.length < ENOUGH_WORDS) return 0
  const mixed = found.filter((word) => scripts.filter((script) => script.test(word)).length > 1)
  return mixed.length / found.length
}
