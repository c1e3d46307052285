/**
 * Characters of the font Symbol from 0x21 on (Adobe's Symbol encoding, unicode.org MAPPINGS/VENDORS/ADOBE/symbol.txt);
 * a blank where Unicode has none.
 */
const SYMBOL =
  '!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧ∆ΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_ ' +
  'αβχδεφγηιϕκλµνοπθρστυϖωξψζ{|}∼                                 ' +
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…  ↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈   ∑        〉∫⌠ ⌡'

/** Marks of the Wingdings fonts that documents use as text: bullets, boxes, ticks, arrows. */
const WINGDINGS: Readonly<Record<number, string>> = {
  0x6c: '●',
  0x6e: '■',
  0x6f: '□',
  0x71: '❑',
  0x72: '❒',
  0x75: '◆',
  0x76: '❖',
  0x9f: '•',
  0xa7: '▪',
  0xa8: '◻',
  0xd8: '➢',
  0xdf: '←',
  0xe0: '→',
  0xe1: '↑',
  0xe2: '↓',
  0xe8: '➔',
  0xfb: '✗',
  0xfc: '✓',
  0xfd: '☒',
  0xfe: '☑',
}

/**
 * What a character of a symbol font means. Word keeps those fonts' characters at U+F000 and up; `code` is that or the
 * byte. A bullet where it is not known.
 */
export function symbolText(code: number, font: string): string {
  const byte = code >= 0xf000 ? code - 0xf000 : code
  if (byte === 0x20) return ' '
  if (/wingdings|webdings/i.test(font)) return WINGDINGS[byte] ?? '•'
  const text = SYMBOL.charAt(byte - 0x21)
  return text.trim() === '' ? '•' : text
}
