import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'

interface Steps<Element extends HTMLElement> {
  box: RefObject<Element>
  /** The item that is the stop of the Tab key. */
  stop: number | undefined
  onKeyDown(event: KeyboardEvent): void
}

/**
 * One stop of the Tab key for many items, between which arrow keys, Home and End go (WAI-ARIA Authoring Practices,
 * "roving tabindex"). Items are named by `[data-<name>]` in the element that `box` is given to.
 */
export function useSteps<Element extends HTMLElement>(
  name: string,
  items: readonly number[],
): Steps<Element> {
  const [at, setAt] = useState(0)
  const box = useRef<Element>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: items.length - 1,
    }
    const target = targets[event.key]
    const item = target === undefined ? undefined : items[target]
    if (target === undefined || item === undefined) return
    event.preventDefault()
    setAt(target)
    box.current?.querySelector<HTMLElement>(`[data-${name}="${item}"]`)?.focus()
  }
  return { box, stop: items[at] ?? items[0], onKeyDown }
}

/** The item of that name that an element stands for. */
export function itemAt(name: string, target: EventTarget | null): number | undefined {
  const index =
    target instanceof Element ? target.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) : null
  return index === null || index === undefined ? undefined : Number(index)
}
