import type { Digest } from '../bridge/sources.ts'
import type { LeafRequest, LeafResponse, Lanes } from './lanes/lane.ts'
import type { BlobStore } from './stores/blob-store.ts'
import { resultKey, type ResultCache } from './stores/result-cache.ts'

/**
 * Runs leaves through the result cache: equal leaf, version and input (which names its bytes by digest) give the
 * stored result. It sits below the plans, so that page ranges and single files of a larger call are found too, and
 * names and paths play no part in the key.
 */
export class CachedLeaves {
  readonly #lanes: Lanes
  readonly #cache: ResultCache
  readonly #blobs: BlobStore
  readonly #onLookup: (outcome: 'hit' | 'miss') => void
  readonly #onMistake: (error: unknown) => void

  constructor(parts: {
    lanes: Lanes
    cache: ResultCache
    blobs: BlobStore
    onLookup: (outcome: 'hit' | 'miss') => void
    onMistake: (error: unknown) => void
  }) {
    this.#lanes = parts.lanes
    this.#cache = parts.cache
    this.#blobs = parts.blobs
    this.#onLookup = parts.onLookup
    this.#onMistake = parts.onMistake
  }

  async run(request: LeafRequest, cached: { version: number } | undefined): Promise<LeafResponse> {
    if (cached === undefined) return this.#lanes.run(request)
    const key = resultKey({ name: request.leaf, version: cached.version }, request.input)
    const hit = await this.#load(key)
    this.#onLookup(hit === undefined ? 'miss' : 'hit')
    if (hit !== undefined) return hit
    const response = await this.#lanes.run(request)
    // A result that cannot be kept (no space left) is still a result.
    await this.#keep(key, response).catch(this.#onMistake)
    return response
  }

  async #load(key: string): Promise<LeafResponse | undefined> {
    const hit = await this.#cache.get(key)
    if (hit === undefined) return undefined
    const files = new Map<string, Uint8Array>()
    for (const digest of hit.blobs) files.set(digest, await this.#blobs.read(digest))
    return { output: hit.output, files }
  }

  async #keep(key: string, { output, files }: LeafResponse): Promise<void> {
    const blobs: Digest[] = []
    for (const bytes of files.values()) blobs.push((await this.#blobs.put(bytes)).digest)
    await this.#cache.set(key, { output, blobs })
  }
}
