/**
 * Characters that stand for others because of how a font drew them: ligatures, Arabic presentation forms, CJK
 * compatibility ideographs and radicals, and spaces of odd widths (Unicode, chapter 2.3, compatibility characters).
 * Everything that carries meaning (superscripts, fractions, full-width forms) stays as it is.
 */
const drawnForms =
  /[\u00a0\u2000-\u200a\u202f\u205f\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdfb\ufe70-\ufefc\u2e80-\u2fdf\uf900-\ufaff]+/g

/** Marks that are never seen: controls other than line feed, soft hyphens within a line, byte-order marks. */
// eslint-disable-next-line no-control-regex
const unseen = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufeff]/g

/** Plain text of drawn text: drawn forms become letters, unseen marks vanish, the rest is composed (NFC). */
export function normalise(text: string): string {
  return text
    .replace(unseen, '')
    .replace(drawnForms, (form) => form.normalize('NFKC'))
    .normalize('NFC')
}
