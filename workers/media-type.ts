/** Media types by the ending of a file's name, of what is sent along with documents (IANA). */
const byEnding: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  csv: 'text/csv',
  docm: 'application/vnd.ms-word.document.macroenabled.12',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  eml: 'message/rfc822',
  epub: 'application/epub+zip',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  markdown: 'text/markdown',
  mbox: 'application/mbox',
  md: 'text/markdown',
  msg: 'application/vnd.ms-outlook',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rst: 'text/x-rst',
  rtf: 'application/rtf',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  webp: 'image/webp',
  tsv: 'text/tab-separated-values',
  xls: 'application/vnd.ms-excel',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
}

/** Whether the name of a file speaks of a type that can be read. */
export function isKnownName(name: string): boolean {
  const type = mediaTypeOf(name)
  return type !== UNKNOWN && !unread.has(type)
}

/** Known by name, but nothing to read. */
const unread: ReadonlySet<string> = new Set(['application/zip', 'application/json', 'text/calendar'])
const UNKNOWN = 'application/octet-stream'

/** Media type that the name of a file speaks of; `application/octet-stream` where it speaks of none. */
export function mediaTypeOf(name: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return byEnding[ending] ?? UNKNOWN
}
