import { useEffect, useState } from 'preact/hooks'
import type { Found, Outlined } from './marks.ts'
import { PageView } from './page-view.tsx'
import type { Reading, ReadPage } from './reading.ts'
import { count, several, wordCount } from './words.ts'

const atFirst = 3
const more = 25

interface Props {
  /** Begins the ids of its elements. */
  id: string
  name: string
  reading: Reading
  /** A place that was asked for. */
  found: Found | undefined
}

/** The pages of a file, the first few at once and the others when asked for: a long file would slow the page. */
export function PageList({ id, name, reading, found }: Props) {
  const { pages, document } = reading
  const [asked, setAsked] = useState(atFirst)
  const [outlined, setOutlined] = useState<Outlined>('words')
  const place = found && pages.findIndex(({ number }) => number === found.page)
  useEffect(() => {
    if (place !== undefined) setAsked(Math.max(asked, place + 1))
  }, [found])
  const rest = pages.length - asked
  const next = Math.min(more, rest)
  return (
    <div class="pages">
      {pages.some(({ placed }) => placed !== undefined) && (
        <OutlineChoice id={id} name={name} outlined={outlined} onChoose={setOutlined} />
      )}
      {pages.slice(0, asked).map((page) => {
        const title = pages.length === 1 ? name : `page ${page.number} of ${name}`
        return (
          <section key={page.number} class="page" aria-label={pages.length === 1 ? `Text of ${name}` : title}>
            {pages.length > 1 && <PageTitle page={page} />}
            {page.note !== undefined && <p class="empty">{page.note}</p>}
            <PageView
              id={`${id}-${page.number}`}
              name={title}
              page={page}
              document={document}
              outlined={outlined}
              found={found?.page === page.number ? found : undefined}
            />
          </section>
        )
      })}
      {rest > 0 && (
        <p>
          <button type="button" class="more" onClick={() => setAsked(asked + more)}>
            {next === rest
              ? `Show the other ${several(rest, 'page')}`
              : `Show ${next} more of ${count(pages.length)} pages`}
          </button>
        </p>
      )}
    </div>
  )
}

function PageTitle({ page: { number, title, text } }: { page: ReadPage }) {
  const words = wordCount(text)
  return (
    <p class="row quiet">
      <strong>{title ?? `Page ${number}`}</strong>
      {words > 0 && <span>{several(words, 'word')}</span>}
    </p>
  )
}

interface ChoiceProps {
  id: string
  name: string
  outlined: Outlined
  onChoose(outlined: Outlined): void
}

const choices: readonly { value: Outlined; title: string }[] = [
  { value: 'words', title: 'Words' },
  { value: 'blocks', title: 'Blocks' },
  { value: 'nothing', title: 'Nothing' },
]

/** What is outlined on the pictures of a file. */
function OutlineChoice({ id, name, outlined, onChoose }: ChoiceProps) {
  return (
    <fieldset class="choice" aria-label={`Outlined on the pictures of ${name}`}>
      <span class="quiet" aria-hidden="true">
        Outline
      </span>
      {choices.map(({ value, title }) => (
        <label key={value}>
          <input
            type="radio"
            name={`${id}-outlined`}
            value={value}
            checked={value === outlined}
            onChange={() => onChoose(value)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  )
}
