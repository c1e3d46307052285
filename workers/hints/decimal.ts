/** Which mark parts the decimals, where the document's other figures show it. */
export type DecimalMark = '.' | ','

/**
 * The value of a written number as a plain decimal: grouping of any style taken out, leading zeros too. One mark with
 * three digits after it is read as grouping unless `mark` says that it parts decimals. Undefined for what is no number.
 */
export function decimalOf(text: string, mark?: DecimalMark): string | undefined {
  const digits = text.replace(/[\s'’]/g, '')
  if (!/^\d[\d.,]*$/.test(digits)) return undefined
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const whole = last >= 0 && partsDecimals(digits, last, mark) ? digits.slice(0, last) : digits
  const rest = whole === digits ? '' : digits.slice(last + 1)
  const plain = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '')
  return rest === '' ? plain : `${plain}.${rest}`
}

function partsDecimals(digits: string, last: number, mark: DecimalMark | undefined): boolean {
  const sign = digits.charAt(last)
  const other = sign === '.' ? ',' : '.'
  if (digits.indexOf(sign) !== last) return false
  const [before, behind] = [digits.slice(0, last), digits.length - last - 1]
  if (behind === 0 || before.includes(other)) return true
  if (behind !== 3 || before.length > 3 || before === '0') return true
  return mark === sign
}

/** The mark that parts decimals in a text, by the figures with two digits after a mark; undefined where they tie. */
export function decimalMarkOf(text: string): DecimalMark | undefined {
  const count = { '.': 0, ',': 0 }
  for (const [, mark] of text.matchAll(/\d([.,])\d{2}(?![\d.,]|\s?%)/g)) {
    if (mark === '.' || mark === ',') count[mark] += 1
  }
  if (count['.'] === count[',']) return undefined
  return count['.'] > count[','] ? '.' : ','
}
