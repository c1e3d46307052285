import type { PageStructure } from './stored-document.ts'
import type { Trouble } from './troubles.ts'

interface Props {
  name: string
  structure: PageStructure | undefined
  trouble: Trouble | undefined
  onAgain(): void
}

/** A page as Markdown, as it is written; it is asked for when the page is near, so it may be on its way. */
export function PageMarkdown({ name, structure, trouble, onAgain }: Props) {
  if (trouble !== undefined) {
    return (
      <div role="alert">
        <p>{trouble.says}</p>
        <p class="fine">
          {trouble.detail} {trouble.code !== undefined && <code>{trouble.code}</code>}
        </p>
        <p>
          <button type="button" aria-label={`Read ${name} as Markdown again`} onClick={onAgain}>
            Try again
          </button>
        </p>
      </div>
    )
  }
  if (structure === undefined) return <p class="empty">On its way …</p>
  return (
    // A place that scrolls must be one that the keyboard reaches.
    <pre class="text markdown" tabIndex={0} aria-label={`Markdown of ${name}`}>
      {structure.markdown}
    </pre>
  )
}
