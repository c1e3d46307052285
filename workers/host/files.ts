import { createHash } from 'node:crypto'
import { fault } from '../../bridge/faults.ts'
import type { LeafFiles } from '../leaf.ts'

/** The bytes a leaf was given and those it wrote. */
export interface CallFiles extends LeafFiles {
  /** What the leaf wrote, by digest; undefined when it wrote nothing. */
  written(): Array<[digest: string, bytes: Uint8Array]> | undefined
}

const sameMemory = (a: Uint8Array, b: Uint8Array): boolean =>
  a.buffer === b.buffer && a.byteOffset === b.byteOffset && a.byteLength === b.byteLength

/**
 * Gives a leaf its files. Bytes that are one of the inputs are handed back as they are and not hashed again:
 * inputs are read only, so their digest still holds.
 */
export function createFiles(inputs: ReadonlyArray<[digest: string, bytes: Uint8Array]>): CallFiles {
  let outputs: Map<string, Uint8Array> | undefined

  return {
    read(digest) {
      const bytes = inputs.find(([name]) => name === digest)?.[1]
      if (bytes === undefined) {
        throw fault('INTERNAL', `The leaf asked for ${digest}, which did not come with its call.`)
      }
      return bytes
    },

    write(bytes) {
      outputs ??= new Map()
      const input = inputs.find(([, given]) => sameMemory(given, bytes))
      const digest = input?.[0] ?? `sha256:${createHash('sha256').update(bytes).digest('hex')}`
      // Shared memory that is not an input belongs to somebody who may write into it again.
      const own = input === undefined && bytes.buffer instanceof SharedArrayBuffer
      outputs.set(digest, own ? Uint8Array.prototype.slice.call(bytes) : bytes)
      return digest
    },

    written: () => (outputs === undefined ? undefined : [...outputs]),
  }
}
