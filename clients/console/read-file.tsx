import { useState } from 'preact/hooks'
import { Attachments, type Attachment } from './attachments.tsx'
import { FilingHints } from './filing-hints.tsx'
import { FilingPlan } from './filing-plan.tsx'
import type { Found } from './marks.ts'
import { PageList } from './page-list.tsx'
import type { Reading } from './reading.ts'
import type { Service } from './service.ts'

interface Props {
  service: Service
  /** Begins the ids of its elements. */
  id: string
  name: string
  reading: Reading
  onOpen(attachment: Attachment): Promise<void>
  /** Hears what a person who listens should be told. */
  onNews(news: string): void
}

/** What was read of a file: what is needed to file it, the files in it, its pages. */
export function ReadFile({ service, id, name, reading, onOpen, onNews }: Props) {
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
      <Attachments name={name} files={reading.attachments} onOpen={onOpen} />
      <FilingPlan service={service} id={id} name={name} hints={reading.hints} />
      <PageList id={id} name={name} reading={reading} found={found} />
    </>
  )
}
