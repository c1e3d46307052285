import type { OutputOf } from '../calls.ts'
import { bytes } from './words.ts'

type Document = OutputOf<'documents.read'>['documents'][number]
type Hints = NonNullable<Document['hints']>

/** What is shown of the hints, in the order a person files by. */
const fields: readonly { field: keyof Hints; name: string; shown(hints: Hints): string | undefined }[] = [
  { field: 'kind', name: 'Kind', shown: ({ kind }) => kind?.replace('-', ' ') },
  { field: 'vendor', name: 'From', shown: ({ vendor }) => vendor },
  { field: 'number', name: 'Number', shown: ({ number }) => number },
  {
    field: 'date',
    name: 'Date',
    shown: ({ date, dateAmbiguous }) =>
      date && (dateAmbiguous ? `${date}, or day and month exchanged` : date),
  },
  { field: 'dueDate', name: 'Due', shown: ({ dueDate }) => dueDate },
  {
    field: 'total',
    name: 'Total',
    shown: ({ total }) => total && [total.amount, total.currency].filter(Boolean).join(' '),
  },
  { field: 'suggestedName', name: 'Name for the file', shown: ({ suggestedName }) => suggestedName },
]

/** What a person needs to file the document, with the page each was read from; nothing where nothing is known. */
export function FilingHints({ name, hints }: { name: string; hints: Hints | undefined }) {
  const known = fields.flatMap(({ field, name: label, shown }) => {
    const value = hints && shown(hints)
    return value === undefined ? [] : [{ label, value, page: hints?.at[field]?.page }]
  })
  if (known.length === 0) return null
  return (
    <dl class="hints" aria-label={`What ${name} is`}>
      {known.map(({ label, value, page }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {page !== undefined && <span class="quiet"> page {page}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Files inside the file, to save. */
export function Attachments({ name, files }: { name: string; files: Document['attachments'] }) {
  if (files === undefined) return null
  return (
    <ul class="attachments" aria-label={`Files in ${name}`}>
      {files.map((file) => (
        <li key={file.blob}>
          {file.name ?? file.mediaType} <span class="quiet">{bytes(file.bytes)}</span>
        </li>
      ))}
    </ul>
  )
}
