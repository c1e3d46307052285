import type { RefObject } from 'preact'
import type { PlacedPage, ReadPage } from './reading.ts'
import type { StoredDocument } from './stored-document.ts'
import { useAsked } from './use-asked.ts'

/** Least and most pixels an inch at which a page is drawn, and the steps between, so that pictures are found again. */
const dpiRange = { least: 48, most: 288, step: 24 }

/**
 * The address of a page's picture while it is wanted, or why there is none. `place` holds the picture; a file that is a
 * picture itself is not drawn.
 */
export function usePicture(
  wanted: boolean,
  place: RefObject<Element>,
  { number, placed, address }: ReadPage,
  document: StoredDocument,
) {
  const drawn = useAsked(
    wanted && placed !== undefined && address === undefined,
    async (signal) => {
      const dpi = placed === undefined ? dpiRange.least : dpiFor(placed, place.current)
      return URL.createObjectURL(await document.draw(number, dpi, signal))
    },
    (drawing) => URL.revokeObjectURL(drawing),
  )
  return { ...drawn, value: address ?? drawn.value }
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
