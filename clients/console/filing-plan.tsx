import { useEffect, useRef, useState } from 'preact/hooks'
import { senderFolders, suggestPlaces, type SuggestedPlace } from '../filing/suggest-places.ts'
import { CopyButton } from './copy-button.tsx'
import { ErrorNotice } from './notice.tsx'
import { placesIn, foldersIn } from './places.ts'
import type { Reading } from './reading.ts'
import type { Service } from './service.ts'

interface Props {
  service: Service
  /** Begins the ids of its elements. */
  id: string
  /** Name of the file. */
  name: string
  hints: Reading['hints']
}

type Outcome = { places: SuggestedPlace[]; skipped: number } | { error: unknown }

/** The folder that was named last, for the next file; it is forgotten with the tab. */
const lastFolder = 'talaria.folder'

/** Where the file would be filed below a folder that the person names. Nothing is moved. */
export function FilingPlan({ service, id, name, hints }: Props) {
  const [root, setRoot] = useState(() => sessionStorage.getItem(lastFolder) ?? '')
  const [isLooking, setLooking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(), [])
  const filedAs = hints?.suggestedName ?? name

  async function look() {
    running.current.abort()
    running.current = new AbortController()
    const { signal } = running.current
    const folder = root.trim()
    if (folder === '') return
    sessionStorage.setItem(lastFolder, folder)
    setLooking(true)
    try {
      const { places, skipped } = await placesIn(service, folder, signal)
      const facts = { dateAmbiguous: false, ...hints }
      const siblings = await foldersIn(service, senderFolders(places, facts, name), signal)
      if (!signal.aborted) {
        setOutcome({ places: suggestPlaces(places, facts, name, siblings), skipped: skipped.length })
      }
    } catch (error) {
      if (!signal.aborted) setOutcome({ error })
    }
    if (!signal.aborted) setLooking(false)
  }

  return (
    <details class="filing">
      <summary>Where it would be filed</summary>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          void look()
        }}
      >
        <label for={`${id}-root`}>Folder with your documents</label>
        <input
          id={`${id}-root`}
          class="grow"
          placeholder="/path/to/your/documents"
          autocomplete="off"
          spellcheck={false}
          value={root}
          onInput={({ currentTarget }) => setRoot(currentTarget.value)}
        />
        <button type="submit" disabled={root.trim() === '' || isLooking}>
          Suggest a place
        </button>
      </form>
      <p class="quiet">
        Dry run: nothing is moved. Type the whole path of the folder; only the names in it are looked at.
      </p>
      <div aria-live="polite" aria-busy={isLooking}>
        {outcome !== undefined && 'error' in outcome && <ErrorNotice error={outcome.error} />}
        {outcome !== undefined && 'places' in outcome && (
          <Suggestions filedAs={filedAs} isOwnName={hints?.suggestedName === undefined} {...outcome} />
        )}
      </div>
    </details>
  )
}

interface SuggestionsProps {
  places: readonly SuggestedPlace[]
  /** How many parts of the folder were not looked at. */
  skipped: number
  filedAs: string
  /** Whether no better name than its own is known. */
  isOwnName: boolean
}

function Suggestions({ places, skipped, filedAs, isOwnName }: SuggestionsProps) {
  if (places.length === 0) return <p class="empty">No documents are kept in this folder or below it.</p>
  return (
    <>
      {isOwnName && <p>No better name is known for the file; it keeps its own.</p>}
      {!places.some(({ isMatch }) => isMatch) && (
        <p>No folder is named after the sender or the kind of this document. These hold others:</p>
      )}
      <ol class="places lines">
        {places.map(({ folder, reasons }) => {
          const path = pathOf(folder, filedAs)
          return (
            <li key={folder}>
              <div class="row">
                <code class="grow path">{path}</code>
                <CopyButton what={`the path ${path}`} text={path} />
              </div>
              <p class="quiet">{reasons.join(' ')}</p>
            </li>
          )
        })}
      </ol>
      {skipped > 0 && <p class="quiet">The folder is large; not all of it was looked at.</p>}
    </>
  )
}

const pathOf = (folder: string, name: string) =>
  `${folder}${folder.includes('\\') && !folder.includes('/') ? '\\' : '/'}${name}`
