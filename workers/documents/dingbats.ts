/**
 * The letters of ZapfDingbats by character code (ISO 32000-1, annex D.6, with the Unicode values of Adobe's
 * zapfdingbats.txt). pdf.js gives the bare character code for them, so that a ✓ reads as "4" and a ● as "l".
 */
export function dingbat(unicode: string): string {
  const code = unicode.charCodeAt(0)
  if (unicode.length !== 1 || code <= 0x20 || code > 0xfe) return unicode
  const known = exceptions[code]
  if (known !== undefined) return known
  if (code <= 0x7e) return String.fromCharCode(0x2700 + code - 0x20)
  if (code >= 0xa1 && code <= 0xa7) return String.fromCharCode(0x2761 + code - 0xa1)
  if (code >= 0xac && code <= 0xb5) return String.fromCharCode(0x2460 + code - 0xac)
  if (code >= 0xb6 && code <= 0xfe) return String.fromCharCode(0x2776 + code - 0xb6)
  return unicode
}

const exceptions: Readonly<Record<number, string>> = {
  0x25: '☎',
  0x2a: '☛',
  0x2b: '☞',
  0x48: '★',
  0x6c: '●',
  0x6e: '■',
  0x73: '▲',
  0x74: '▼',
  0x75: '◆',
  0x77: '◗',
  0xa8: '♣',
  0xa9: '♦',
  0xaa: '♥',
  0xab: '♠',
  0xd5: '→',
  0xd6: '↔',
  0xd7: '↕',
}

/** Whether a font is one of Adobe's dingbats, whatever subset prefix its name carries. */
export function isDingbatFont(name: unknown): boolean {
  return typeof name === 'string' && /(?:^|\+)(?:ITC)?ZapfDingbats/i.test(name)
}
