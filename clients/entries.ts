import { z } from 'zod'
import { fault } from '../bridge/faults.ts'
import { lines } from './lines.ts'
import { connectionFault, type Transport, type WireRequest } from './transport.ts'
import { Problem, faultOfProblem } from './wire.ts'

/** The last line of a streaming answer; an entry that merely has an `error` of its own has other fields too. */
const LastLine = z.union([z.strictObject({ end: z.unknown() }), z.strictObject({ error: Problem })])

/**
 * Entries of a streaming answer (NDJSON) as they are finished, then, as the return value, the rest of the output.
 * Leaving the loop cancels the call. Faults: those of the call, UNREACHABLE when the answer stops half-way.
 */
export async function* entries(
  transport: Transport,
  request: WireRequest,
): AsyncGenerator<unknown, unknown, undefined> {
  const signal = request.signal ?? new AbortController().signal
  const headers = { ...request.headers, accept: 'application/x-ndjson' }
  try {
    for await (const line of lines(await transport.stream({ ...request, headers, signal }))) {
      if (line === '') continue
      const entry: unknown = JSON.parse(line)
      const last = LastLine.safeParse(entry)
      if (!last.success) yield entry
      else if ('end' in last.data) return last.data.end
      else throw faultOfProblem(last.data.error)
    }
  } catch (error) {
    throw connectionFault(error, request.path, signal)
  }
  throw fault('UNREACHABLE', 'The answer stopped half-way; ask again.')
}
