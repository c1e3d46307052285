import type { ComponentChild } from 'preact'
import { Tabs } from './tabs.tsx'

export interface Pane {
  id: string
  title: string
  /** Buttons beside the title. */
  actions?: ComponentChild
  content: ComponentChild
}

interface Props {
  /** What they are panes of. */
  name: string
  panes: readonly Pane[]
  isNarrow: boolean
  /** The one that is shown where there is room for one. */
  chosen: string
  onChoose(id: string): void
}

/** Views of one thing: beside each other, in a narrow window one at a time behind tabs. */
export function Panes({ name, panes, isNarrow, chosen, onChoose }: Props) {
  if (isNarrow && panes.length > 1) {
    const panels = panes.map(({ id, title, actions, content }) => ({
      id,
      title,
      panel: (
        <>
          {actions && <p class="row end">{actions}</p>}
          {content}
        </>
      ),
    }))
    const shown = panes.some(({ id }) => id === chosen) ? chosen : (panes[0]?.id ?? '')
    return <Tabs label={`Views of ${name}`} panels={panels} chosen={shown} onChoose={onChoose} />
  }
  return (
    <div class={`panes of-${panes.length}`}>
      {panes.map(({ id, title, actions, content }) => (
        <section key={id} class="pane" aria-labelledby={`title-${id}`}>
          <header class="row">
            <h4 id={`title-${id}`} class="grow">
              {title}
            </h4>
            {actions}
          </header>
          {content}
        </section>
      ))}
    </div>
  )
}
