import { withWesternMarks } from '../package/western.ts'

/**
 * Text of numbered code pages, as old office formats name them. Those that browsers know go to TextDecoder; those of
 * DOS are tables of their upper halves here (unicode.org, MAPPINGS/VENDORS/MICSFT/PC).
 */

const DOS: Readonly<Record<number, string>> = {
  437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ',
  850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶§÷¸°¨·¹³²■ ',
  852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
    '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´­˝˛ˇ˘§÷¸°¨˙űŘř■ ',
}

/** Labels of the Encoding Standard for code pages that are not named `windows-…` there. */
const LABELS: Readonly<Record<number, string>> = {
  708: 'iso-8859-6',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  1201: 'utf-16be',
  1361: 'euc-kr',
  10000: 'macintosh',
  10001: 'shift_jis',
  10002: 'big5',
  10003: 'euc-kr',
  10007: 'x-mac-cyrillic',
  10008: 'gbk',
  20127: 'windows-1252',
  20866: 'koi8-r',
  20932: 'euc-jp',
  20936: 'gbk',
  21866: 'koi8-u',
  28591: 'windows-1252',
  28592: 'iso-8859-2',
  28593: 'iso-8859-3',
  28594: 'iso-8859-4',
  28595: 'iso-8859-5',
  28596: 'iso-8859-6',
  28597: 'iso-8859-7',
  28598: 'iso-8859-8',
  28599: 'windows-1254',
  28603: 'iso-8859-13',
  28605: 'iso-8859-15',
  38598: 'iso-8859-8-i',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  51932: 'euc-jp',
  51936: 'gbk',
  51949: 'euc-kr',
  52936: 'gbk',
  54936: 'gb18030',
  // Excel's own number for the Macintosh.
  32768: 'macintosh',
  32769: 'windows-1252',
  65001: 'utf-8',
}

/** Label of TextDecoder for a code page; undefined where it knows none. */
export function labelOf(codePage: number): string | undefined {
  return LABELS[codePage] ?? (codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : undefined)
}

/** Text of bytes in a code page; those of unknown code pages are read as Western European (1252). */
export function decodeCodePage(bytes: Uint8Array, codePage: number): string {
  const upper = DOS[codePage]
  if (upper === undefined)
    return decodeLabel(bytes, labelOf(codePage) ?? 'windows-1252') ?? decodeWestern(bytes)
  let text = ''
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : upper.charAt(byte - 128)
  return text
}

/** Text of bytes in an encoding of the Encoding Standard; undefined where there is none of that label. */
export function decodeLabel(bytes: Uint8Array, label: string): string | undefined {
  try {
    const decoder = new TextDecoder(label)
    return decoder.encoding === 'windows-1252' ? decodeWestern(bytes) : decoder.decode(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Text of bytes in windows-1252. */
export function decodeWestern(bytes: Uint8Array): string {
  return withWesternMarks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'))
}

/** Windows code page of a language's number in its lower ten bits ([MS-LCID]); 1252 for all that are not here. */
const LANGUAGE_PAGES: Readonly<Record<number, number>> = {
  0x01: 1256,
  0x02: 1251,
  0x04: 936,
  0x05: 1250,
  0x08: 1253,
  0x0d: 1255,
  0x0e: 1250,
  0x11: 932,
  0x12: 949,
  0x15: 1250,
  0x18: 1250,
  0x19: 1251,
  0x1a: 1250,
  0x1b: 1250,
  0x1c: 1250,
  0x1e: 874,
  0x1f: 1254,
  0x20: 1256,
  0x22: 1251,
  0x23: 1251,
  0x24: 1250,
  0x25: 1257,
  0x26: 1257,
  0x27: 1257,
  0x29: 1256,
  0x2a: 1258,
  0x2f: 1251,
}

/** Code page of a language identifier; Chinese of Taiwan, Hong Kong and Macao is Big5. */
export function codePageOfLanguage(language: number): number {
  if ([0x0404, 0x0c04, 0x1404].includes(language)) return 950
  return LANGUAGE_PAGES[language & 0x3ff] ?? 1252
}
