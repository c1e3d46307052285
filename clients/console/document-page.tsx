import { useEffect, useRef, useState } from 'preact/hooks'
import type { PageDrawer } from './page-drawer.ts'
import { PictureWithWords } from './picture-with-words.tsx'
import type { PlacedPage } from './reading.ts'
import { troubleOf, type Trouble } from './troubles.ts'
import { useNear } from './use-near.ts'

interface Props {
  name: string
  number: number
  text: string
  page: PlacedPage
  drawer: PageDrawer
}

/** Least and most pixels an inch at which a page is drawn, and the steps between, so that pictures are found again. */
const dpiRange = { least: 48, most: 288, step: 24 }

/**
 * A page of a document: its text, beside its picture, which is drawn when the page comes near the view and let go when it
 * is far. Until it is there a blank page of the same shape stands in its place.
 */
export function DocumentPage({ name, number, text, page, drawer }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const near = useNear(place)
  const { picture, trouble, again } = usePicture(near, () => ({
    drawer,
    number,
    dpi: dpiFor(page, place.current),
  }))
  return (
    <div ref={place} class="document-page">
      <PictureWithWords
        name={`page ${number} of ${name}`}
        page={page}
        text={text}
        live={near}
        {...(picture !== undefined && { address: picture })}
        {...(trouble !== undefined && { trouble, onAgain: again })}
      />
    </div>
  )
}

/** The resolution at which a page fills the room it has on this display. */
function dpiFor({ width, height, unit }: PlacedPage, place: Element | null): number {
  // How many pixels an inch a picture has is not known here; the service does not enlarge it.
  if (unit === 'pixel') return 150
  const room = place?.querySelector('svg')?.getBoundingClientRect()
  const scale = Math.min((room?.width || 600) / width, (room?.height || 800) / height)
  const { least, most, step } = dpiRange
  return Math.min(most, Math.max(least, Math.ceil((scale * devicePixelRatio * 72) / step) * step))
}

interface Wanted {
  drawer: PageDrawer
  number: number
  dpi: number
}

/** The address of a page's picture while it is wanted, or why there is none. */
function usePicture(wanted: boolean, what: () => Wanted) {
  const [picture, setPicture] = useState<string>()
  const [trouble, setTrouble] = useState<Trouble>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!wanted || trouble !== undefined) return undefined
    const abort = new AbortController()
    let address: string | undefined
    const { drawer, number, dpi } = what()
    drawer.draw(number, dpi, abort.signal).then(
      (blob) => {
        if (abort.signal.aborted) return
        address = URL.createObjectURL(blob)
        setPicture(address)
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setTrouble(troubleOf(error))
      },
    )
    return () => {
      abort.abort()
      if (address !== undefined) URL.revokeObjectURL(address)
      setPicture(undefined)
    }
  }, [wanted, attempt])
  const again = () => {
    setTrouble(undefined)
    setAttempt(attempt + 1)
  }
  return { picture, trouble, again }
}
