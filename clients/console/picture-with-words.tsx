import { useMemo, useRef, useState } from 'preact/hooks'
import type { PlacedPage } from './reading.ts'
import type { Trouble } from './troubles.ts'
import { wordPlaces, type Stretch } from './word-places.ts'

interface Props {
  /** What the picture is of, for those who do not see it. */
  name: string
  page: PlacedPage
  /** Lines in reading order. */
  text: string
  /** Address of the picture as it was given; while it is on its way a blank page stands there. */
  address?: string
  /** Whether words can be pointed at; a page that nobody sees is cheaper without. */
  live?: boolean
  /** Why there is no picture. */
  trouble?: Trouble
  onAgain?(): void
}

/** The word that an element stands for. */
function wordAt(target: EventTarget | null): number | undefined {
  const index = target instanceof Element ? target.closest('[data-word]')?.getAttribute('data-word') : null
  return index === null || index === undefined ? undefined : Number(index)
}

/** For each word the first of those that stand in the same place, as the words of a field do. */
function sharedPlaces(words: PlacedPage['words']): number[] {
  const first = new Map<string, number>()
  return words.map(({ box }, index) => {
    const key = box === undefined ? `${index}` : box.join(' ')
    const place = first.get(key) ?? index
    first.set(key, place)
    return place
  })
}

/**
 * The picture of a page beside its text. Where a word is pointed at or has the focus, in either, its place lights up
 * in the other. The text is one stop of the Tab key; arrow keys go from word to word.
 */
export function PictureWithWords({ name, page, text, address, live = true, trouble, onAgain }: Props) {
  const { width, height, words } = page
  const [lit, setLit] = useState<number>()
  const [stop, setStop] = useState(0)
  const textBox = useRef<HTMLDivElement>(null)
  const places = useMemo(() => sharedPlaces(words), [words])
  const stretches = useMemo(() => (live ? wordPlaces(text, words) : [{ text }]), [text, words, live])
  const placed = useMemo(
    () => stretches.flatMap(({ word }: Stretch) => (word === undefined ? [] : [word])),
    [stretches],
  )

  const span = (word: number) => textBox.current?.querySelector<HTMLElement>(`[data-word="${word}"]`)
  const move = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowRight: stop + 1,
      ArrowDown: stop + 1,
      ArrowLeft: stop - 1,
      ArrowUp: stop - 1,
      Home: 0,
      End: placed.length - 1,
    }
    const target = targets[event.key]
    const word = target === undefined ? undefined : placed[target]
    if (target === undefined || word === undefined) return
    event.preventDefault()
    setStop(target)
    span(word)?.focus()
  }
  const point = (event: { target: EventTarget | null }) => setLit(wordAt(event.target))
  const isLit = (word: number) => lit !== undefined && places[lit] === places[word]

  return (
    <div class="side-by-side">
      <figure
        class={`picture${trouble === undefined ? '' : ' missing'}`}
        aria-busy={address === undefined && trouble === undefined}
        onPointerOver={point}
        onPointerLeave={() => setLit(undefined)}
      >
        {trouble === undefined ? (
          <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Picture of ${name}`}>
            <rect class={`paper${address === undefined ? ' blank' : ''}`} width={width} height={height} />
            {address !== undefined && <Upright page={page} address={address} />}
            {live &&
              words.map(
                ({ box }, index) =>
                  box !== undefined &&
                  places[index] === index && (
                    <rect
                      key={index}
                      data-word={index}
                      class={isLit(index) ? 'lit' : ''}
                      x={box[0]}
                      y={box[1]}
                      width={box[2]}
                      height={box[3]}
                      vector-effect="non-scaling-stroke"
                    />
                  ),
              )}
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
      <div
        class="text words"
        role="group"
        aria-label={`Text of ${name}; arrow keys go from word to word`}
        ref={textBox}
        // A place that scrolls must be one that the keyboard reaches, if not by its words.
        tabIndex={placed.length === 0 ? 0 : -1}
        onKeyDown={move}
        onPointerOver={point}
        onPointerLeave={() => setLit(undefined)}
        onFocusIn={point}
        onFocusOut={() => setLit(undefined)}
      >
        {stretches.map(({ text, word }: Stretch, index) =>
          word === undefined ? (
            text
          ) : (
            <span
              key={index}
              data-word={word}
              class={isLit(word) ? 'lit' : ''}
              tabIndex={placed[stop] === word ? 0 : -1}
            >
              {text}
            </span>
          ),
        )}
      </div>
    </div>
  )
}

/** The picture turned about the middle of the page until it stands upright, as its words were read. */
function Upright({ page: { width, height, turn }, address }: { page: PlacedPage; address: string }) {
  const [across, down] = turn % 180 === 0 ? [width, height] : [height, width]
  const [x, y] = [(width - across) / 2, (height - down) / 2]
  const upright = turn === 0 ? {} : { transform: `rotate(${turn} ${width / 2} ${height / 2})` }
  return <image href={address} x={x} y={y} width={across} height={down} {...upright} />
}
