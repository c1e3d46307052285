import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { PagePicture } from './reading.ts'
import { wordPlaces } from './word-places.ts'

interface Props {
  /** What the picture is of, for those who do not see it. */
  name: string
  picture: PagePicture
  /** Lines in reading order. */
  text: string
}

/** The word that an element stands for. */
function wordAt(target: EventTarget | null): number | undefined {
  const index = target instanceof Element ? target.closest('[data-word]')?.getAttribute('data-word') : null
  return index === null || index === undefined ? undefined : Number(index)
}

/**
 * The picture of a page beside its text. Where a word is pointed at or has the focus, in either, its place lights up
 * in the other. The text is one stop of the Tab key; arrow keys go from word to word.
 */
export function PictureWithWords({ name, picture, text }: Props) {
  const { width, height, words } = picture
  const [lit, setLit] = useState<number>()
  const [stop, setStop] = useState(0)
  const textBox = useRef<HTMLDivElement>(null)
  const stretches = useMemo(() => wordPlaces(text, words), [text, words])
  const placed = useMemo(
    () => stretches.flatMap(({ word }) => (word === undefined ? [] : [word])),
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

  return (
    <div class="side-by-side">
      <figure class="picture" onPointerOver={point} onPointerLeave={() => setLit(undefined)}>
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`Picture of ${name}`}>
          <Upright picture={picture} />
          {words.map(({ box: [x, y, w, h] }, index) => (
            <rect
              key={index}
              data-word={index}
              class={index === lit ? 'lit' : ''}
              x={x}
              y={y}
              width={w}
              height={h}
              vector-effect="non-scaling-stroke"
            />
          ))}
        </svg>
      </figure>
      <div
        class="text words"
        role="group"
        aria-label={`Text of ${name}; arrow keys go from word to word`}
        ref={textBox}
        onKeyDown={move}
        onPointerOver={point}
        onPointerLeave={() => setLit(undefined)}
        onFocusIn={point}
        onFocusOut={() => setLit(undefined)}
      >
        {stretches.map(({ text, word }, index) =>
          word === undefined ? (
            text
          ) : (
            <span
              key={index}
              data-word={word}
              class={word === lit ? 'lit' : ''}
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

/** The picture turned about its middle until it stands upright, as its words were read. */
function Upright({ picture: { address, width, height, turn } }: { picture: PagePicture }) {
  const [size, setSize] = useState<{ width: number; height: number }>()
  useEffect(() => {
    const image = new Image()
    image.addEventListener('load', () => setSize({ width: image.naturalWidth, height: image.naturalHeight }))
    image.src = address
  }, [address])
  if (size === undefined) return null
  const [x, y] = [(width - size.width) / 2, (height - size.height) / 2]
  const upright = turn === 0 ? {} : { transform: `rotate(${turn} ${width / 2} ${height / 2})` }
  return <image href={address} x={x} y={y} width={size.width} height={size.height} {...upright} />
}
