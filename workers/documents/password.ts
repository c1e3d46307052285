/**
 * Spellings under which one password may have been stored, likeliest first. Revision 6 encryption wants SASLprep
 * (RFC 4013) and UTF-8, older ones PDFDocEncoding bytes, and producers differ on both; pdf.js 5.6 applies neither
 * normalisation itself.
 */
export function passwordSpellings(password: string | undefined): string[] {
  if (password === undefined) return []
  const composed = [password, password.normalize('NFC'), saslPrep(password), password.normalize('NFD')]
  return [...new Set([...composed, ...composed.map(utf8AsLatin1)])]
}

/** RFC 4013, mapping and normalisation: spaces become a space, invisible marks vanish, then NFKC. */
function saslPrep(text: string): string {
  return text
    .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
}

function utf8AsLatin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}
