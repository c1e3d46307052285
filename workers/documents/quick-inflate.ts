import { inflateSync } from 'node:zlib'

/**
 * Stands in for `new DecompressionStream('deflate')` as pdf.js uses it: one write, then the data is read to its end.
 * Unfolded at once it is there in a fraction of the time that streams take over the many small streams of a PDF. As
 * there, damaged data throws where it is read; pdf.js then goes on by its own means.
 */
class QuickInflate {
  readonly writable: { getWriter(): Writer }
  readonly readable: Iterable<Uint8Array>

  constructor() {
    let folded = new Uint8Array()
    this.writable = {
      getWriter: () => ({
        ready: Promise.resolve(),
        write: (bytes) => {
          folded = bytes
          return Promise.resolve()
        },
        close: () => Promise.resolve(),
      }),
    }
    this.readable = unfolding(() => folded)
  }
}

interface Writer {
  ready: Promise<void>
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  close(): Promise<void>
}

function* unfolding(folded: () => Uint8Array): Generator<Uint8Array> {
  yield inflateSync(folded())
}

/**
 * Gives this thread the quick way for `deflate`, which nothing but pdf.js asks for here; other formats, such as the
 * `deflate-raw` of archives, are unfolded as before.
 */
export function inflateQuickly(): void {
  const native = globalThis.DecompressionStream
  const construct = (target: typeof native, [format]: [CompressionFormat]): object =>
    format === 'deflate' ? new QuickInflate() : new target(format)
  globalThis.DecompressionStream = new Proxy(native, { construct })
}
