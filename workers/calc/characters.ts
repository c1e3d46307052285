/* Kinds of characters, by their UTF-16 code units. */

/** A letter of any script. */
export const letter = /\p{L}/u
/** What may stand in a name after its first letter. */
export const nameRest = /[\p{L}\p{M}\p{N}_]/u

/** The code of "0". */
export const zero = 48

export const isDigit = (code: number): boolean => code >= zero && code <= 57

/** A letter of ASCII. */
export const isPlainLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90)

/** One of + - * / ^ ( ) , that is spelt as it is meant. */
export const isPlainMark = (code: number): boolean => (code >= 40 && code <= 45) || code === 47 || code === 94

/** Marks that may be the second of a pair, such as ** and >=. */
export const isSecondMark = (code: number): boolean =>
  code === 42 || code === 47 || (code >= 60 && code <= 62)

/** Space, tab, return, and the spaces that group digits in print. */
export const isSpace = (code: number): boolean =>
  code === 32 ||
  code === 9 ||
  code === 13 ||
  code === 0xa0 ||
  code === 0x2009 ||
  code === 0x202f ||
  code === 0x3000
