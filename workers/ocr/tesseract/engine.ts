import { fault } from '../../../bridge/faults.ts'
import type { Assets } from '../../leaf.ts'
import type { Grey } from '../../recognition.ts'
import { startCore, type Core, type TesseractApi } from './core.ts'
import type { Language } from './languages.ts'
import { readTrainedData, type Purpose } from './traineddata.ts'

/** `OcrEngineMode` of Tesseract: the older engine, the network. */
const ENGINE_MODE: Record<Purpose, number> = { orientation: 0, reading: 1 }

/** An engine is replaced after this many pages; long-lived ones are reported to grow (tesseract.js 977, 1045). */
const MAX_PAGES = 100
/**
 * WebAssembly memory never shrinks, so an engine that a page made grow beyond this is let go. A full newspaper page
 * of 8 million pixels takes 45 MB, one of 35 million 125 MB.
 */
const MAX_BYTES = 96 * 1024 * 1024

/** Longest side that Tesseract takes, and shortest. */
const MAX_SIDE = 32_767
const MIN_SIDE = 3
/** Three bytes a pixel and more for what is on the page, of the 2 GiB that the engine may have. */
const MAX_PIXELS = 100_000_000
/** Resolutions that Tesseract believes; it works out any other from the page. */
const CREDIBLE_DPI = { min: 70, max: 2400 }

/** Tesseract with its data loaded, warm between pages. */
export class Engine {
  readonly #core: Core
  readonly #api: TesseractApi
  #pages = 0

  private constructor(core: Core, api: TesseractApi) {
    this.#core = core
    this.#api = api
  }

  /**
   * Starts an engine in this thread and hands it the data of the languages. Faults: UNAVAILABLE, DAMAGED,
   * TOO_LARGE.
   */
  static async start(purpose: Purpose, data: readonly Language[], assets: Assets): Promise<Engine> {
    const core = await startCore(purpose === 'reading' ? 'lstm' : 'full', assets)
    const { FS, TessBaseAPI } = core.module
    for (const language of data) {
      FS.writeFile(`/${language.code}.traineddata`, readTrainedData(language, purpose))
    }
    const api = new TessBaseAPI()
    initialise(api, data.map(({ code }) => code).join('+'), ENGINE_MODE[purpose])
    for (const language of data) FS.unlink(`/${language.code}.traineddata`)
    // Otherwise what it remarks on pages is written to a file in its memory, which grows.
    api.SetVariable('debug_file', '/dev/null')
    return new Engine(core, api)
  }

  /** Whether it has read enough pages or grown enough to be replaced. */
  get spent(): boolean {
    return this.#pages >= MAX_PAGES || this.#core.memory.buffer.byteLength > MAX_BYTES
  }

  /**
   * Hands a page over and does something with it. Afterwards the page is forgotten, so that the next one is read
   * as if it were the first. `onProgress` hears percentages; what it throws ends the work.
   */
  use<T>(
    page: Grey,
    mode: number,
    dpi: number | undefined,
    onProgress: (percent: number) => void,
    work: (api: TesseractApi, module: Core['module']) => T,
  ): T {
    const { module, memory } = this.#core
    this.#pages += 1
    module.TesseractProgress = onProgress
    this.#api.SetPageSegMode(mode)
    const address = module._malloc(page.pixels.length)
    if (address === 0) throw new RangeError('Tesseract has no memory for the page')
    // The engine copies grey bytes as they are: no picture format in between.
    new Uint8Array(memory.buffer, address, page.pixels.length).set(page.pixels)
    this.#api.SetImage(address, page.width, page.height, 1, page.width)
    module._free(address)
    if (dpi !== undefined && dpi >= CREDIBLE_DPI.min && dpi <= CREDIBLE_DPI.max) {
      this.#api.SetSourceResolution(Math.round(dpi))
    }
    const result = work(this.#api, module)
    this.#api.Clear()
    module.TesseractProgress = undefined
    return result
  }
}

/** A file that is damaged inside makes the engine abort, or only say no. */
function initialise(api: TesseractApi, codes: string, mode: number): void {
  let reason: unknown
  try {
    if (api.Init('/', codes, mode) === 0) return
  } catch (error) {
    reason = error
  }
  throw fault('DAMAGED', `Tesseract cannot use the data of ${codes}. Get the files again.`, {}, reason)
}

/**
 * Checks the size of a page before any work. False for one that is too small to hold a letter or of one grey all
 * over: asked for a line, Tesseract makes letters up even there. Faults: TOO_MANY_PIXELS; INVALID_INPUT when the
 * bytes are not width times height.
 */
export function readable({ width, height, pixels }: Grey): boolean {
  if (pixels.length !== width * height) {
    throw fault(
      'INVALID_INPUT',
      `A page of ${width} × ${height} has ${width * height} grey bytes; ${pixels.length} came.`,
    )
  }
  if (width > MAX_SIDE || height > MAX_SIDE || pixels.length > MAX_PIXELS) {
    throw fault(
      'TOO_MANY_PIXELS',
      `At most ${MAX_PIXELS} pixels and ${MAX_SIDE} a side are read; the page has ${width} × ${height}. Scale it down.`,
      { maxPixels: MAX_PIXELS, maxSide: MAX_SIDE },
    )
  }
  return width >= MIN_SIDE && height >= MIN_SIDE && pixels.some((grey) => grey !== pixels[0])
}
