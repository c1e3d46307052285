import type { RefObject } from 'preact'
import { useMemo } from 'preact/hooks'
import { sharedPlaces, toneOf, type Box } from './marks.ts'
import type { PlacedPage } from './reading.ts'
import type { Block } from './stored-document.ts'
import type { Trouble } from './troubles.ts'
import { itemAt } from './use-steps.ts'

interface Props {
  /** What the picture is of, for those who do not see it. */
  name: string
  page: PlacedPage
  /** Address of the picture as it was given; while it is on its way a blank page stands there. */
  address?: string | undefined
  /** Why there is no picture. */
  trouble?: Trouble | undefined
  onAgain?(): void
  /** The words or the blocks to outline; neither where nobody sees the page. */
  words?: PlacedPage['words'] | undefined
  blocks?: readonly Block[] | undefined
  /** The word or block that is pointed at; of words in one place the first. */
  lit: number | undefined
  onPoint(item: number | undefined): void
  /** A place that was asked for. */
  found?: Box | undefined
  foundPlace: RefObject<SVGRectElement>
}

/** The picture of a page with outlines over it; what is pointed at is told and lights up. */
export function PagePicture(props: Props) {
  const { name, page, address, trouble, onAgain, words = [], blocks, lit, onPoint, found, foundPlace } = props
  const { width, height } = page
  const places = useMemo(() => sharedPlaces(words), [words])
  const outline = blocks === undefined ? 'word' : 'block'
  const outlined =
    blocks?.map((block, index) => ({ box: block.box, index, tone: ` block ${toneOf(block)}` })) ??
    words.flatMap(({ box }, index) => (places[index] === index ? [{ box, index, tone: ' word' }] : []))
  return (
    <figure
      class={`picture${trouble === undefined ? '' : ' missing'}`}
      aria-busy={address === undefined && trouble === undefined}
      onPointerOver={({ target }) => onPoint(itemAt(outline, target))}
      onPointerLeave={() => onPoint(undefined)}
    >
      {trouble === undefined ? (
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Picture of ${name}`}>
          <rect class={`paper${address === undefined ? ' blank' : ''}`} width={width} height={height} />
          {address !== undefined && <Upright page={page} address={address} />}
          {outlined.map(({ box, index, tone }) =>
            box === undefined ? null : (
              <rect
                key={`${outline} ${index}`}
                {...{ [`data-${outline}`]: index }}
                class={`${index === lit ? 'lit' : ''}${tone}`}
                {...sides(box)}
              />
            ),
          )}
          {found !== undefined && <rect ref={foundPlace} class="found" {...sides(around(found, width))} />}
        </svg>
      ) : (
        <figcaption>
          <p>The picture of this page cannot be drawn.</p>
          <p class="fine">
            {trouble.detail ?? trouble.says} {trouble.code !== undefined && <code>{trouble.code}</code>}
          </p>
          {trouble.passing && onAgain !== undefined && (
            <p>
              <button type="button" aria-label={`Draw ${name} again`} onClick={onAgain}>
                Try again
              </button>
            </p>
          )}
        </figcaption>
      )}
    </figure>
  )
}

const sides = ([x, y, width, height]: Box) => ({
  x,
  y,
  width,
  height,
  'vector-effect': 'non-scaling-stroke',
})

/** A box with some air about it, so that its outline hides nothing of what is in it. */
function around([x, y, width, height]: Box, pageWidth: number): Box {
  const air = pageWidth / 100
  return [x - air, y - air, width + 2 * air, height + 2 * air]
}

/** The picture turned about the middle of the page until it stands upright, as its words were read. */
function Upright({ page: { width, height, turn }, address }: { page: PlacedPage; address: string }) {
  const [across, down] = turn % 180 === 0 ? [width, height] : [height, width]
  const [x, y] = [(width - across) / 2, (height - down) / 2]
  const upright = turn === 0 ? {} : { transform: `rotate(${turn} ${width / 2} ${height / 2})` }
  return <image href={address} x={x} y={y} width={across} height={down} {...upright} />
}
