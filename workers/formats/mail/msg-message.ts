import { fault } from '../../../bridge/faults.ts'
import type { Attachment, FormatOptions, Mail } from '../content.ts'
import type { Storage } from '../legacy/cfb.ts'
import { parseAddresses } from './addresses.ts'
import { mailOf } from './eml.ts'
import { parseHeader, tidy } from './header.ts'
import { propertiesOf, property, type Properties } from './msg-properties.ts'
import { unpackRtf } from './msg-rtf.ts'
import { composeMail, type Message } from './compose.ts'

/** What is left of the bytes that all attachments together may have. */
export interface Budget {
  bytes: number
}

/** Reads a message from its storage ([MS-OXMSG] 2.2); messages in it become attachments. Faults: TOO_DEEP, ARCHIVE_BOMB. */
export function readStorage(
  storage: Storage,
  depth: number,
  options: FormatOptions,
  budget: Budget,
  checkpoint: () => void,
): Message {
  checkpoint()
  const { maxDepth } = options
  if (depth > maxDepth)
    throw fault('TOO_DEEP', `The messages are nested more than ${maxDepth} deep.`, { maxDepth })
  const properties = propertiesOf(storage, depth === 0 ? 32 : 24)
  const codePage = properties.number(property.codePage) ?? 1252
  const packed = properties.bytes(property.rtf)
  const html = properties.bytes(property.html) ?? latin(properties.text(property.html))
  return {
    mail: mailFrom(storage, properties, codePage),
    messageClass: properties.text(property.messageClass) ?? '',
    plain: properties.text(property.body),
    rtf: packed === undefined ? undefined : unpackRtf(packed, options.maxUnfoldedBytes),
    html: html && { bytes: html, codePage: properties.number(property.internetCodePage) ?? codePage },
    attachments: children(storage, '__ATTACH_VERSION1.0_#').map((child) =>
      attachmentOf(
        child,
        codePage,
        (inner) => readStorage(inner, depth + 1, options, budget, checkpoint),
        budget,
      ),
    ),
  }
}

const latin = (text: string | undefined): Uint8Array | undefined =>
  text === undefined ? undefined : Buffer.from(text)

/** Storages of a kind in the order of their numbers. */
const children = ({ storages }: Storage, prefix: string): Storage[] =>
  [...storages]
    .filter(([name]) => name.startsWith(prefix))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, child]) => child)

function attachmentOf(
  storage: Storage,
  codePage: number,
  read: (inner: Storage) => Message,
  budget: Budget,
): Attachment {
  const properties = propertiesOf(storage, 8, codePage)
  const inner = storage.storages.get('__SUBSTG1.0_3701000D')
  const named = properties.text(property.longFileName) ?? properties.text(property.shortFileName)
  const name = tidy(named ?? properties.text(property.displayName) ?? '')
  const isMessage = inner?.streams.has('__PROPERTIES_VERSION1.0') === true
  const bytes = isMessage
    ? composeMail(read(inner))
    : (properties.bytes(property.attachment) ?? new Uint8Array())
  budget.bytes -= bytes.length
  if (budget.bytes < 0) throw fault('ARCHIVE_BOMB', 'The attachments add up to far more than the file.')
  if (isMessage)
    return {
      name: /\.eml$/i.test(name) ? name : `${name || 'message'}.eml`,
      mediaType: 'message/rfc822',
      bytes,
    }
  const mediaType = tidy(properties.text(property.mimeType) ?? '').toLowerCase()
  return { ...(name === '' ? {} : { name }), mediaType: mediaType || 'application/octet-stream', bytes }
}

/** Who, to whom and when, from properties first, then from the header it came with ([MS-OXOMSG]). */
function mailFrom(storage: Storage, properties: Properties, codePage: number): Mail {
  const headers = properties.text(property.transportHeaders)
  const sent = headers === undefined ? undefined : mailOf(parseHeader(Buffer.from(headers), 0).header)
  const recipients = children(storage, '__RECIP_VERSION1.0_#').map((child) =>
    recipient(propertiesOf(child, 8, codePage)),
  )
  const named = (type: number, shown: number): string[] => {
    const found = recipients.filter((one) => one.type === type && one.text !== '').map(({ text }) => text)
    return found.length > 0 ? found : parseAddresses(properties.text(shown) ?? '')
  }
  const from =
    addressOf(properties, property.sentRepresentingName, [
      property.sentRepresentingSmtp,
      property.sentRepresentingAddress,
    ]) || addressOf(properties, property.senderName, [property.senderSmtp, property.senderAddress])
  const subject = properties.text(property.subject) ?? sent?.subject
  const date = properties.time(property.submitTime) ?? properties.time(property.deliveryTime) ?? sent?.date
  const sender = from.includes('@') ? from : (sent?.from ?? from)
  return {
    ...(sender === '' ? {} : { from: sender }),
    to: named(1, property.displayTo),
    cc: named(2, property.displayCc),
    ...(subject === undefined ? {} : { subject: tidy(subject) }),
    ...(date === undefined ? {} : { date }),
  }
}

function recipient(properties: Properties): { type: number; text: string } {
  return {
    type: (properties.number(property.recipientType) ?? 1) & 0xf,
    text: addressOf(properties, property.displayName, [property.smtpAddress, property.address]),
  }
}

/** `Name <address>`. Addresses of Exchange (`/o=…`) are no use to anybody outside of it. */
function addressOf(properties: Properties, nameId: number, addressIds: readonly number[]): string {
  const name = tidy(properties.text(nameId) ?? '').replace(/^'(.*)'$/, '$1')
  const addresses = addressIds.map((id) => tidy(properties.text(id) ?? ''))
  const address = addresses.find((candidate) => candidate.includes('@')) ?? ''
  if (address === '' || name === '' || name === address) return address || name
  return `${name} <${address}>`
}
