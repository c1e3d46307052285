/** What windows-1252 has from 0x80 to 0x9F (Encoding Standard, index windows-1252). */
const MARKS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/**
 * Text that Node 20's TextDecoder made of windows-1252: it takes it for ISO-8859-1, so that quotation marks, dashes and
 * the euro sign come as controls.
 */
export function withWesternMarks(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (control) => MARKS.charAt(control.charCodeAt(0) - 0x80))
}
