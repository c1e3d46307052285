import { useState } from 'preact/hooks'
import { Attachments } from './attachments.tsx'
import { FilingHints } from './filing-hints.tsx'
import type { Found } from './marks.ts'
import { PageList } from './page-list.tsx'
import type { Reading } from './reading.ts'

interface Props {
  /** Begins the ids of its elements. */
  id: string
  name: string
  reading: Reading
  /** Hears what a person who listens should be told. */
  onNews(news: string): void
}

/** What was read of a file: what is needed to file it, the files in it, its pages. */
export function ReadFile({ id, name, reading, onNews }: Props) {
  const [found, setFound] = useState<Found & { field: string }>()
  return (
    <>
      <FilingHints
        name={name}
        hints={reading.hints}
        shown={found?.field}
        onFind={(field, title, place) => {
          setFound({ field, ...place, turn: (found?.turn ?? 0) + 1 })
          onNews(`${title}: shown on page ${place.page}.`)
        }}
      />
      <Attachments name={name} files={reading.attachments} />
      <PageList id={id} name={name} reading={reading} found={found} />
    </>
  )
}
