import { Fault, fault } from '../../bridge/faults.ts'
import type { Document, Page, ReadInput } from '../../bridge/operations/documents.ts'
import type { PageImages, PageImagesInput } from '../../workers/documents/page-images.ts'
import type { PdfInfo } from '../../workers/documents/pdf-info.ts'
import type { PdfPageText, PdfText, PdfTextInput } from '../../workers/documents/pdf-text.ts'
import type { OpenedSource, PlanContext } from '../plan.ts'
import type { FileText } from '../../workers/formats/read-file.ts'
import type { HintPage, PlainText } from './hint-pages.ts'
import { InOrder } from './in-order.ts'
import { inTurn } from './in-turn.ts'
import { limited } from './limited.ts'
import { stretches } from './stretches.ts'
import { pageChars } from './page-chars.ts'
import { isPicture } from './picture-raster.ts'
import { readScan, type ScanOptions } from './scanned-page.ts'
import { judgeTextLayer } from './text-layer.ts'
import { blankPage, isPageText, labelled, seenOf, toPage } from './text-page.ts'
import { pageOfFile } from './whole-file.ts'

/** One source on its way to being a document of the answer. */
export interface Reading {
  entry: Document
  opened?: OpenedSource
  /** What a file without printed pages says, which is read in one go. */
  file?: FileText
  /** Files inside a PDF. */
  attachments?: PdfInfo['attachments']
  /** The first page that was asked for beyond those wanted. */
  beyond?: number | undefined
  /** Labels of the pages of a PDF. */
  labels?: PdfInfo['labels']
  /** The first of its pages, as hints are taken from them. */
  hintPages: HintPage[]
  wanted: number[]
}

/** Share of a page that pictures must cover for a few characters to be a stamp on a scan. */
const STAMPED_SHARE = 0.4

/** Part of the time of a call that is kept for its answer, and the most that is. */
const RESERVE = 0.1
const MOST_RESERVE_MS = 5000

/** Reads the pages of documents: text layers in stretches, page by page by recognition where a layer will not do. */
export class PageReader {
  readonly #readings: readonly Reading[]
  readonly #input: ReadInput
  readonly #ctx: PlanContext
  /** Runs a step for one source; what fails for one of several stays on its entry. */
  readonly #orEntryError: (reading: Reading, step: () => Promise<void>) => Promise<unknown>
  readonly #limits: { timeoutMs?: number }
  readonly #inOrder: InOrder<{ document: number; page: Page }>
  readonly #recognising: <T>(turn: number, work: () => Promise<T>) => Promise<T>
  /** Resolves when the first page of all is finished, or cannot be. */
  readonly #firstOver: Promise<void>
  #endFirst: () => void = () => undefined
  readonly #total: number
  readonly #maxChars: number
  /** When reading ends so that there is time to answer, in milliseconds since the epoch. */
  readonly #endsAt: number
  #done = 0

  constructor(
    readings: readonly Reading[],
    input: ReadInput,
    ctx: PlanContext,
    limits: { timeoutMs?: number },
    orEntryError: (reading: Reading, step: () => Promise<void>) => Promise<unknown>,
  ) {
    this.#readings = readings
    this.#input = input
    this.#ctx = ctx
    this.#limits = limits
    this.#maxChars = pageChars(input, ctx)
    this.#orEntryError = orEntryError
    this.#endsAt = ctx.deadline - Math.min(MOST_RESERVE_MS, RESERVE * (ctx.deadline - Date.now()))
    this.#inOrder = new InOrder((item) => ctx.emit(item))
    this.#recognising = limited(Math.max(1, ctx.settings.lanes.native.workers))
    this.#firstOver = new Promise((resolve) => (this.#endFirst = resolve))
    this.#total = readings.reduce((sum, { wanted }) => sum + wanted.length, 0)
  }

  /** Fills the entries; pages go out early, in order, as soon as they and all before them are finished. */
  async readAll(width: number): Promise<void> {
    const { pagesPerLeaf } = this.#ctx.settings.documents
    let turn = 0
    const leaves = this.#readings.flatMap((reading, document) => {
      const firstTurn = turn
      turn += reading.wanted.length
      return stretches(reading.wanted, pagesPerLeaf).map(
        (pages) => new Stretch(reading, document, pages, firstTurn + reading.wanted.indexOf(pages[0] ?? 0)),
      )
    })
    await inTurn(leaves, width, (stretch) => this.#readStretch(stretch))
    for (const stretch of leaves) {
      const { entry, wanted } = stretch.reading
      if (entry.error) continue
      // What came after a page that the time did not suffice for is read again in the next call, with that page.
      for (const page of stretch.finished())
        if (page.number === wanted[entry.pages.length]) entry.pages.push(page)
    }
    if (this.#isLate() && this.#readings.every(({ entry }) => !entry.error && entry.pages.length === 0))
      throw fault('DEADLINE', 'The time allowed ran out before the first page was read.')
  }

  #isLate(): boolean {
    return Date.now() >= this.#endsAt
  }

  /** Time that a leaf may take so that the call can still answer what has been read. */
  #leafLimits(): { timeoutMs: number } {
    const left = Math.max(1, this.#endsAt - Date.now())
    return { timeoutMs: Math.min(left, this.#limits.timeoutMs ?? left) }
  }

  /** Runs a step that is cut short once the time is over; its pages are then left to another call. */
  async #inTime(step: () => Promise<void>): Promise<void> {
    if (this.#isLate()) return
    try {
      await step()
    } catch (error) {
      const isCut = error instanceof Fault && error.code === 'DEADLINE' && this.#isLate()
      if (!isCut || this.#ctx.signal.aborted) throw error
    }
  }

  async #readStretch(stretch: Stretch): Promise<void> {
    const { reading } = stretch
    const { opened } = reading
    try {
      if (opened && !reading.entry.error) {
        await this.#orEntryError(reading, async () => {
          if (reading.file) this.#takeFile(stretch, reading.file)
          else if (isPicture(opened))
            stretch.numbers.forEach((number) => this.#take(stretch, opened, blankPage(number), { text: '' }))
          else await this.#inTime(() => this.#readText(stretch, opened))
          await Promise.all(stretch.underWay)
        })
      }
    } finally {
      if (stretch.firstTurn === 0) this.#endFirst()
    }
    // What was begun before the text failed is over before the turns are.
    await Promise.allSettled(stretch.underWay)
    for (let i = 0; i < stretch.numbers.length; i++) this.#inOrder.end(stretch.firstTurn + i)
  }

  #takeFile(stretch: Stretch, { pages }: FileText): void {
    for (const page of pages) {
      if (stretch.numbers.includes(page.number) && stretch.begin(page.number)) {
        this.#finish(stretch, pageOfFile(page, this.#maxChars), page)
      }
    }
  }

  /** Whether hints are taken from a page. */
  #isHinted({ wanted }: Reading, number: number): boolean {
    return this.#input.hints && wanted.indexOf(number) < this.#ctx.settings.documents.hintPages
  }

  async #readText(stretch: Stretch, opened: OpenedSource): Promise<void> {
    const { maxPageChars } = this.#ctx.settings.documents
    const hinted = stretch.numbers.some((number) => this.#isHinted(stretch.reading, number))
    const question: PdfTextInput = {
      digest: opened.digest,
      pages: stretch.numbers,
      password: this.#input.password,
      // Hints are taken from the whole page, however little of it is asked for.
      maxChars: hinted ? maxPageChars : this.#maxChars,
      maxPageChars,
      ...((this.#input.detail === 'words' || hinted) && { words: true }),
      ...((this.#input.detail === 'blocks' || this.#input.format === 'markdown') && { blocks: true }),
    }
    const { pages } = await this.#ctx.leaf<PdfText>('documents.pdfText', question, {
      lane: 'heavy',
      files: [opened.digest],
      ...this.#leafLimits(),
      onProgress: (_fraction, item) => {
        if (isPageText(item)) this.#takeText(stretch, opened, item)
      },
    })
    // What a lane reported early is not taken twice; what it left out is taken now.
    for (const page of pages) this.#takeText(stretch, opened, page)
    await this.#judgeSparse(stretch, opened)
  }

  #takeText(stretch: Stretch, opened: OpenedSource, read: PdfPageText): void {
    this.#take(stretch, opened, toPage(read, this.#input, this.#maxChars), seenOf(read))
  }

  /** Takes a page as its text layer has it: finishes it, has it recognised, or leaves it for when all are here. */
  #take(stretch: Stretch, opened: OpenedSource, page: Page, plain: PlainText): void {
    if (!stretch.begin(page.number)) return
    const { ocr } = this.#input
    const judged = judgeTextLayer(plain.text)
    // A page of which nothing is seen may be a scan, or have hidden text only.
    const layer = judged === 'none' && page.text !== '' ? 'sparse' : judged
    if (ocr === 'never' || page.error !== undefined || (ocr === 'auto' && layer === 'usable')) {
      this.#finish(stretch, page, plain)
    } else if (ocr === 'auto' && layer === 'sparse') stretch.sparse.push({ page, plain })
    else this.#recognise(stretch, opened, page, plain)
  }

  #finish(stretch: Stretch, read: Page, { text, words }: PlainText): void {
    const page = labelled(read, stretch.reading.labels)
    const { number, from } = page
    if (this.#isHinted(stretch.reading, number)) {
      stretch.reading.hintPages.push({ number, text, from, ...(words && { words }) })
    }
    const turn = stretch.finish(page)
    this.#inOrder.add(turn, { document: stretch.document, page })
    this.#inOrder.end(turn)
    if (turn === 0) this.#endFirst()
    this.#done += 1
    this.#ctx.progress(this.#done / this.#total)
  }

  #recognise(stretch: Stretch, opened: OpenedSource, page: Page, plain: PlainText): void {
    const options: Omit<ScanOptions, 'timeoutMs'> = {
      languages: this.#input.languages,
      password: this.#input.password,
      maxChars: this.#maxChars,
      detail: this.#input.detail,
      format: this.#input.format,
    }
    const turn = stretch.turnOf(page.number)
    const recognise = (): Promise<void> =>
      this.#recognising(turn, async () => {
        if (this.#isLate()) return
        const scan = await readScan(opened, page, { ...options, ...this.#leafLimits() }, this.#ctx)
        if (scan.page.error?.code === 'DEADLINE' && this.#isLate()) return
        this.#finish(stretch, scan.page, scan.plain ?? plain)
      })
    // Somebody waits for the first page: it is not to share the cores with pages that have time.
    const work = turn === 0 || !this.#ctx.isHeard ? recognise() : this.#firstOver.then(recognise)
    // A failure is heard where the stretch waits for all its pages, which may be later.
    work.catch(() => undefined)
    stretch.underWay.push(work)
  }

  /** Few characters are the text of a page that has few, or a stamp on a scan: its pictures tell. */
  async #judgeSparse(stretch: Stretch, opened: OpenedSource): Promise<void> {
    if (stretch.sparse.length === 0) return
    const covered = await this.#covered(
      opened,
      stretch.sparse.map(({ page }) => page.number),
    )
    for (const { page, plain } of stretch.sparse) {
      if ((covered.get(page.number) ?? 0) < STAMPED_SHARE) this.#finish(stretch, page, plain)
      else this.#recognise(stretch, opened, page, plain)
    }
  }

  /** How much of each page is covered by pictures, by number; nothing where that cannot be told. */
  async #covered(opened: OpenedSource, numbers: number[]): Promise<Map<number, number>> {
    const question: PageImagesInput = {
      digest: opened.digest,
      pages: numbers,
      password: this.#input.password,
    }
    try {
      const { pages } = await this.#ctx.leaf<{ pages: PageImages[] }>('documents.pageImages', question, {
        lane: 'heavy',
        files: [opened.digest],
        ...this.#limits,
      })
      return new Map(pages.map(({ number, covered }) => [number, covered]))
    } catch (error) {
      if (error instanceof Fault && !this.#ctx.signal.aborted) return new Map()
      throw error
    }
  }
}

/** Pages that one leaf reads, each with its turn in the answer. */
class Stretch {
  readonly reading: Reading
  readonly document: number
  readonly numbers: number[]
  readonly firstTurn: number
  readonly underWay: Promise<void>[] = []
  /** Pages with so few characters that their pictures must be looked at. */
  readonly sparse: { page: Page; plain: PlainText }[] = []
  readonly #begun = new Set<number>()
  readonly #finished = new Map<number, Page>()

  constructor(reading: Reading, document: number, numbers: number[], firstTurn: number) {
    this.reading = reading
    this.document = document
    this.numbers = numbers
    this.firstTurn = firstTurn
  }

  /** Whether a page is taken for the first time. */
  begin(number: number): boolean {
    if (this.#begun.has(number)) return false
    this.#begun.add(number)
    return true
  }

  /** Keeps a page and returns its turn. */
  finish(page: Page): number {
    this.#finished.set(page.number, page)
    return this.turnOf(page.number)
  }

  turnOf(number: number): number {
    return this.firstTurn + this.numbers.indexOf(number)
  }

  /** The finished pages in their order. */
  finished(): Page[] {
    return this.numbers.flatMap((number) => this.#finished.get(number) ?? [])
  }
}
