import type { FormatOptions } from '../workers/formats/content.ts'

/** Limits wide enough for any fixture, and a context that never ends a reading. */
export const formatLimits: FormatOptions = {
  maxUnfoldedBytes: 50_000_000,
  maxEntries: 1000,
  maxDepth: 200,
  maxChars: 1_000_000,
}
export const idle = { checkpoint: (): void => {} }
