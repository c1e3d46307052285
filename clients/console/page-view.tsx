import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { CopyButton } from './copy-button.tsx'
import { Legend } from './legend.tsx'
import { sharedPlaces, wordsIn, type Found, type Outlined } from './marks.ts'
import { PageBlocks } from './page-blocks.tsx'
import { PageMarkdown } from './page-markdown.tsx'
import { PagePicture } from './page-picture.tsx'
import { PageWords } from './page-words.tsx'
import { Panes, type Pane } from './panes.tsx'
import type { PlacedPage, ReadPage } from './reading.ts'
import type { StoredDocument } from './stored-document.ts'
import { useAsked } from './use-asked.ts'
import { useNarrow } from './use-narrow.ts'
import { useNear } from './use-near.ts'
import { usePicture } from './use-picture.ts'
import { wordCount } from './words.ts'

interface Props {
  /** Begins the ids of its elements. */
  id: string
  /** What it is a page of, as people who listen are told. */
  name: string
  page: ReadPage
  document: StoredDocument
  outlined: Outlined
  /** A place on this page that was asked for. */
  found: Found | undefined
}

/**
 * A page: its picture, its text and its Markdown. Pictures are drawn when the page comes near the view and let go when it
 * is far; until then a blank page of the same shape stands in their place. What is pointed at in picture or text lights
 * up in both.
 */
export function PageView({ id, name, page, document, outlined, found }: Props) {
  const { number, text, placed } = page
  const place = useRef<HTMLDivElement>(null)
  const foundPlace = useRef<SVGRectElement>(null)
  const near = useNear(place)
  const isNarrow = useNarrow()
  const [chosen, setChosen] = useState('')
  const [lit, setLit] = useState<number>()
  const [goal, setGoal] = useState<Found>()
  const ids = { picture: `${id}-picture`, text: `${id}-text`, markdown: `${id}-markdown` }
  const asBlocks = outlined === 'blocks' && placed !== undefined
  const drawn = usePicture(near, place, page, document)
  const built = useAsked(
    near && text !== '' && (!isNarrow || asBlocks || chosen === ids.markdown),
    (signal) => document.structure(number, signal),
  )
  // A file that is a picture is one page, which is never far.
  const words = (near || page.address !== undefined) && placed !== undefined ? placed.words : noWords
  const foundWords = useMemo(() => wordsIn(found?.box, words), [found, words])
  const places = useMemo(() => sharedPlaces(words), [words])

  useEffect(() => setLit(undefined), [outlined])
  useEffect(() => {
    if (found !== undefined) setChosen(found.box === undefined ? ids.text : ids.picture)
    setGoal(found)
  }, [found])
  // The pane with the place is shown by now.
  useEffect(() => {
    if (goal === undefined) return
    if (foundPlace.current === null) place.current?.scrollIntoView({ block: 'start' })
    else foundPlace.current.scrollIntoView({ block: 'center' })
  }, [goal])

  const litPlace = lit === undefined || asBlocks ? lit : places[lit]
  const panes: Pane[] = []
  if (placed !== undefined) {
    panes.push({
      id: ids.picture,
      title: 'Picture',
      content: (
        <>
          <PagePicture
            name={name}
            page={placed}
            address={drawn.value}
            trouble={drawn.trouble}
            onAgain={drawn.again}
            words={outlined === 'words' ? words : noWords}
            {...(asBlocks && { blocks: built.value?.blocks ?? [] })}
            lit={litPlace}
            onPoint={setLit}
            found={found?.box}
            foundPlace={foundPlace}
          />
          {asBlocks && built.value !== undefined && <Legend blocks={built.value.blocks} />}
        </>
      ),
    })
  }
  if (wordCount(text) > 0) {
    panes.push({
      id: ids.text,
      title: 'Text',
      actions: <CopyButton what={`the text of ${name}`} text={text} />,
      content:
        asBlocks && built.value !== undefined ? (
          <PageBlocks name={name} structure={built.value} lit={lit} onPoint={setLit} />
        ) : (
          <PageWords
            name={name}
            text={text}
            words={words}
            isLit={(word) => !asBlocks && litPlace !== undefined && places[word] === litPlace}
            onPoint={setLit}
            found={foundWords}
          />
        ),
    })
    const markdown = built.value?.markdown
    panes.push({
      id: ids.markdown,
      title: 'Markdown',
      ...(markdown !== undefined && {
        actions: <CopyButton what={`the Markdown of ${name}`} text={markdown} />,
      }),
      content: (
        <PageMarkdown name={name} structure={built.value} trouble={built.trouble} onAgain={built.again} />
      ),
    })
  }
  return (
    <div ref={place} class="page-view">
      <Panes name={name} panes={panes} isNarrow={isNarrow} chosen={chosen} onChoose={setChosen} />
    </div>
  )
}

const noWords: PlacedPage['words'] = []
