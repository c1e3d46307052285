/**
 * Characters that stand for others because of how a font drew them: ligatures, Arabic presentation forms, CJK
 * compatibility ideographs and radicals, and spaces of odd widths (Unicode, chapter 2.3, compatibility characters).
 * Everything that carries meaning (superscripts, fractions, full-width forms) stays as it is.
 */
const drawnForms =
  /[\u00a0\u2000-\u200a\u202f\u205f\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdfb\ufe70-\ufefc\u2e80-\u2fdf\uf900-\ufaff]+/g

/** Marks that are never seen: controls other than line feed, byte-order marks. */
const unseen = /(?!\n)[\p{Cc}\ufeff]/gu

/**
 * Bullets and ticks of Word documents: Symbol and Wingdings letters, which PDFs name by private-use codes. Where the
 * two fonts differ, Wingdings is meant nearly always.
 */
const bullets: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '\uf0a7': '▪',
  '\uf0d8': '➢',
  '\uf0fc': '✓',
  '\uf0fb': '✗',
  '\uf0fe': '☑',
  '\uf0a8': '◻',
  '\uf06c': '●',
  '\uf06e': '■',
  '\uf06f': '□',
  '\uf071': '❑',
  '\uf076': '❖',
  '\uf0e0': '→',
  '\uf0e8': '➔',
}

/** Plain text of drawn text: drawn forms become letters, unseen marks vanish, the rest is composed (NFC). */
export function normalise(text: string): string {
  return text
    .replace(unseen, '')
    .replace(/[\uf06c-\uf0fe]/g, (letter) => bullets[letter] ?? letter)
    .replace(drawnForms, (form) => form.normalize('NFKC'))
    .normalize('NFC')
}
