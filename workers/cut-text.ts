/** At most `maxChars` UTF-16 code units of a text, never half of a character. */
export function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const splits = /[\ud800-\udbff]/.test(text.charAt(maxChars - 1))
  return text.slice(0, splits ? maxChars - 1 : maxChars)
}
