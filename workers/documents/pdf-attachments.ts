import { z } from 'zod'
import type { LeafContext } from '../leaf.ts'
import { mediaTypeOf } from '../media-type.ts'
import type { PdfDocument } from './pdfjs.ts'

/** A file inside a PDF, its bytes handed back with the leaf. */
export interface PdfAttachment {
  name: string
  mediaType: string
  bytes: number
  digest: string
}

/** Files of one PDF that are offered; more would only be there to be many. */
const MOST = 1000

const Attachments = z
  .record(
    z.string(),
    z
      .object({ filename: z.string().catch(''), content: z.instanceof(Uint8Array) })
      .nullable()
      .catch(null),
  )
  .nullish()

/** The files attached to a PDF (ISO 32000-1, 7.11.4), in the order of their names, up to `maxBytes` in all. */
export async function pdfAttachments(
  document: PdfDocument,
  maxBytes: number,
  ctx: Pick<LeafContext, 'files'>,
): Promise<PdfAttachment[]> {
  // A broken name tree must not cost the document its pages.
  const raw: unknown = await document.getAttachments().catch(() => undefined)
  const { success, data } = Attachments.safeParse(raw instanceof Map ? Object.fromEntries(raw) : raw)
  if (!success || data === null || data === undefined) return []
  let left = maxBytes
  return Object.entries(data)
    .slice(0, MOST)
    .flatMap(([key, file]): PdfAttachment[] => {
      if (file === null || file.content.byteLength > left) return []
      const { byteLength } = file.content
      left -= byteLength
      const name = file.filename === '' ? key : file.filename
      return [
        {
          name,
          mediaType: mediaTypeOf(name),
          bytes: byteLength,
          digest: ctx.files.write(file.content.slice()),
        },
      ]
    })
}
