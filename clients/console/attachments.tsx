import type { Reading } from './reading.ts'
import { bytes } from './words.ts'

/** Files inside the file. */
export function Attachments({ name, files }: { name: string; files: Reading['attachments'] }) {
  if (files === undefined) return null
  return (
    <ul class="attachments" aria-label={`Files in ${name}`}>
      {files.map((file) => (
        <li key={file.blob}>
          {file.name ?? file.mediaType} <span class="quiet">{bytes(file.bytes)}</span>
        </li>
      ))}
    </ul>
  )
}
