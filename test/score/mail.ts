import { z } from 'zod'
import type { Document } from '../../bridge/operations/documents.ts'
import type { Expected } from './manifest.ts'

/** What a manifest says of a message or a mailbox. */
const Message = z.looseObject({
  from_address: z.string().optional(),
  to: z.array(z.string()).default([]),
  date: z.string().optional(),
  subject: z.string().optional(),
  text: z.array(z.string()).default([]),
  not_text: z.array(z.string()).default([]),
  attachments: z
    .array(z.looseObject({ name: z.string(), type: z.string(), size: z.number().optional() }))
    .default([]),
  nested: z.array(z.looseObject({ subject: z.string(), text: z.string() })).default([]),
  messages: z.number().optional(),
  subjects: z.array(z.string()).default([]),
  calendar_summary: z.string().optional(),
})

/** Compares a mail with its manifest: who wrote what to whom when, what is in it, and the files that came with it. */
export function checkMail(
  expected: Expected,
  document: Document | undefined,
  text: string,
  check: (kind: string, right: boolean, what: string) => void,
): void {
  const truth = Message.parse(expected)
  const mail = document?.mail
  const contains = (what: string): void => check('mail', text.includes(plain(what)), what)
  const same = (field: string, wanted: unknown, given: unknown): void => {
    if (wanted !== undefined) check('mail', wanted === given, `${field} ${String(given)}`)
  }
  if (truth.from_address !== undefined)
    check('mail', mail?.from?.includes(truth.from_address) === true, `from ${mail?.from}`)
  for (const to of truth.to) check('mail', mail?.to.some((own) => own.includes(to)) === true, `to ${to}`)
  same('date', truth.date && Date.parse(truth.date), mail?.date && Date.parse(mail.date))
  same('subject', truth.subject, mail?.subject)
  same('messages', truth.messages, document?.pages.length)
  truth.subjects.forEach((subject, index) => same('subject', subject, document?.pages[index]?.title))
  truth.text.forEach(contains)
  if (truth.calendar_summary !== undefined) contains(truth.calendar_summary)
  for (const what of truth.not_text) check('mail', !text.includes(plain(what)), `not ${what}`)
  const files = document?.attachments ?? []
  for (const { name, type, size } of truth.attachments) {
    const found = files.find((file) => file.name === name && file.mediaType === type)
    check('mail', found !== undefined && (size === undefined || found.bytes === size), `attachment ${name}`)
  }
  for (const inner of truth.nested) {
    const asFile = files.some(({ mediaType }) => mediaType === 'message/rfc822')
    const inText = [inner.subject, inner.text].every((part) => text.includes(plain(part)))
    check('mail', asFile || inText, `message inside: ${inner.subject}`)
  }
}

/** As the manifest compares: NFKC, no soft hyphens, no white space. */
export function plain(text: string): string {
  return text.normalize('NFKC').replace(/[\u00ad\s]/g, '')
}
