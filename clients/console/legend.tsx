import { legendOf } from './marks.ts'
import type { Block } from './stored-document.ts'

/** What the colours of the outlines mean, for the kinds that the page has. */
export function Legend({ blocks }: { blocks: readonly Block[] }) {
  const kinds = legendOf(blocks.filter(({ box }) => box !== undefined))
  if (kinds.length === 0) return <p class="empty">No blocks have a place on this page.</p>
  return (
    <ul class="legend plain-list" aria-label="Kinds of blocks">
      {kinds.map(({ tone, name, count }) => (
        <li key={tone} class={`block ${tone}`}>
          {name} {count}
        </li>
      ))}
    </ul>
  )
}
