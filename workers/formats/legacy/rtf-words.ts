/** Control words that stand for text (RTF 1.9.1, "Special characters"). */
export const WORD_TEXT: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  lbr: '\n',
  softline: '\n',
  emdash: '—',
  endash: '–',
  emspace: '\u2003',
  enspace: '\u2002',
  qmspace: '\u2005',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  zwj: '\u200d',
  zwnj: '\u200c',
  zwbo: '\u200b',
}

/** Symbols that stand for text: a fixed blank and hyphen, and the characters of the syntax itself. */
export const SYMBOL_TEXT: Readonly<Record<string, string>> = {
  '~': '\u00a0',
  _: '\u2011',
  '-': '',
  '\\': '\\',
  '{': '{',
  '}': '}',
}

/** Words that end a paragraph. */
export const PARAGRAPH_ENDS: ReadonlySet<string> = new Set([
  'par',
  'sect',
  'page',
  'column',
  'pagebb',
  '\n',
  '\r',
])

/** What becomes of the text of a group that a word opens. */
export type Destination =
  /** Goes on as the text around it. */
  | 'text'
  /** Left out with all that is in it. */
  | 'skip'
  /** Left out, but groups in it may hold something. */
  | 'quiet'
  /** Kept aside and looked at when the group ends. */
  | 'capture'
  /** A text of its own beside the running one. */
  | 'flow'

/** Groups by the word that opens them. Words that are here nowhere and start with `\*` open groups to be left out. */
export const DESTINATIONS: Readonly<Record<string, Destination>> = {
  annotation: 'flow',
  atnauthor: 'capture',
  atndate: 'skip',
  atnicn: 'skip',
  atnid: 'skip',
  atnparent: 'skip',
  atnref: 'skip',
  atntime: 'skip',
  colortbl: 'skip',
  do: 'text',
  dptxbxtext: 'flow',
  field: 'text',
  fldinst: 'capture',
  fldrslt: 'text',
  fonttbl: 'capture',
  footer: 'flow',
  footerf: 'flow',
  footerl: 'flow',
  footerr: 'flow',
  footnote: 'flow',
  formfield: 'skip',
  header: 'flow',
  headerf: 'flow',
  headerl: 'flow',
  headerr: 'flow',
  htmltag: 'capture',
  info: 'skip',
  listtext: 'capture',
  nonesttables: 'skip',
  nonshppict: 'skip',
  objdata: 'skip',
  picprop: 'quiet',
  pict: 'quiet',
  pntext: 'capture',
  private: 'skip',
  revtbl: 'capture',
  rxe: 'skip',
  shpinst: 'text',
  shppict: 'quiet',
  shptxt: 'flow',
  sn: 'capture',
  sp: 'quiet',
  stylesheet: 'capture',
  sv: 'capture',
  tc: 'skip',
  template: 'skip',
  txe: 'skip',
  upr: 'quiet',
  xe: 'skip',
}

/** Code page of a character set of fonts (RTF 1.9.1, "Font table"); none for those that follow the document. */
export const CHARSET_PAGES: Readonly<Record<number, number>> = {
  77: 10000,
  78: 932,
  79: 949,
  80: 936,
  81: 950,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
}

/** Characters of symbol fonts are not letters. */
export const SYMBOL_CHARSET = 2

/** Code page of a document by the word that names its character set (RTF 1.9.1, "Character set"). */
export const DOCUMENT_PAGES: Readonly<Record<string, number>> = { ansi: 1252, mac: 10000, pc: 437, pca: 850 }

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Text as it stands in HTML. */
export const escaped = (text: string): string => text.replace(/[&<>]/g, (char) => ENTITIES[char] ?? char)
