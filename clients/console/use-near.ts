import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** How far from the window an element may be to be near: as far as the window is high. */
const margin = '100% 0px'

/** Whether an element is in view or near it; while it holds the focus it stays so. */
export function useNear(element: RefObject<Element>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const { current } = element
    if (current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting === true
        setNear(isNear || current.contains(document.activeElement))
      },
      { rootMargin: margin },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return near
}
