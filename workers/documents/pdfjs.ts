import { createRequire, Module } from 'node:module'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { inflateQuickly } from './quick-inflate.ts'

export type PdfDocument = PDFDocumentProxy
export type PdfPage = PDFPageProxy
export type Pdfjs = typeof import('pdfjs-dist')

/** What pdf.js looks up when it is imported and only uses when it draws; text needs none of them. */
const unused = {
  DOMMatrix: class DOMMatrix {},
  ImageData: class ImageData {},
  Path2D: class Path2D {},
}

let loading: Promise<Pdfjs> | undefined

/**
 * What the polyfills inside pdf.js put in place of the engine's own, because of faults that touch no program of ours:
 * every array of the thread would be filled several times slower.
 */
const natives = [
  [Array.prototype, 'push'],
  [JSON, 'parse'],
  [JSON, 'stringify'],
  [Function.prototype, 'toString'],
] as const satisfies readonly (readonly [object, string])[]

/**
 * pdf.js (legacy build), imported once per thread. On import pdf.js loads the native package @napi-rs/canvas for
 * three classes of its drawing side. Native addons have no place in a thread that may be terminated at any
 * moment, so empty classes stand in for them during the import and are gone afterwards: here pdf.js reads text, it
 * never draws.
 */
export function loadPdfjs(): Promise<Pdfjs> {
  if (loading === undefined) inflateQuickly()
  loading ??= importWithoutCanvas()
  return loading
}

async function importWithoutCanvas(): Promise<Pdfjs> {
  const require = createRequire(import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs'))
  const file = resolved(require, '@napi-rs/canvas')
  const missing = Object.keys(unused).filter((name) => !(name in globalThis))
  const standIn = file !== undefined && require.cache[file] === undefined
  if (standIn) {
    const empty = new Module(file)
    empty.exports = unused
    empty.loaded = true
    require.cache[file] = empty
  }
  const own = natives.map(([owner, name]) => Reflect.getOwnPropertyDescriptor(owner, name))
  try {
    // The half that pdf.js would import at the first file.
    await import(import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.mjs'))
    return await import('pdfjs-dist/legacy/build/pdf.mjs')
  } finally {
    for (const [index, [owner, name]] of natives.entries())
      Reflect.defineProperty(owner, name, own[index] ?? {})
    if (standIn) {
      delete require.cache[file]
      for (const name of missing) Reflect.deleteProperty(globalThis, name)
    }
  }
}

function resolved(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name)
  } catch {
    return undefined
  }
}
