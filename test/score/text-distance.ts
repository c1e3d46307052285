/** Text with every run of blanks as one, NFC: what a reader would call the same text. */
export function plainText(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** Levenshtein distance in code points (Wagner and Fischer, 1974). */
export function editDistance(a: string, b: string): number {
  const left = [...a]
  const right = [...b]
  let row = right.map((_, i) => i + 1)
  left.forEach((point, i) => {
    const next: number[] = []
    let corner = i
    let last = i + 1
    right.forEach((other, j) => {
      const above = row[j] ?? 0
      last = Math.min(above + 1, last + 1, corner + (point === other ? 0 : 1))
      corner = above
      next.push(last)
    })
    row = next
  })
  return right.length === 0 ? left.length : (row[right.length - 1] ?? left.length)
}

/** Character error rate: edits for each character of the truth. */
export function characterErrorRate(read: string, truth: string): number {
  const wanted = plainText(truth)
  const distance = editDistance(plainText(read), wanted)
  return wanted === '' ? Math.min(1, distance) : distance / [...wanted].length
}

/** F1 of the words, whatever their order: 1 when all and only those of the truth were read. */
export function wordF1(read: string, truth: string): number {
  const found = plainText(read).split(' ').filter(Boolean)
  const wanted = plainText(truth).split(' ').filter(Boolean)
  if (found.length === 0 && wanted.length === 0) return 1
  const left = new Map<string, number>()
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1)
  let hits = 0
  for (const word of found) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    hits += 1
  }
  return (2 * hits) / (found.length + wanted.length)
}
