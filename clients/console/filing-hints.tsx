import type { Found } from './marks.ts'
import type { Reading } from './reading.ts'

type Hints = NonNullable<Reading['hints']>

const sureness = { high: 'sure', medium: 'fairly sure', low: 'not sure' } as const

interface Field {
  field: keyof Hints
  title: string
  shown(hints: Hints): string | undefined
  /** What a person should bear in mind. */
  remark?(hints: Hints): string | undefined
}

/** What is shown of the hints, in the order a person files by. */
const fields: readonly Field[] = [
  {
    field: 'kind',
    title: 'Kind',
    shown: ({ kind }) => kind?.replace('-', ' '),
    remark: ({ confidence }) => sureness[confidence],
  },
  { field: 'vendor', title: 'From', shown: ({ vendor }) => vendor },
  { field: 'number', title: 'Number', shown: ({ number }) => number },
  {
    field: 'date',
    title: 'Date',
    shown: ({ date }) => date,
    remark: ({ date, dateAmbiguous }) =>
      date !== undefined && dateAmbiguous
        ? `or ${exchanged(date)}: which is the day and which the month is not sure`
        : undefined,
  },
  { field: 'dueDate', title: 'Due', shown: ({ dueDate }) => dueDate },
  {
    field: 'total',
    title: 'Total',
    shown: ({ total }) => total && [total.amount, total.currency].filter(Boolean).join(' '),
  },
  { field: 'suggestedName', title: 'Name for the file', shown: ({ suggestedName }) => suggestedName },
]

/** A day of ISO 8601 with day and month exchanged. */
const exchanged = (date: string) => date.replace(/^(\d+)-(\d\d)-(\d\d)$/, '$1-$3-$2')

interface Props {
  name: string
  hints: Hints | undefined
  /** The field whose place is shown. */
  shown: string | undefined
  onFind(field: string, title: string, place: Pick<Found, 'page' | 'box'>): void
}

/** What a person needs to file the document; pressed, a field shows where it was read. Nothing where nothing is known. */
export function FilingHints({ name, hints, shown: shownField, onFind }: Props) {
  if (hints === undefined) return null
  const known = fields.flatMap(({ field, title, shown, remark }) => {
    const value = shown(hints)
    return value === undefined
      ? []
      : [{ field, title, value, remark: remark?.(hints), place: hints.at[field] }]
  })
  if (known.length === 0) return null
  return (
    <dl class="hints" aria-label={`What ${name} is`}>
      {known.map(({ field, title, value, remark, place }) => (
        <div key={field} class={field === 'suggestedName' ? 'whole-line' : ''}>
          <dt>{title}</dt>
          <dd>
            {place === undefined ? (
              value
            ) : (
              <button
                type="button"
                class="where"
                data-field={field}
                title="Show where this was read"
                aria-current={field === shownField}
                onClick={() => onFind(field, title, place)}
              >
                <span class="value">{value}</span> <span class="quiet">page {place.page}</span>
              </button>
            )}
            {remark !== undefined && <span class="quiet remark"> {remark}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
