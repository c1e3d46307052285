/**
 * A PDF whose encryption covers only the files embedded in it (streams and strings use the Identity filter; ISO
 * 32000-1, 7.6.5) can be read without any password, but pdf.js asks for one. This gives a copy in which the trailer no
 * longer names the encryption; undefined when the encryption covers more.
 */
export function withoutIdentityEncryption(bytes: Buffer): Uint8Array<ArrayBuffer> | undefined {
  const text = bytes.toString('latin1')
  const reference = /\/Encrypt\s+(\d+)\s+(\d+)\s+R/.exec(text)
  if (!reference) return undefined
  const start = text.search(new RegExp(`(?:^|\\s)${reference[1]}\\s+${reference[2]}\\s+obj\\b`))
  const dictionary = start < 0 ? '' : (text.slice(start, start + 4096).split('endobj', 1)[0] ?? '')
  const filter = (name: string): string =>
    new RegExp(`/${name}\\s*/(\\w+)`).exec(dictionary)?.[1] ?? 'Identity'
  const selective =
    /\/V\s+[45]\b/.test(dictionary) && filter('StmF') === 'Identity' && filter('StrF') === 'Identity'
  if (!selective) return undefined
  // The same length, so that no offset moves.
  return new Uint8Array(Buffer.from(text.replace(/\/Encrypt(?=\s+\d+\s+\d+\s+R)/g, '/Ignored'), 'latin1'))
}
