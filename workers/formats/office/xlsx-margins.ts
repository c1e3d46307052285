/**
 * Text of a header or footer of a sheet, its left, middle and right part parted by tabs, without the codes for fonts
 * and for what only a printed page has (ECMA-376 part 1, section 18.3.1.46).
 */
export function marginText(coded: string, sheetName: string): string {
  const parts = coded.split(/&[LCR]/)
  return parts
    .map((part) =>
      part
        .replace(
          /&(?:"[^"]*"|K(?:[0-9A-F]{6}|\d\d[+-]\d{3})|\d+|([\s\S]))/gi,
          (_, code: string | undefined) =>
            code === '&' ? '&' : code?.toUpperCase() === 'A' ? sheetName : '',
        )
        .trim(),
    )
    .filter(Boolean)
    .join('\t')
}
