import { createHash } from 'node:crypto'
import type { Attachment, Mail } from '../content.ts'

/** A message of Outlook with its body in all the forms it has. */
export interface Message {
  mail: Mail
  /** `IPM.Note`, `IPM.Appointment` … */
  messageClass: string
  plain?: string | undefined
  rtf?: Uint8Array | undefined
  html?: { bytes: Uint8Array; codePage: number } | undefined
  attachments: Attachment[]
}

/**
 * Writes a message of Outlook that lies within another as a mail (RFC 5322, MIME), so that it can be read in its turn.
 * Mails in it stand as they are, so that depth does not make it longer.
 */
export function composeMail(message: Message): Uint8Array {
  const { mail, plain, rtf, html, attachments } = message
  const bodies: Uint8Array[] = []
  if (plain !== undefined && plain.trim() !== '')
    bodies.push(encoded('text/plain; charset=utf-8', Buffer.from(plain)))
  else if (html !== undefined)
    bodies.push(encoded(`text/html; charset=${charsetName(html.codePage)}`, html.bytes))
  else if (rtf !== undefined) bodies.push(encoded('text/rtf; name="message.rtf"', rtf))
  const parts = [...bodies, ...attachments.map(attached)]
  const boundary = boundaryFor(parts)
  const head = [
    mail.from === undefined ? '' : `From: ${word(mail.from)}`,
    mail.to.length === 0 ? '' : `To: ${mail.to.map(word).join(',\r\n ')}`,
    mail.cc.length === 0 ? '' : `Cc: ${mail.cc.map(word).join(',\r\n ')}`,
    mail.date === undefined ? '' : `Date: ${new Date(mail.date).toUTCString().replace('GMT', '+0000')}`,
    mail.subject === undefined ? '' : `Subject: ${mail.subject}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
  ]
  const delimiter = Buffer.from(`\r\n--${boundary}\r\n`)
  return Buffer.concat([
    Buffer.from(`${head.filter(Boolean).join('\r\n')}\r\n`),
    ...parts.flatMap((part) => [delimiter, part]),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
}

const charsetName = (codePage: number): string => (codePage === 65001 ? 'utf-8' : `cp${codePage}`)

/** A name before an address, in quotation marks where a comma would part it. */
function word(address: string): string {
  const [, name, angle] = /^(.*) (<[^<>]*>)$/.exec(address) ?? []
  return name === undefined ? address : `"${name.replace(/["\\]/g, '\\$&')}" ${angle}`
}

function encoded(type: string, bytes: Uint8Array): Uint8Array {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return Buffer.from(
    `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64.replace(/.{76}/g, '$&\r\n')}`,
  )
}

function attached({ name, mediaType, bytes }: Attachment): Uint8Array {
  const file =
    name === undefined ? '' : `; filename*=utf-8''${encodeURIComponent(name.replace(/\p{Surrogate}/gu, '_'))}`
  if (mediaType !== 'message/rfc822')
    return encoded(`${mediaType}\r\nContent-Disposition: attachment${file}`, bytes)
  const head = Buffer.from(`Content-Type: ${mediaType}\r\nContent-Disposition: attachment${file}\r\n\r\n`)
  return Buffer.concat([head, bytes])
}

/** A boundary that none of the parts can hold, since it is made from all of them. */
function boundaryFor(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
