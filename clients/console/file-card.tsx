import { useEffect, useRef, useState } from 'preact/hooks'
import { Attachments, FilingHints } from './filing-hints.tsx'
import { TroubleNotice } from './notice.tsx'
import { PageList } from './page-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { isUnderWay, type Fate, type Item } from './shelf.ts'
import { download, markdown, plainText } from './texts.ts'
import { bytes, duration } from './words.ts'

interface Props {
  item: Item
  onCancel(): void
  onAgain(password?: string): void
  onRemove(): void
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
export function FileCard({ item, onCancel, onAgain, onRemove }: Props) {
  const { file, fate, id } = item
  const locked =
    fate.stage === 'failed' && (fate.trouble.code === 'ENCRYPTED' || fate.trouble.code === 'WRONG_PASSWORD')
  const title = `file-${id}`
  return (
    <article class={`card file ${fate.stage}`} aria-labelledby={title} aria-busy={isUnderWay(fate)}>
      <header class="row">
        <div class="grow">
          <h3 id={title}>{file.name}</h3>
          <p class="quiet">
            {fate.stage === 'done' ? '' : `${bytes(file.size)} · `}
            {wordsOf(fate)}
          </p>
        </div>
        {fate.stage === 'done' && <TextActions item={item} />}
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
        <>
          <FilingHints name={file.name} hints={fate.reading.hints} />
          <Attachments name={file.name} files={fate.reading.attachments} />
          <PageList name={file.name} reading={fate.reading} />
        </>
      )}
    </article>
  )
}

const copyWords = {
  idle: '',
  copied: 'Copied.',
  refused: 'The browser does not let this page copy; use .txt.',
}

/** Copy and download the text of a file that was read. */
function TextActions({ item: { file, fate } }: { item: Item }) {
  const [copying, setCopying] = useState<keyof typeof copyWords>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])
  if (fate.stage !== 'done') return null
  const { reading } = fate
  const stem = file.name.replace(/\.[^.]*$/, '') || file.name

  async function copy() {
    const outcome = await navigator.clipboard.writeText(plainText(reading)).then(
      () => 'copied' as const,
      () => 'refused' as const,
    )
    setCopying(outcome)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopying('idle'), 4000)
  }

  return (
    <div class="row actions" role="group" aria-label={`Text of ${file.name}`}>
      <span class={copying === 'refused' ? 'quiet' : 'hidden-but-read'} role="status">
        {copyWords[copying]}
      </span>
      <button type="button" class="copy" onClick={() => void copy()}>
        {copying === 'copied' ? 'Copied' : 'Copy'}
      </button>
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
        onClick={() => download(`${stem}.md`, markdown(file.name, reading), 'text/markdown')}
      >
        .md
      </button>
    </div>
  )
}
