import { useEffect, useMemo, useReducer, useRef } from 'preact/hooks'
import { attachmentName, type Attachment } from './attachments.tsx'
import { CalcLine } from './calc-line.tsx'
import { DropPlace } from './drop-place.tsx'
import { FileCard } from './file-card.tsx'
import type { Service } from './service.ts'
import { Shelf, type Item } from './shelf.ts'
import { several } from './words.ts'

interface Props {
  service: Service
  /** Hears what a person who listens should be told. */
  onNews(news: string): void
  /** Hears that files came, wherever on the page they were dropped. */
  onFiles(): void
}

/** What there is to say when a file reaches a stage; progress itself is told by its bar. */
function newsOf({ file: { name }, fate }: Item): string | undefined {
  if (fate.stage === 'sending') return `${name}: reading.`
  if (fate.stage === 'done') return `${name}: ${several(fate.reading.pages.length, 'page')} read.`
  if (fate.stage === 'failed') return `${name}: ${fate.trouble.says} ${fate.trouble.remedy}`
  if (fate.stage === 'cancelled') return `${name}: cancelled.`
  return undefined
}

/** The first thing on the page: a place for files, a line for sums, and what became of the files. */
export function ReadPanel({ service, onNews, onFiles }: Props) {
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const button = useRef<HTMLButtonElement>(null)
  const shelf = useMemo(
    () =>
      new Shelf(service, (item) => {
        const news = newsOf(item)
        if (news !== undefined) onNews(news)
        redraw(undefined)
      }),
    [service],
  )
  useEffect(() => () => shelf.close(), [shelf])

  const take = (files: Iterable<File>) => {
    onFiles()
    shelf.add(files)
  }
  const leaving = useMemo(() => new AbortController(), [service])
  useEffect(() => () => leaving.abort(), [leaving])
  const open = async ({ file: { name } }: Item, attachment: Attachment) => {
    const file = await service.stored(attachment.blob, attachmentName(attachment), leaving.signal)
    shelf.add([file], name)
  }
  const remove = (item: Item) => {
    shelf.remove(item)
    // The button that had the focus is gone with its card.
    button.current?.focus()
  }

  return (
    <>
      <DropPlace onFiles={take} small={shelf.items.length > 0} button={button} />
      <CalcLine service={service} />
      <div id="files" class="stack">
        {shelf.items.map((item) => (
          <FileCard
            key={item.id}
            service={service}
            item={item}
            onCancel={() => shelf.cancel(item)}
            onAgain={(password) => shelf.again(item, password)}
            onRemove={() => remove(item)}
            onNews={onNews}
            onOpen={(attachment) => open(item, attachment)}
          />
        ))}
      </div>
    </>
  )
}
