import { fault } from '../bridge/faults.ts'
import { BlobResult } from '../bridge/sources.ts'
import type { Answer, Transport } from './transport.ts'
import { parseAs } from './wire.ts'

interface Options {
  signal?: AbortSignal | undefined
}

/** Stored bytes, named by their digest. */
export class BlobsClient {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Stores bytes for 24 hours after their last use and returns their digest. Faults: TOO_LARGE, EMPTY_FILE. */
  async put(
    bytes: Uint8Array<ArrayBuffer>,
    options: Options & { mediaType?: string } = {},
  ): Promise<BlobResult> {
    const { mediaType = 'application/octet-stream', signal } = options
    const answer = await this.#transport.send({
      method: 'PUT',
      path: '/v1/blobs',
      headers: { 'content-type': mediaType },
      body: bytes,
      // The same bytes are the same blob, so storing them twice does no harm.
      idempotent: true,
      signal,
    })
    return parseAs(BlobResult, successful(answer).body, 'a stored blob')
  }

  /**
   * Bytes of a digest: all, or those from `start` up to and without `end`, counted in bytes. Faults: NOT_FOUND,
   * INVALID_INPUT for a range outside the blob.
   */
  async get(digest: string, options: Options & { start?: number; end?: number } = {}): Promise<Uint8Array> {
    const { start = 0, end, signal } = options
    const part = start > 0 || end !== undefined
    if (part && !(start >= 0 && (end === undefined || end > start))) {
      throw fault('INVALID_INPUT', `Expected a range with start < end; ${start} to ${end} came.`)
    }
    const answer = await this.#transport.send({
      method: 'GET',
      path: `/v1/blobs/${encodeURIComponent(digest)}`,
      ...(part && { headers: { range: `bytes=${start}-${end === undefined ? '' : end - 1}` } }),
      idempotent: true,
      signal,
    })
    if (answer.status === 416) throw fault('INVALID_INPUT', `The blob has no bytes from ${start} on.`)
    return successful(answer).body
  }
}

function successful(answer: Answer): Answer {
  if (answer.fault) throw answer.fault
  return answer
}
