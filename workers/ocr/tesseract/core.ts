import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fault } from '../../../bridge/faults.ts'
import type { Assets } from '../../leaf.ts'

/** Where an iterator stands (`PageIteratorLevel` of Tesseract). */
export const LEVEL = { line: 2, word: 3 } as const
export type Level = (typeof LEVEL)[keyof typeof LEVEL]

/** Walks over what was read, in reading order (`ResultIterator` of Tesseract). */
export interface ResultIterator {
  Begin(): void
  Next(level: Level): boolean
  Empty(level: Level): boolean
  IsAtBeginningOf(level: Level): boolean
  GetUTF8Text(level: Level): string
  /** 0..100. */
  Confidence(level: Level): number
  getBoundingBox(level: Level): { x0: number; y0: number; x1: number; y1: number }
}

/** `OSResults` of Tesseract. */
export interface OrientationResults {
  best_result: { orientation_id: number; oconfidence: number }
}

/** The part of `TessBaseAPI` that is used. */
export interface TesseractApi {
  Init(folder: string, languages: string, engine: number): number
  SetVariable(name: string, value: string): boolean
  SetPageSegMode(mode: number): void
  SetImage(pixels: number, width: number, height: number, bytesPerPixel: number, bytesPerRow: number): void
  SetSourceResolution(dpi: number): void
  Recognize(monitor: null): number
  DetectOS(results: OrientationResults): boolean
  GetIterator(): ResultIterator
  Clear(): void
}

/** The module of emscripten. */
export interface TesseractModule {
  TessBaseAPI: new () => TesseractApi
  OSResults: new () => OrientationResults
  FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void }
  /** Called while a page is read, with a percentage; what it throws ends the reading. */
  TesseractProgress?: ((percent: number) => void) | undefined
  getPointer(object: object): number
  destroy(object: object): void
  _malloc(bytes: number): number
  _free(address: number): void
}

/** A running instance of Tesseract, with memory of its own. */
export interface Core {
  module: TesseractModule
  memory: WebAssembly.Memory
}

/** `lstm` has the network that reads and no more; `full` also has the older engine, which finds the way up. */
export type CoreKind = 'lstm' | 'full'

interface Options {
  print(text: string): void
  printErr(text: string): void
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): void
}

interface Build {
  start(options: Options): Promise<TesseractModule>
  code: WebAssembly.Module
}

const PACKAGE = 'tesseract.js-core'
const builds = new Map<CoreKind, Build>()
const require = createRequire(import.meta.url)

/**
 * Starts Tesseract in this thread, from the package tesseract.js-core (Tesseract 5.1 as WebAssembly). Its code is
 * compiled once a thread. Nothing is fetched, no file outside its own memory is touched, and what it prints goes
 * nowhere: it remarks on ordinary pages. Faults: UNAVAILABLE.
 */
export async function startCore(kind: CoreKind, assets: Assets): Promise<Core> {
  let build = builds.get(kind)
  if (build === undefined) builds.set(kind, (build = load(kind, assets)))
  const { start, code } = build
  let memory: WebAssembly.Memory | undefined
  const module = await start({
    print: () => {},
    printErr: () => {},
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(code, imports)
      memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory)
      done(instance, code)
    },
  })
  if (memory === undefined) throw new TypeError(`${PACKAGE} exports no memory`)
  return { module, memory }
}

/**
 * Takes the first build whose instructions this machine knows. Relaxed ones may round differently from one kind of
 * processor to another; on one machine the answers stay the same.
 */
function load(kind: CoreKind, assets: Assets): Build {
  for (const instructions of ['-relaxedsimd', '-simd', '']) {
    const file = `tesseract-core${instructions}${kind === 'lstm' ? '-lstm' : ''}`
    const code = compile(readFileSync(assets.packagePath(PACKAGE, `${file}.wasm`)))
    if (code === undefined) continue
    const start: Build['start'] = require(assets.packagePath(PACKAGE, `${file}.js`))
    return { start, code }
  }
  throw fault('UNAVAILABLE', `No build of ${PACKAGE} runs on this machine.`, { package: PACKAGE })
}

function compile(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module | undefined {
  try {
    return new WebAssembly.Module(bytes)
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return undefined
    throw error
  }
}
