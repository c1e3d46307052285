import type { ComponentChild } from 'preact'
import { useRef } from 'preact/hooks'

interface Panel {
  /** One of its own on the whole page. */
  id: string
  title: string
  /** A count beside the title, left out at 0. */
  badge?: number
  panel: ComponentChild
}

interface Props {
  /** What they are tabs of. */
  label: string
  panels: Panel[]
  chosen: string
  onChoose(id: string): void
}

/** Tabs by mouse and keyboard (WAI-ARIA Authoring Practices, "Tabs"). Panels that are not shown keep their state. */
export function Tabs({ label, panels, chosen, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null)

  const move = (event: KeyboardEvent) => {
    const at = panels.findIndex(({ id }) => id === chosen)
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % panels.length,
      ArrowLeft: (at - 1 + panels.length) % panels.length,
      Home: 0,
      End: panels.length - 1,
    }
    const target = panels[targets[event.key] ?? -1]
    if (target === undefined) return
    event.preventDefault()
    onChoose(target.id)
    list.current?.querySelector<HTMLElement>(`#tab-${target.id}`)?.focus()
  }

  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {panels.map(({ id, title, badge = 0 }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`tab-${id}`}
            aria-controls={id}
            aria-selected={id === chosen}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {title}
            {badge > 0 && <span class="badge">{badge}</span>}
          </button>
        ))}
      </div>
      {panels.map(({ id, panel }) => (
        <section key={id} id={id} role="tabpanel" aria-labelledby={`tab-${id}`} hidden={id !== chosen}>
          {panel}
        </section>
      ))}
    </>
  )
}
