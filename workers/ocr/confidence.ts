/** Mean over parts of a text, weighted by their length; 0 where there are none. */
export function meanConfidence(parts: readonly { text: string; confidence: number }[]): number {
  const characters = parts.reduce((sum, { text }) => sum + text.length, 0)
  if (characters === 0) return 0
  return parts.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / characters
}
