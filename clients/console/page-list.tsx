import { useState } from 'preact/hooks'
import { DocumentPage } from './document-page.tsx'
import { PictureWithWords } from './picture-with-words.tsx'
import type { Reading, ReadPage } from './reading.ts'
import { count, several, wordCount } from './words.ts'

const atFirst = 3
const more = 25

/** The pages of a file, the first few at once and the others when asked for: a long file would slow the page. */
export function PageList({ name, reading }: { name: string; reading: Reading }) {
  const { pages, drawer } = reading
  const [shown, setShown] = useState(atFirst)
  const rest = pages.length - shown
  const next = Math.min(more, rest)
  return (
    <div class="pages">
      {pages.slice(0, shown).map((page) => (
        <PageText key={page.number} name={name} page={page} drawer={drawer} alone={pages.length === 1} />
      ))}
      {rest > 0 && (
        <p>
          <button type="button" class="more" onClick={() => setShown(shown + more)}>
            {next === rest
              ? `Show the other ${several(rest, 'page')}`
              : `Show ${next} more of ${count(pages.length)} pages`}
          </button>
        </p>
      )}
    </div>
  )
}

interface PageProps {
  name: string
  page: ReadPage
  drawer: Reading['drawer']
  alone: boolean
}

function PageText({ name, page, drawer, alone }: PageProps) {
  const { number, title, text, note, placed, address } = page
  const words = wordCount(text)
  return (
    <section class="page" aria-label={alone ? `Text of ${name}` : `Page ${number} of ${name}`}>
      {!alone && (
        <p class="row quiet">
          <strong>{title ?? `Page ${number}`}</strong>
          {words > 0 && <span>{several(words, 'word')}</span>}
        </p>
      )}
      {note !== undefined && <p class="empty">{note}</p>}
      {placed !== undefined && address !== undefined && (
        <PictureWithWords name={name} page={placed} address={address} text={text} />
      )}
      {placed !== undefined && drawer !== undefined && (
        <DocumentPage name={name} number={number} page={placed} text={text} drawer={drawer} />
      )}
      {placed === undefined && words > 0 && (
        // A place that scrolls must be one that the keyboard reaches.
        <pre class="text" tabIndex={0}>
          {text}
        </pre>
      )}
    </section>
  )
}
