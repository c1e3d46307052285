import { useEffect, useState } from 'preact/hooks'

/** As in the style sheet: below it there is room for one pane only. */
const narrow = '(max-width: 44rem)'

/** Whether the window is too narrow for things to stand beside each other; follows the window. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(narrow).matches)
  useEffect(() => {
    const query = matchMedia(narrow)
    const follow = () => setNarrow(query.matches)
    follow()
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return isNarrow
}
