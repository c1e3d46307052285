import type { Tier } from '../../bridge/operation.ts'
import { Digest } from '../../bridge/sources.ts'
import { jsonDigest } from '../../bridge/canonical-json.ts'
import type { Caller } from '../stores/tokens.ts'

/** What a caller asks for: parsed input whose sources are blobs (`{blob: 'sha256:…'}`), not paths. */
export interface NewJob {
  operation: string
  input: unknown
  caller: Caller
  tier: Tier
  /** Blobs that the input names in vain, as it may for one file among several: the job does not wait for them. */
  absent?: readonly Digest[]
  /** The same key, caller and input again give the same job. */
  idempotencyKey?: string
}

/** Digests of all blobs an input names, at any depth. */
export function blobsIn(input: unknown): Digest[] {
  const found = new Set<Digest>()
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return
    for (const [key, member] of Object.entries(value)) {
      const digest = key === 'blob' ? Digest.safeParse(member) : undefined
      if (digest?.success === true) found.add(digest.data)
      else visit(member)
    }
  }
  visit(input)
  return [...found]
}

/** Tells two requests under one key apart. */
export function requestDigest({ operation, input }: NewJob): string {
  return jsonDigest([operation, input])
}

/** The name of an idempotency key among those of all callers. */
export function keyOf(callerId: string, key: string): string {
  return JSON.stringify([callerId, key])
}
