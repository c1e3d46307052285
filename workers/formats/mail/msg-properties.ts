import type { Storage } from '../legacy/cfb.ts'
import { decodeCodePage } from '../legacy/code-page.ts'
import { utf16 } from '../legacy/doc-fib.ts'
import { Fields } from '../legacy/fields.ts'

/** Numbers of the properties that are read ([MS-OXPROPS] section 2). */
export const property = {
  messageClass: 0x001a,
  subject: 0x0037,
  submitTime: 0x0039,
  sentRepresentingName: 0x0042,
  sentRepresentingAddress: 0x0065,
  transportHeaders: 0x007d,
  recipientType: 0x0c15,
  senderName: 0x0c1a,
  senderAddress: 0x0c1f,
  displayCc: 0x0e03,
  displayTo: 0x0e04,
  deliveryTime: 0x0e06,
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  address: 0x3003,
  attachment: 0x3701,
  shortFileName: 0x3704,
  longFileName: 0x3707,
  mimeType: 0x370e,
  smtpAddress: 0x39fe,
  internetCodePage: 0x3fde,
  codePage: 0x3ffd,
  senderSmtp: 0x5d01,
  sentRepresentingSmtp: 0x5d02,
} as const

/** Seconds between 1601 and 1970. */
const EPOCH_SECONDS = 11_644_473_600n

/** The properties of a message, a recipient or an attachment ([MS-OXMSG] 2.1). */
export interface Properties {
  text(id: number): string | undefined
  bytes(id: number): Uint8Array | undefined
  number(id: number): number | undefined
  /** A time as ISO 8601 in UTC. */
  time(id: number): string | undefined
}

/** Reads properties where they are asked for. `headerBytes`: 32 of a file, 24 of a message in one, 8 of all else. */
export function propertiesOf(storage: Storage, headerBytes: number, codePage?: number): Properties {
  const fixed = new Map<number, { type: number; at: number }>()
  const fields = new Fields(
    storage.streams.get('__PROPERTIES_VERSION1.0')?.() ?? new Uint8Array(),
    'Outlook mail',
  )
  for (let at = headerBytes; at + 16 <= fields.length; at += 16) {
    fixed.set(fields.u16(at + 2), { type: fields.u16(at), at: at + 8 })
  }
  const stream = (id: number, type: string): Uint8Array | undefined =>
    storage.streams.get(`__SUBSTG1.0_${id.toString(16).toUpperCase().padStart(4, '0')}${type}`)?.()
  const number = (id: number): number | undefined => {
    const found = fixed.get(id)
    return found?.type === 0x0003 ? fields.i32(found.at) : undefined
  }
  const own = codePage ?? number(property.codePage) ?? number(property.internetCodePage) ?? 1252
  return {
    number,
    bytes: (id) => stream(id, '0102'),
    text(id) {
      const wide = stream(id, '001F')
      if (wide !== undefined) return utf16(wide).replaceAll('\0', '')
      const narrow = stream(id, '001E')
      return narrow === undefined ? undefined : decodeCodePage(narrow, own).replaceAll('\0', '')
    },
    time(id) {
      const found = fixed.get(id)
      if (found?.type !== 0x0040) return undefined
      const ticks = BigInt(fields.u32(found.at)) + (BigInt(fields.u32(found.at + 4)) << 32n)
      const seconds = Number(ticks / 10_000_000n - EPOCH_SECONDS)
      const date = new Date(seconds * 1000)
      return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace('.000Z', 'Z')
    },
  }
}
