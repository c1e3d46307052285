import { z } from 'zod'
import { fault, type Fault } from '../bridge/faults.ts'
import { checkInput, operationNamed, type InputOf, type OperationName, type OutputOf } from './calls.ts'
import type { Transport } from './transport.ts'
import { Problem, faultOfProblem, parseAs } from './wire.ts'

/** One call of a batch. */
export type BatchCall = {
  [Name in OperationName]: { operation: Name; input: InputOf<Name>; approval?: string }
}[OperationName]

/** What became of one call of a batch; one that failed does not end the others. */
export type BatchResult<Output> = { output: Output; fault?: undefined } | { output?: undefined; fault: Fault }

/** Results in the order of the calls, each typed by its operation. */
export type BatchResults<Batch extends readonly BatchCall[]> = {
  -readonly [Index in keyof Batch]: BatchResult<OutputOf<Batch[Index]['operation']>>
}

const Results = z.looseObject({
  results: z.array(
    z.union([
      z.looseObject({ status: z.literal(200), output: z.unknown() }),
      z.looseObject({ error: Problem }),
    ]),
  ),
})

/**
 * Makes many small calls in one request. Faults: INVALID_INPUT for an input that does not fit its operation,
 * before anything is sent; what fails on the service is in its entry.
 */
export async function runBatch<const Batch extends readonly BatchCall[]>(
  transport: Transport,
  calls: Batch,
  options: { signal?: AbortSignal | undefined; timeoutMs?: number | undefined } = {},
): Promise<BatchResults<Batch>> {
  const operations = calls.map(({ operation: name, input }) => {
    const operation = operationNamed(name)
    checkInput(operation, input)
    return operation
  })
  const answer = await transport.send({
    method: 'POST',
    path: '/v1/batch',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ calls }),
    idempotent: operations.every(({ tier }) => tier.base === 'read'),
    ...options,
  })
  if (answer.fault) throw answer.fault
  const results: unknown = parseAs(Results, answer.body, 'the results of a batch').results.map((result) =>
    'error' in result ? { fault: faultOfProblem(Problem.parse(result.error)) } : { output: result.output },
  )
  if (answersEach(calls, results)) return results
  throw fault(
    'INTERNAL',
    `Expected a result for each of the ${calls.length} calls; the answer has another number.`,
  )
}

/** Whether there is a result for each call; the service checks each output against the schema of its operation. */
function answersEach<Batch extends readonly BatchCall[]>(
  calls: Batch,
  results: unknown,
): results is BatchResults<Batch> {
  return Array.isArray(results) && results.length === calls.length
}
