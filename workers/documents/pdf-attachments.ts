import { z } from 'zod'
import type { LeafContext } from '../leaf.ts'
import { mediaTypeOf } from '../media-type.ts'
import type { OpenPdf } from './pdf-open.ts'
import type { RawObjects } from './raw-objects.ts'

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

/**
 * The files attached to a PDF (ISO 32000-1, 7.11.4), in the order of their names. pdf.js unfolds all of them at once;
 * where they would come to more than `maxBytes` together none is offered, and the document is read without them.
 */
export async function pdfAttachments(
  { document, mentions, objects }: Pick<OpenPdf, 'document' | 'mentions' | 'objects'>,
  maxBytes: number,
  ctx: Pick<LeafContext, 'files' | 'checkpoint'>,
): Promise<PdfAttachment[]> {
  // Files are streams, which stand in no other; what names them may be packed.
  const may = mentions('/EmbeddedFile') || mentions('/EF') || mentions('/ObjStm')
  if (may && unfoldsBeyond(objects(), maxBytes, () => ctx.checkpoint())) return []
  // A broken name tree must not cost the document its pages.
  const raw: unknown = await document.getAttachments().catch(() => undefined)
  const { success, data } = Attachments.safeParse(raw instanceof Map ? Object.fromEntries(raw) : raw)
  if (!success || data === null || data === undefined) return []
  return Object.entries(data)
    .slice(0, MOST)
    .flatMap(([key, file]): PdfAttachment[] => {
      if (file === null) return []
      const { byteLength } = file.content
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

/** Whether the streams that are files come to more than `maxBytes`; one packed in an unusual way counts as such. */
function unfoldsBeyond(objects: RawObjects, maxBytes: number, checkpoint: () => void): boolean {
  const files = new Set<number>()
  for (const [number, { head }] of objects.entries()) {
    if (/\/Type\s*\/EmbeddedFile\b/.test(head)) files.add(number)
    for (const named of entriesOf(objects, head)) files.add(named)
  }
  let left = maxBytes
  for (const number of files) {
    checkpoint()
    const object = objects.get(number)
    if (object === undefined) continue
    const filters = object.head.match(/\/[A-Za-z0-9]+Decode\b/g) ?? []
    if (filters.length > 1 || (filters[0] ?? '/FlateDecode') !== '/FlateDecode') return true
    left -= objects.unfoldedBytes(object, left + 1)
    if (left < 0) return true
  }
  return false
}

/** Numbers of the streams under `/EF` of a file specification, which may itself be elsewhere. */
function entriesOf(objects: RawObjects, head: string): number[] {
  return Array.from(head.matchAll(/\/EF\s*(?:<<([^>]*)>>|(\d+)\s+\d+\s+R)/g)).flatMap(
    ([, inside, elsewhere]) => {
      const entries = inside ?? objects.get(Number(elsewhere))?.head ?? ''
      return Array.from(entries.matchAll(/(\d+)\s+\d+\s+R/g), ([, number]) => Number(number))
    },
  )
}
