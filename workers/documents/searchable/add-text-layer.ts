import { fault } from '../../../bridge/faults.ts'
import type { LeafContext } from '../../leaf.ts'
import type { LayerPage } from '../../page-words.ts'
import { openPdf } from '../pdf-open.ts'
import type { PdfDocument } from '../pdfjs.ts'
import type { RawObjects } from '../raw-objects.ts'
import { GlyphlessFont } from './glyphless-font.ts'
import { NewObjects, pdfStream } from './new-objects.ts'
import { dictionaryText, parseArray, parseDictionary, referenceOf, type PdfDictionary } from './pdf-values.ts'
import { layerContent, layerFont, shownTurn } from './text-layer.ts'

export interface TextLayerInput {
  digest: string
  pages: LayerPage[]
}

export interface TextLayerOutput {
  digest: string
  bytes: number
}

/** Steps up the page tree for resources that a page inherits. */
const MAX_PARENTS = 64

/** Characters of a dictionary that is longer than those kept of every object. */
const MAX_DICTIONARY = 4_000_000

/**
 * Leaf `documents.textLayer`: a PDF with an invisible text layer over some of its pages, which are turned upright. Its
 * own bytes stay as they are; what is new stands behind them (incremental update, ISO 32000-1, 7.5.6). The result is
 * opened once before it is handed out. Faults: those of `openPdf`; ENCRYPTED for a file that is protected in any way,
 * DAMAGED for one whose objects had to be looked for, or whose pages are not where its own tables say.
 */
export async function addTextLayer(input: TextLayerInput, ctx: LeafContext): Promise<TextLayerOutput> {
  const bytes = Buffer.from(ctx.files.read(input.digest))
  const pdf = await openPdf(input, ctx)
  let written: Uint8Array
  let before: PageLook[]
  try {
    if (pdf.rescued) throw damaged('its objects are not where its tables say')
    const objects = pdf.objects()
    const end = endOf(bytes)
    objects.unpack()
    before = await looksOf(pdf.document, input.pages, ctx)
    written = await update(bytes, end, objects, pdf.document, input.pages, ctx)
  } finally {
    await pdf.close()
  }
  const { byteLength } = written
  const digest = ctx.files.write(written)
  await check({ ...input, digest }, written, before, ctx)
  return { digest, bytes: byteLength }
}

const damaged = (why: string): Error =>
  fault(
    'DAMAGED',
    `Nothing can be added to this PDF: ${why}. Open it in a program, save it anew and send that.`,
  )

/** The last cross-reference section of a file and the entries of its trailer that must be carried on. */
interface FileEnd {
  start: number
  isStream: boolean
  trailer: PdfDictionary
}

function endOf(bytes: Buffer): FileEnd {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 4096))
  const start = Number(/startxref\s+(\d{1,12})\s+%%EOF\s*\0*$/.exec(tail)?.[1] ?? Number.NaN)
  const there = Number.isNaN(start) ? '' : bytes.toString('latin1', start, start + 64)
  const isStream = /^\s*\d+\s+\d+\s+obj\b/.test(there)
  if (!isStream && !/^\s*xref\b/.test(there)) throw damaged('its tables are not where it says')
  const from = isStream
    ? bytes.indexOf('obj', start, 'latin1') + 3
    : bytes.indexOf('trailer', start, 'latin1') + 7
  const trailer = parseDictionary(bytes.toString('latin1', from, from + MAX_DICTIONARY))
  if (trailer === undefined || !trailer.has('Root')) throw damaged('it has no trailer')
  if (trailer.has('Encrypt')) {
    throw fault(
      'ENCRYPTED',
      'A protected PDF cannot be given a text layer: what is added would have to be encrypted as the rest is. ' +
        'Save it without protection and send that.',
    )
  }
  return { start, isStream, trailer }
}

async function update(
  bytes: Buffer,
  { start, isStream, trailer }: FileEnd,
  objects: RawObjects,
  document: PdfDocument,
  pages: readonly LayerPage[],
  ctx: LeafContext,
): Promise<Uint8Array> {
  const added = new NewObjects(freeNumber(objects, trailer))
  const font = new GlyphlessFont()
  const fontNumber = added.reserve()
  const before = added.add(pdfStream(Buffer.from('q\n')))
  for (const page of pages) {
    ctx.checkpoint()
    const shown = await document.getPage(page.number)
    const number = shown.ref?.num
    const own = number === undefined ? undefined : dictionaryOf(number, objects, bytes)
    if (number === undefined || own === undefined) throw damaged(`page ${page.number} is not found`)
    const layer = added.add(pdfStream(Buffer.from(`\nQ\n${layerContent(page, shown, font)}`, 'latin1')))
    const contents = contentsOf(own.get('Contents'), objects)
    own.set('Contents', `[${[`${before} 0 R`, ...contents, `${layer} 0 R`].join(' ')}]`)
    own.set('Resources', withFont(resourcesOf(own, objects, bytes), `${fontNumber} 0 R`, objects, bytes))
    own.set('Rotate', String(shownTurn(page, shown.rotate)))
    added.set(number, dictionaryText(own), shown.ref?.gen ?? 0)
    shown.cleanup()
  }
  font.writeAs(fontNumber, added)
  const kept = ['Root', 'Info', 'ID'].flatMap((key) =>
    trailer.has(key) ? [`/${key} ${trailer.get(key)}`] : [],
  )
  const gap = Buffer.from('\n')
  const rest = added.written(bytes.length + gap.length, `${kept.join('')}/Prev ${start}`, isStream)
  return Uint8Array.from(Buffer.concat([bytes, gap, rest]))
}

/** Largest number an object may have (ISO 32000-1, annex C). */
const MAX_OBJECT = 8_388_607

/** The first number that no object has. */
function freeNumber(objects: RawObjects, trailer: PdfDictionary): number {
  const size = Number(trailer.get('Size'))
  let free = size > 0 && size <= MAX_OBJECT ? Math.trunc(size) : 1
  for (const [number] of objects.entries()) free = Math.max(free, number + 1)
  return free
}

function dictionaryOf(number: number, objects: RawObjects, bytes: Buffer): PdfDictionary | undefined {
  const object = objects.get(number)
  if (object === undefined) return undefined
  const { head, at } = object
  return (
    parseDictionary(head) ??
    (at === undefined ? undefined : parseDictionary(bytes.toString('latin1', at, at + MAX_DICTIONARY)))
  )
}

/** The content streams of a page as references. */
function contentsOf(value: string | undefined, objects: RawObjects): string[] {
  if (value === undefined || value === 'null') return []
  const reference = referenceOf(value)
  const array = reference === undefined ? value : objects.get(reference)?.head
  return (array === undefined ? undefined : parseArray(array)) ?? [value]
}

/** The resources of a page, its own or those it inherits. */
function resourcesOf(page: PdfDictionary, objects: RawObjects, bytes: Buffer): PdfDictionary {
  let node: PdfDictionary | undefined = page
  for (let step = 0; node !== undefined && step < MAX_PARENTS; step += 1) {
    const value = node.get('Resources')
    if (value !== undefined) return valueOf(value, objects, bytes)
    const parent = referenceOf(node.get('Parent'))
    node = parent === undefined ? undefined : dictionaryOf(parent, objects, bytes)
  }
  return new Map()
}

/** A dictionary that stands where it is used or is referred to. */
function valueOf(value: string, objects: RawObjects, bytes: Buffer): PdfDictionary {
  const reference = referenceOf(value)
  return (
    (reference === undefined ? parseDictionary(`${value} `) : dictionaryOf(reference, objects, bytes)) ??
    new Map()
  )
}

function withFont(resources: PdfDictionary, font: string, objects: RawObjects, bytes: Buffer): string {
  const fonts = new Map(valueOf(resources.get('Font') ?? '', objects, bytes))
  fonts.set(layerFont, font)
  return dictionaryText(new Map(resources).set('Font', dictionaryText(fonts)))
}

/** What tells a page from an older one of the same number. */
interface PageLook {
  text: string
  /** Operators of its content, pictures among them. */
  operators: number
  annotations: number
}

async function looksOf(
  document: PdfDocument,
  pages: readonly LayerPage[],
  ctx: LeafContext,
): Promise<PageLook[]> {
  const looks: PageLook[] = []
  for (const { number } of pages) {
    ctx.checkpoint()
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const { fnArray } = await page.getOperatorList()
    const annotations = await page.getAnnotations()
    looks.push({
      text: items.map((item) => ('str' in item ? item.str : '')).join(''),
      operators: fnArray.length,
      annotations: annotations.length,
    })
    page.cleanup()
  }
  return looks
}

/**
 * What was written opens with as many pages, and each page written has all that it had before and its words behind it.
 */
async function check(
  input: TextLayerInput,
  written: Uint8Array,
  before: readonly PageLook[],
  ctx: LeafContext,
): Promise<void> {
  const files = { read: (): Uint8Array => written }
  const pdf = await openPdf(input, { checkpoint: () => ctx.checkpoint(), assets: ctx.assets, files })
  try {
    if (pdf.rescued) throw damaged('its tables cannot be carried on')
    const after = await looksOf(pdf.document, input.pages, ctx)
    input.pages.forEach(({ number, lines }, index) => {
      const [old, now] = [before[index], after[index]]
      const words = lines.flat().filter(({ text }) => text !== '').length
      const isWhole =
        old !== undefined &&
        now !== undefined &&
        now.text.startsWith(old.text) &&
        now.text.length >= old.text.length + words &&
        now.operators > old.operators &&
        now.annotations === old.annotations
      if (!isWhole) throw damaged(`page ${number} is not the one its tables name`)
    })
  } finally {
    await pdf.close()
  }
}
