/** Letters that recognition takes digits for, read as digits within what is mostly digits. As long as the text. */
export function withDigits(text: string): string {
  return text.replace(
    /(?<![\p{L}])[\dOoIl|SBsZ][\dOoIl|SBZ.,/-]*\d[\dOoIl|SBZ.,/-]*(?![\p{L}])/gu,
    (token) => {
      if ((token.match(/\d/g)?.length ?? 0) * 2 < token.replace(/[.,/-]/g, '').length) return token
      return token
        .replace(/[Oo]/g, '0')
        .replace(/[Il|]/g, '1')
        .replace(/[Ss]/g, '5')
        .replace(/B/g, '8')
        .replace(/Z/g, '2')
    },
  )
}
