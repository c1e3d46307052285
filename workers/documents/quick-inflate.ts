import { inflateSync } from 'node:zlib'

/**
 * Stands in for DecompressionStream as pdf.js uses it: one write, then the data is read to its end. Unfolded at once
 * it is there in a fraction of the time that streams take over the many small streams of a PDF. As there, damaged
 * data throws where it is read, and formats other than `deflate` at once; pdf.js then goes on by its own means.
 */
export class QuickInflate {
  readonly writable: { getWriter(): Writer }
  readonly readable: Iterable<Uint8Array>

  constructor(format: string) {
    if (format !== 'deflate') throw new TypeError(`Expected deflate, not ${format}.`)
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
