import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface Props {
  onFiles(files: File[]): void
  /** Whether to leave room for what was dropped before. */
  small: boolean
  /** The button that picks files, for whoever must give the focus somewhere. */
  button: RefObject<HTMLButtonElement>
}

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** A large place for files. Dropped or pasted, they are taken anywhere on the page. */
export function DropPlace({ onFiles, small, button }: Props) {
  const [over, setOver] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const take = useRef(onFiles)
  take.current = onFiles

  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const given = (files: FileList | undefined) => {
      if (files !== undefined && files.length > 0) take.current([...files])
    }
    const drag = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!carriesFiles(event)) return
      event.preventDefault()
      given(event.dataTransfer?.files)
    }
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      // Office programs put a picture beside copied text; in a text field the text is meant.
      const asText = isTextField(target) && clipboardData?.types.includes('text/plain') === true
      if (!asText) given(clipboardData?.files)
    }
    document.addEventListener('dragenter', drag, { signal })
    document.addEventListener('dragover', drag, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', paste, { signal })
    return () => abort.abort()
  }, [])

  return (
    <section class={`drop${over ? ' over' : ''}${small ? ' small' : ''}`} aria-labelledby="drop-title">
      <svg class="drop-sign" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
        <path d="M14 6h14l8 8v28H14z M28 6v8h8" />
        <path d="M25 20v14m-6-6 6 6 6-6" />
      </svg>
      <h2 id="drop-title">Drop files to read them</h2>
      <p class="quiet">
        PDFs, scans, pictures, office files, mail. Several at once. They stay on this machine.
      </p>
      <p class="row">
        <button type="button" id="pick" class="primary" ref={button} onClick={() => field.current?.click()}>
          Choose files
        </button>
        <span class="quiet">or paste with Ctrl+V</span>
      </p>
      <input
        type="file"
        id="files-field"
        multiple
        hidden
        ref={field}
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onFiles([...currentTarget.files])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </section>
  )
}
