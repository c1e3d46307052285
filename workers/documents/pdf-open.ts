import { Fault, fault } from '../../bridge/faults.ts'
import type { LeafContext } from '../leaf.ts'
import { withoutIdentityEncryption } from './embedded-only.ts'
import type { LayerCheck } from './graphics.ts'
import { HidingPlaces } from './may-hide.ts'
import { passwordSpellings } from './password.ts'
import { loadPdfjs, type PdfDocument, type PdfPage } from './pdfjs.ts'
import { rebuildPdf } from './pdf-rescue.ts'
import { RawObjects } from './raw-objects.ts'
import { requirePdf } from './pdf-type.ts'

/** What differs between reading and drawing a PDF. */
export interface PdfUse {
  /** Largest picture pdf.js decodes, in pixels. Reading text needs none, so unless set none is decoded. */
  maxImagePixels?: number
  /** Whether fonts that are not in the file are taken from those inside pdf.js; only drawing needs them. */
  standardFonts?: boolean
}

export interface PdfSource {
  digest: string
  password?: string | undefined
}

/** An open PDF; `close` must be called when done. */
export interface OpenPdf {
  document: PdfDocument
  /** Whether the file was damaged and its objects had to be looked for. */
  rescued: boolean
  /** Whether a name stands in the file outside of compressed streams. */
  mentions(name: string): boolean
  /** Its objects as they are written; none when it is encrypted. Found at the first call. */
  objects(): RawObjects
  /** Whether text may be hidden on a page. */
  mayHide(page: PdfPage): boolean
  /** Says which of its layers are shown. */
  layers(): Promise<LayerCheck>
  close(): Promise<void>
}

/** What of a leaf's surroundings opening a file needs. */
export interface PdfContext extends Pick<LeafContext, 'checkpoint' | 'assets'> {
  files: Pick<LeafContext['files'], 'read'>
}

/**
 * Opens a PDF that travels with the call. A file that pdf.js refuses is rebuilt once and tried again.
 * Faults: EMPTY_FILE, TYPE_UNSUPPORTED, DAMAGED, ENCRYPTED (no password came), WRONG_PASSWORD.
 */
export async function openPdf(source: PdfSource, ctx: PdfContext, use: PdfUse = {}): Promise<OpenPdf> {
  const bytes = Buffer.from(ctx.files.read(source.digest))
  requirePdf(bytes)
  ctx.checkpoint()
  try {
    return await attempt(new Uint8Array(bytes), bytes, source.password, ctx, use)
  } catch (error) {
    const mended = error instanceof Fault ? mend(error, bytes) : undefined
    if (mended === undefined) throw error
    ctx.checkpoint()
    const pdf = await attempt(mended, bytes, source.password, ctx, use)
    return { ...pdf, rescued: error instanceof Fault && error.code === 'DAMAGED' }
  }
}

/** A copy of a file that could not be opened, mended where that is possible. */
function mend(error: Fault, bytes: Buffer): Uint8Array | undefined {
  if (error.code === 'DAMAGED') return rebuildPdf(bytes)
  return error.code === 'ENCRYPTED' || error.code === 'WRONG_PASSWORD'
    ? withoutIdentityEncryption(bytes)
    : undefined
}

async function attempt(
  data: Uint8Array,
  bytes: Buffer,
  password: string | undefined,
  ctx: PdfContext,
  use: PdfUse,
): Promise<OpenPdf> {
  const { maxImagePixels = 1, standardFonts = false } = use
  const pdfjs = await loadPdfjs()
  const spellings = passwordSpellings(password)
  const task = pdfjs.getDocument({
    data,
    cMapUrl: ctx.assets.packagePath('pdfjs-dist', 'cmaps/'),
    cMapPacked: true,
    wasmUrl: ctx.assets.packagePath('pdfjs-dist', 'wasm/'),
    iccUrl: ctx.assets.packagePath('pdfjs-dist', 'iccs/'),
    ...(standardFonts && {
      standardFontDataUrl: ctx.assets.packagePath('pdfjs-dist', 'standard_fonts/'),
    }),
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: false,
    maxImageSize: maxImagePixels,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  })
  task.onPassword = (retry: (answer: string | Error) => void) => {
    retry(spellings.shift() ?? new Error('no spelling of the password is left'))
  }
  try {
    const document = await task.promise
    if (document.numPages < 1) throw fault('DAMAGED', 'Expected a PDF with pages; this one has none.')
    let objects: RawObjects | undefined
    let places: HidingPlaces | undefined
    let layers: Promise<LayerCheck> | undefined
    const objectsOf = (): RawObjects => (objects ??= rawObjects(bytes))
    return {
      document,
      rescued: false,
      mentions: (name) => bytes.includes(name, 0, 'latin1'),
      objects: objectsOf,
      mayHide: ({ ref, view }) =>
        ref === null || (places ??= new HidingPlaces(objectsOf())).mayHide(ref.num, view),
      layers: () => (layers ??= layersOf(document)),
      close: () => task.destroy(),
    }
  } catch (error) {
    await task.destroy()
    throw openingFault(error, password !== undefined)
  }
}

async function layersOf(document: PdfDocument): Promise<LayerCheck> {
  const config = await document.getOptionalContentConfig()
  return (properties) => config.isVisible(properties)
}

function rawObjects(bytes: Buffer): RawObjects {
  // What is encrypted cannot be looked at from outside.
  if (bytes.includes('/Encrypt')) return new RawObjects(Buffer.alloc(0))
  const objects = new RawObjects(bytes)
  objects.unpack()
  return objects
}

/** The fault of what pdf.js threw while opening. */
function openingFault(error: unknown, passwordGiven: boolean): Fault {
  if (error instanceof Fault) return error
  const name = error instanceof Error ? error.name : ''
  if (name === 'PasswordException') {
    return passwordGiven
      ? fault('WRONG_PASSWORD', 'The PDF is encrypted and the password given does not open it.')
      : fault('ENCRYPTED', 'The PDF is encrypted. Send its password as `password`.')
  }
  return fault(
    'DAMAGED',
    'The file starts as a PDF, but it cannot be read. Send an undamaged copy.',
    {},
    error,
  )
}
