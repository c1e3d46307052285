import { z } from 'zod'

/** The name of stored bytes: `sha256:` and 64 hexadecimal digits. */
export const Digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/, 'expected "sha256:" and 64 hexadecimal digits')
  .describe('Digest of stored bytes')
export type Digest = z.infer<typeof Digest>

/**
 * A file as an operation names it: by path, or by the digest of bytes stored before (`PUT /v1/blobs`). Raw and
 * multipart bodies become a blob source at the door, so behind it there are only these two.
 */
export const Source = z.union([
  z.strictObject({
    path: z.string().min(1).max(4096).describe('Absolute path of a file on this machine'),
  }),
  z.strictObject({
    blob: Digest,
    name: z.string().max(255).optional().describe('Original file name'),
  }),
])
export type Source = z.infer<typeof Source>

/** A binary result: stored bytes, with where to fetch them. */
export const BlobResult = z.strictObject({
  blob: Digest,
  mediaType: z.string(),
  bytes: z.int().nonnegative(),
  url: z.string().describe('Path of the bytes on this service'),
})
export type BlobResult = z.infer<typeof BlobResult>

/** The error of one entry among several: the call as a whole succeeded. */
export const EntryError = z.strictObject({
  code: z.string(),
  detail: z.string(),
  retryable: z.boolean(),
})
export type EntryError = z.infer<typeof EntryError>
