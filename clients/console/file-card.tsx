import { useEffect, useRef } from 'preact/hooks'
import type { Attachment } from './attachments.tsx'
import { CopyButton } from './copy-button.tsx'
import { TroubleNotice } from './notice.tsx'
import { PasswordForm } from './password-form.tsx'
import { ReadFile } from './read-file.tsx'
import type { Reading } from './reading.ts'
import type { Service } from './service.ts'
import { isUnderWay, type Fate, type Item } from './shelf.ts'
import { download, markdown, plainText } from './texts.ts'
import { bytes, duration } from './words.ts'

interface Props {
  service: Service
  item: Item
  onCancel(): void
  onAgain(password?: string): void
  onRemove(): void
  /** Puts a file that is in this one on the shelf. */
  onOpen(attachment: Attachment): Promise<void>
  /** Hears what a person who listens should be told. */
  onNews(news: string): void
}

const left = (etaMs: number | null) =>
  etaMs !== null && etaMs > 1000 ? ` · about ${duration(etaMs)} left` : ''

function wordsOf(fate: Fate): string {
  switch (fate.stage) {
    case 'waiting':
      return 'Waiting for its turn'
    case 'sending':
      return 'Handing the file over …'
    case 'queued':
      return `Waiting${fate.position > 0 ? `, number ${fate.position} in line` : ''}${left(fate.etaMs)}`
    case 'running':
      return `Reading, ${Math.round(fate.fraction * 100)} %${left(fate.etaMs)}`
    case 'done':
      return fate.reading.about
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return 'Not read'
  }
}

/** One file: how far it is, then its text, or why there is none. */
export function FileCard({ service, item, onCancel, onAgain, onRemove, onOpen, onNews }: Props) {
  const { file, fate, id, inside } = item
  const card = useRef<HTMLElement>(null)
  // It comes up above the file it was in, out of view.
  useEffect(() => {
    if (inside === undefined) return
    card.current?.scrollIntoView({ block: 'start' })
    card.current?.focus({ preventScroll: true })
  }, [])
  const locked =
    fate.stage === 'failed' && (fate.trouble.code === 'ENCRYPTED' || fate.trouble.code === 'WRONG_PASSWORD')
  const title = `file-${id}`
  return (
    <article
      ref={card}
      tabIndex={-1}
      class={`card file ${fate.stage}`}
      aria-labelledby={title}
      aria-busy={isUnderWay(fate)}
    >
      <header class="row">
        <div class="grow">
          <h3 id={title}>{file.name}</h3>
          <p class="quiet">
            {fate.stage === 'done' ? '' : `${bytes(file.size)} · `}
            {wordsOf(fate)}
            {inside !== undefined && ` · from ${inside}`}
          </p>
        </div>
        {fate.stage === 'done' && <TextActions name={file.name} reading={fate.reading} />}
        {isUnderWay(fate) ? (
          <button type="button" class="cancel" aria-label={`Cancel ${file.name}`} onClick={onCancel}>
            Cancel
          </button>
        ) : (
          <button
            type="button"
            class="remove"
            aria-label={`Remove ${file.name}`}
            title="Remove"
            onClick={onRemove}
          >
            ×
          </button>
        )}
      </header>
      {isUnderWay(fate) && (
        <progress
          max={1}
          aria-label={`Progress of ${file.name}`}
          {...(fate.stage === 'running' && { value: fate.fraction })}
        />
      )}
      {fate.stage === 'failed' && (
        <TroubleNotice trouble={fate.trouble}>
          {locked && <PasswordForm id={id} onPassword={onAgain} />}
          {fate.trouble.passing && (
            <p>
              <button type="button" onClick={() => onAgain()}>
                Try again
              </button>
            </p>
          )}
        </TroubleNotice>
      )}
      {fate.stage === 'cancelled' && (
        <p>
          <button type="button" onClick={() => onAgain()}>
            Read it after all
          </button>
        </p>
      )}
      {fate.stage === 'done' && (
        <ReadFile
          service={service}
          id={title}
          name={file.name}
          reading={fate.reading}
          onOpen={onOpen}
          onNews={onNews}
        />
      )}
    </article>
  )
}

/** Copy and download the text of a file that was read. */
function TextActions({ name, reading }: { name: string; reading: Reading }) {
  const stem = name.replace(/\.[^.]*$/, '') || name
  return (
    <div class="row actions" role="group" aria-label={`Text of ${name}`}>
      <CopyButton what={`the text of ${name}`} text={() => plainText(reading)} />
      <button
        type="button"
        aria-label="Download as text"
        onClick={() => download(`${stem}.txt`, plainText(reading), 'text/plain')}
      >
        .txt
      </button>
      <button
        type="button"
        aria-label="Download as Markdown"
        onClick={() => download(`${stem}.md`, markdown(name, reading), 'text/markdown')}
      >
        .md
      </button>
    </div>
  )
}
