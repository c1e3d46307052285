import { fault, Fault } from '../../../bridge/faults.ts'
import type { Assets } from '../../leaf.ts'
import type { Grey } from '../recognition.ts'
import { startCore, type Core, type TesseractApi } from './core.ts'
import type { Language } from './languages.ts'
import { readTrainedData, type Purpose } from './traineddata.ts'

/** `OcrEngineMode` of Tesseract: the older engine, the network. */
const ENGINE_MODE: Record<Purpose, number> = { orientation: 0, reading: 1 }

/** Engines that read and are kept: a page in another language should not cost a start each time. */
const MAX_READING = 2
/** An engine is replaced after this many pages; long-lived ones are reported to grow (tesseract.js 977, 1045). */
const MAX_PAGES = 100
/** WebAssembly memory never shrinks, so an engine that a large page made grow beyond this is let go. */
const MAX_BYTES = 192 * 1024 * 1024

/** Longest side that Tesseract takes, and shortest. */
const MAX_SIDE = 32_767
const MIN_SIDE = 3
/** A page takes about seven bytes a pixel of the 2 GiB that the engine may have. */
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

  static async start(purpose: Purpose, data: readonly Language[], assets: Assets): Promise<Engine> {
    const core = await startCore(purpose === 'reading' ? 'lstm' : 'full', assets)
    const { FS, TessBaseAPI } = core.module
    for (const language of data) {
      FS.writeFile(`/${language.code}.traineddata`, readTrainedData(language, purpose))
    }
    const api = new TessBaseAPI()
    const codes = data.map(({ code }) => code).join('+')
    if (api.Init('/', codes, ENGINE_MODE[purpose]) !== 0) {
      throw fault('DAMAGED', `Tesseract could not use the data of ${codes}. Get the files again.`)
    }
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

/** Engines of this thread by purpose and data, the one used last at the end. */
const engines = new Map<string, Promise<Engine>>()

/**
 * Uses a warm engine of this thread, or starts one. One that failed, is spent or was not used for longest is
 * let go of; its memory goes with it. Faults: those of {@link readTrainedData}, of a page that is too large, and
 * INTERNAL where Tesseract gives up.
 */
export async function withEngine<T>(
  purpose: Purpose,
  data: readonly Language[],
  assets: Assets,
  work: (engine: Engine) => T,
): Promise<T> {
  const key = [purpose, ...data.map(({ path, stamp }) => `${path}:${stamp}`)].join('\n')
  const starting = engines.get(key) ?? Engine.start(purpose, data, assets)
  engines.delete(key)
  engines.set(key, starting)
  const reading = [...engines.keys()].filter((other) => other.startsWith('reading'))
  for (const oldest of reading.slice(0, -MAX_READING)) engines.delete(oldest)
  let keep = false
  try {
    const engine = await starting
    const result = work(engine)
    keep = !engine.spent
    return result
  } catch (error) {
    if (error instanceof Fault) throw error
    const names = data.map(({ code }) => code).join('+')
    throw fault('INTERNAL', `Tesseract (${names}) gave up on this page; the log has the reason.`, {}, error)
  } finally {
    if (!keep && engines.get(key) === starting) engines.delete(key)
  }
}

/**
 * Checks the size of a page before any work; false for one too small to hold a letter, which Tesseract cannot
 * take. Faults: TOO_MANY_PIXELS; INVALID_INPUT when the bytes are not width times height.
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
  return width >= MIN_SIDE && height >= MIN_SIDE
}
