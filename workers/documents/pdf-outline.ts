import type { LeafContext } from '../leaf.ts'
import { cutText } from '../cut-text.ts'
import { normalise } from './normalise.ts'
import { pageLabels } from './page-labels.ts'
import { refuseBombs } from './pdf-bomb.ts'
import { openPdf } from './pdf-open.ts'
import type { PdfDocument } from './pdfjs.ts'
import type { RawObjects } from './raw-objects.ts'

export interface PdfOutlineInput {
  digest: string
  password?: string | undefined
  /** Bytes to which one compressed stream may unfold. */
  maxUnfoldedBytes: number
  /** Items kept. */
  maxItems: number
}

export interface PdfOutlineItem {
  title: string
  /** Counted from 1; none where the destination is broken or outside of the document. */
  page?: number
  /** Of the page, where it is not its number. */
  label?: string
  url?: string
  items: PdfOutlineItem[]
}

export interface PdfOutline {
  pageCount: number
  items: PdfOutlineItem[]
  /** Whether items were left out. */
  truncated: boolean
}

/** Levels kept of a nested outline; those of printed works end at six or seven. */
const LEVELS = 32

/** Levels beyond which pdf.js is not asked: its answer is copied with the stack, which thousands of levels overflow. */
const MOST_LEVELS = 500

const MOST_TITLE_CHARS = 1000

/** An item as pdf.js has it; a loop of items is cut there, for it takes each object once. */
type RawItem = Pick<
  Awaited<ReturnType<PdfDocument['getOutline']>>[number],
  'title' | 'url' | 'dest' | 'items'
>

/**
 * Leaf `documents.pdfOutline`: the bookmarks of a PDF (ISO 32000-1, 12.3.3) with the pages they lead to.
 * Faults: those of `openPdf`, and ARCHIVE_BOMB.
 */
export async function pdfOutline(input: PdfOutlineInput, ctx: LeafContext): Promise<PdfOutline> {
  await refuseBombs(Buffer.from(ctx.files.read(input.digest)), input.maxUnfoldedBytes, ctx)
  const pdf = await openPdf(input, ctx)
  try {
    ctx.checkpoint()
    // A broken outline is none, and neither is one that was made to be deep.
    const raw: readonly RawItem[] | null = isTooDeep(pdf.objects(), () => ctx.checkpoint())
      ? null
      : await pdf.document.getOutline().catch(() => null)
    const walk = new OutlineWalk(pdf.document, await pageLabels(pdf, ctx), input.maxItems, ctx)
    const items = await walk.itemsOf(raw ?? [], 1)
    return { pageCount: pdf.document.numPages, items, truncated: walk.truncated }
  } finally {
    await pdf.close()
  }
}

/** Walks an outline from its top, and counts. */
class OutlineWalk {
  truncated = false
  readonly #document: PdfDocument
  readonly #ctx: Pick<LeafContext, 'checkpoint'>
  readonly #labels: readonly string[] | undefined
  readonly #pages = new Map<string, number | undefined>()
  #left: number

  constructor(
    document: PdfDocument,
    labels: readonly string[] | undefined,
    maxItems: number,
    ctx: Pick<LeafContext, 'checkpoint'>,
  ) {
    this.#document = document
    this.#labels = labels
    this.#left = maxItems
    this.#ctx = ctx
  }

  async itemsOf(raw: readonly RawItem[], level: number): Promise<PdfOutlineItem[]> {
    const items: PdfOutlineItem[] = []
    for (const { title, url, dest, items: inner } of raw) {
      this.#ctx.checkpoint()
      if (this.#left === 0 || level > LEVELS) {
        this.truncated = true
        break
      }
      this.#left -= 1
      const page = await this.#pageOf(dest)
      const label = page === undefined ? '' : (this.#labels?.[page - 1] ?? '')
      items.push({
        title: cutText(normalise(title.replace(/\s+/g, ' ')).trim(), MOST_TITLE_CHARS),
        ...(page !== undefined && { page }),
        ...(label !== '' && { label }),
        ...(url !== null && url !== '' && { url }),
        items: await this.itemsOf(inner, level + 1),
      })
    }
    return items
  }

  /** The page of a named or explicit destination (12.3.2), each looked up once. */
  async #pageOf(dest: RawItem['dest']): Promise<number | undefined> {
    try {
      const explicit: unknown = typeof dest === 'string' ? await this.#document.getDestination(dest) : dest
      const target: unknown = Array.isArray(explicit) ? explicit[0] : undefined
      if (typeof target === 'number') return this.#inside(target + 1)
      if (!isReference(target)) return undefined
      const key = `${target.num} ${target.gen}`
      if (!this.#pages.has(key)) {
        // Kept before it is asked for: a lookup that fails is not tried again.
        this.#pages.set(key, undefined)
        this.#pages.set(key, this.#inside((await this.#document.getPageIndex(target)) + 1))
      }
      return this.#pages.get(key)
    } catch {
      return undefined
    }
  }

  #inside(page: number): number | undefined {
    return Number.isInteger(page) && page >= 1 && page <= this.#document.numPages ? page : undefined
  }
}

function isReference(value: unknown): value is { num: number; gen: number } {
  if (typeof value !== 'object' || value === null || !('num' in value) || !('gen' in value)) return false
  return Number.isInteger(value.num) && Number.isInteger(value.gen)
}

/** Whether the items of the outline lie below each other for more than `MOST_LEVELS`, each taken once as pdf.js does. */
function isTooDeep(objects: RawObjects, checkpoint: () => void): boolean {
  const seen = new Set<number>()
  const queue: { number: number; level: number }[] = []
  const add = (head: string, entry: RegExp, level: number): void => {
    const number = Number(entry.exec(head)?.[1] ?? 0)
    if (number === 0 || seen.has(number)) return
    seen.add(number)
    queue.push({ number, level })
  }
  for (const [, { head }] of objects.entries()) add(head, /\/Outlines\s+(\d+)\s+\d+\s+R/, 0)
  // The queue grows while it is walked.
  for (const { number, level } of queue) {
    checkpoint()
    if (level > MOST_LEVELS) return true
    const head = objects.get(number)?.head ?? ''
    add(head, /\/First\s+(\d+)\s+\d+\s+R/, level + 1)
    add(head, /\/Next\s+(\d+)\s+\d+\s+R/, level)
  }
  return false
}
