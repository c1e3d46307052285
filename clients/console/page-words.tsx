import { useMemo } from 'preact/hooks'
import type { PlacedWord } from './reading.ts'
import { itemAt, useSteps } from './use-steps.ts'
import { wordPlaces, type Stretch } from './word-places.ts'

interface Props {
  /** What the text is of. */
  name: string
  /** Lines in reading order. */
  text: string
  /** Words that can be pointed at; none on a page that nobody sees, which is cheaper. */
  words: readonly PlacedWord[]
  isLit(word: number): boolean
  onPoint(word: number | undefined): void
  /** Words in a place that was asked for. */
  found: ReadonlySet<number>
}

const classOf = (lit: boolean, found: boolean) => [lit && 'lit', found && 'found'].filter(Boolean).join(' ')

/**
 * The text of a page whose words have places: one that is pointed at or has the focus is told and lights up. The text is
 * one stop of the Tab key; arrow keys go from word to word.
 */
export function PageWords({ name, text, words, isLit, onPoint, found }: Props) {
  const stretches = useMemo(() => wordPlaces(text, words), [text, words])
  const placed = useMemo(
    () => stretches.flatMap(({ word }: Stretch) => (word === undefined ? [] : [word])),
    [stretches],
  )
  const { box, stop, onKeyDown } = useSteps<HTMLDivElement>('word', placed)
  const point = ({ target }: { target: EventTarget | null }) => onPoint(itemAt('word', target))
  return (
    <div
      class="text words"
      role="group"
      aria-label={`Text of ${name}${placed.length > 0 ? '; arrow keys go from word to word' : ''}`}
      ref={box}
      // A place that scrolls must be one that the keyboard reaches, if not by its words.
      tabIndex={placed.length === 0 ? 0 : -1}
      onKeyDown={onKeyDown}
      onPointerOver={point}
      onPointerLeave={() => onPoint(undefined)}
      onFocusIn={point}
      onFocusOut={() => onPoint(undefined)}
    >
      {stretches.map(({ text, word }: Stretch, index) =>
        word === undefined ? (
          text
        ) : (
          <span
            key={index}
            data-word={word}
            class={classOf(isLit(word), found.has(word))}
            tabIndex={word === stop ? 0 : -1}
          >
            {text}
          </span>
        ),
      )}
    </div>
  )
}
