/** Numbers of lists in words of the formats: `iv`, `C`, `07`. `format` is Word's number ([MS-OSHARED] 2.2.1.3). */
export function listNumber(value: number, format: number): string {
  switch (format) {
    case 1:
      return roman(value)
    case 2:
      return roman(value).toLowerCase()
    case 3:
      return letters(value)
    case 4:
      return letters(value).toLowerCase()
    case 22:
      return String(value).padStart(2, '0')
    case 255:
      return ''
    default:
      return String(value)
  }
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

function roman(value: number): string {
  if (value < 1 || value > 32_767) return String(value)
  let left = value
  let text = ''
  for (const [worth, sign] of ROMAN) {
    text += sign.repeat(Math.floor(left / worth))
    left %= worth
  }
  return text
}

/** A to Z, then AA, BB … as Word counts on. */
function letters(value: number): string {
  if (value < 1 || value > 780) return String(value)
  return String.fromCharCode(65 + ((value - 1) % 26)).repeat(Math.ceil(value / 26))
}
