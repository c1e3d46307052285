import { randomUUID } from 'node:crypto'
import type { Operation } from '../bridge/operation.ts'
import { checkInput, checkLimits, routeOf, type CallOptions, type Upload } from './calls.ts'
import type { WireRequest } from './transport.ts'
import { uploadBody } from './upload-body.ts'

/** What a call sends: an input as JSON, or a file as the body with the other fields beside it. */
export type CallBody = { input: unknown } | { upload: Upload; fields: Record<string, unknown> }

/**
 * The request of a call, checked against the schema and the limits of its operation so that nothing is sent in
 * vain. Faults: INVALID_INPUT, TOO_LARGE, TYPE_UNSUPPORTED.
 */
export function callRequest(operation: Operation, body: CallBody, options: CallOptions): WireRequest {
  const { signal, timeoutMs, idempotencyKey, approval, session } = options
  const { bytes, ...packed } = 'input' in body ? jsonBody(operation, body.input) : fileBody(operation, body)
  checkLimits(operation, bytes, timeoutMs)
  const changes = operation.tier.base !== 'read' || operation.tier.rise !== undefined
  // With a key of its own a change is done once however often it is sent, so that it may be retried.
  const key = idempotencyKey ?? (changes ? randomUUID() : undefined)
  return {
    method: 'POST',
    path: routeOf(operation) + packed.query,
    role: operation.role === 'owner' ? 'owner' : 'agent',
    headers: {
      accept: 'application/json',
      ...packed.headers,
      ...(timeoutMs !== undefined && { 'talaria-timeout-ms': String(timeoutMs) }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(approval !== undefined && { approval }),
      ...(session !== undefined && { 'talaria-session': session }),
    },
    body: packed.body,
    signal,
    idempotent: true,
  }
}

/**
 * The same request as a job, done once however often it is sent: accepted at once, or, with `wait=N`, answered whole
 * when it ends within N seconds.
 */
export function asJob(request: WireRequest, prefer: 'respond-async' | `wait=${number}`): WireRequest {
  return { ...request, headers: { 'idempotency-key': randomUUID(), ...request.headers, prefer } }
}

function jsonBody(operation: Operation, input: unknown) {
  checkInput(operation, input)
  const body = JSON.stringify(input)
  return { bytes: Buffer.byteLength(body), query: '', headers: { 'content-type': 'application/json' }, body }
}

function fileBody(
  operation: Operation,
  { upload, fields }: { upload: Upload; fields: Record<string, unknown> },
) {
  return { bytes: upload.bytes.byteLength, ...uploadBody(operation, upload, fields) }
}
