import { useState } from 'preact/hooks'
import { ErrorNotice } from './notice.tsx'
import type { Reading } from './reading.ts'
import { bytes } from './words.ts'

/** A file inside a file. */
export type Attachment = NonNullable<Reading['attachments']>[number]

/** What an attachment is called; those without a name are called by their type. */
export const attachmentName = ({ name, mediaType }: Attachment): string => name ?? mediaType.replace('/', '.')

interface Props {
  /** Of the file they are in. */
  name: string
  files: readonly Attachment[] | undefined
  /** Puts one on the shelf, where it is read. */
  onOpen(file: Attachment): Promise<void>
}

/** Files inside the file, each of which can be opened in turn. */
export function Attachments({ name, files = [], onOpen }: Props) {
  const [error, setError] = useState<unknown>()
  if (files.length === 0) return null
  const open = (file: Attachment) => {
    setError(undefined)
    onOpen(file).catch(setError)
  }
  return (
    <section class="attachments" aria-label={`Files in ${name}`}>
      <h4>Files in it</h4>
      <ul class="plain-list lines">
        {files.map((file, index) => (
          <li key={index} class="row">
            <span class="grow path">
              {attachmentName(file)} <span class="quiet">{bytes(file.bytes)}</span>
            </span>
            <button type="button" aria-label={`Open ${attachmentName(file)}`} onClick={() => open(file)}>
              Open
            </button>
          </li>
        ))}
      </ul>
      {error !== undefined && <ErrorNotice error={error} />}
    </section>
  )
}
