import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault, fault } from '../../bridge/faults.ts'
import { familyAndVerb, kebabCase, longestMs, type Operation } from '../../bridge/operation.ts'
import type { JobView } from '../../bridge/job.ts'
import { binaryOf } from '../../bridge/operation-files.ts'
import { problemOf } from '../../bridge/problem.ts'
import type { Call } from '../calls.ts'
import { CallFiles } from '../call-files.ts'
import type { Service } from '../service.ts'
import { accepts } from './accept.ts'
import { cancelWhenGone } from './cancel-when-gone.ts'
import { readInput } from './intake.ts'
import { parsePrefer, type Preference } from './prefer.ts'
import { faultOf } from './problems.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const NDJSON_TYPE = 'application/x-ndjson'

/** The route of an operation: `POST /v1/<family>/<verb>`, the verb in kebab-case. */
export function routeOf(name: string): string {
  const { family, verb } = familyAndVerb(name)
  return `/v1/${family}/${kebabCase(verb)}`
}

/** Adds one route for each operation. Only those that take files pay for reading multipart bodies. */
export function addOperationRoutes(app: FastifyInstance, service: Service): void {
  const all = [...service.operations.values()]
  addRoutes(
    app,
    service,
    all.filter(({ files }) => files === undefined),
  )
  app.register(async (scope) => {
    await scope.register(multipart)
    addRoutes(
      scope,
      service,
      all.filter(({ files }) => files !== undefined),
    )
  })
}

function addRoutes(app: FastifyInstance, service: Service, operations: readonly Operation[]): void {
  for (const operation of operations) {
    app.post(routeOf(operation.name), {
      onRequest: (_request, _reply, done) => {
        try {
          service.lanes.admit(operation.lane)
          done()
        } catch (error) {
          done(faultOf(error))
        }
      },
      handler: (request, reply) => answer(service, operation, request, reply),
    })
  }
}

async function answer(
  service: Service,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const files = new CallFiles(service.budget)
  try {
    const { headers } = request
    const approval = headers['approval']
    const preference = parsePrefer(headers['prefer'])
    const lineByLine = operation.streams !== undefined && accepts(headers['accept'], NDJSON_TYPE)
    const isWatched = preference !== undefined || lineByLine
    const call: Call = {
      id: request.id,
      operation,
      input: await readInput(request, operation, files, service.settings.http),
      caller: request.caller,
      files,
      priority: 'interactive',
      timeoutMs: askedTimeout(headers['talaria-timeout-ms'], operation, isWatched),
      isWatched,
      ...(typeof approval === 'string' && { approval }),
    }
    const key = headers['idempotency-key']
    if (preference !== undefined) return await answerAsJob(service, call, preference, key, reply)
    if (lineByLine) return await stream(service, call, reply)
    const send = (): Promise<unknown> => {
      const running = service.calls.run(call)
      if (!running.isOver) cancelWhenGone(reply, running.abort)
      return running.result
    }
    const keyed = typeof key === 'string' && operation.tier.base !== 'read'
    const output = await (keyed ? service.once(call, key, send) : send())
    return await sendOutput(service, call, output, headers['accept'], reply)
  } finally {
    files.release()
  }
}

function askedTimeout(
  header: string | string[] | undefined,
  operation: Operation,
  isWatched: boolean,
): number | undefined {
  if (header === undefined) return undefined
  const timeoutMs = Number(header)
  const mostMs = isWatched ? longestMs(operation) : operation.limits.timeoutMs
  if (!(timeoutMs >= 1 && timeoutMs <= mostMs)) {
    const more = mostMs < longestMs(operation) ? `, ${longestMs(operation)} as a job or line by line` : ''
    throw fault(
      'INVALID_INPUT',
      `Talaria-Timeout-Ms: expected 1 to ${mostMs} for ${operation.name}${more}; got "${String(header)}".`,
    )
  }
  return timeoutMs
}

async function sendOutput(
  service: Service,
  call: Call,
  output: unknown,
  accept: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const picture = binaryOf(call.operation, output)
  if (picture !== undefined) {
    const bytes = call.files.get(picture.blob)
    if (bytes !== undefined && accepts(accept, picture.mediaType)) {
      return reply
        .type(picture.mediaType)
        .header('talaria-digest', picture.blob)
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    }
  }
  if (call.operation.binary !== undefined) await service.keepBinary(call, output)
  return reply.type(JSON_TYPE).send(JSON.stringify(output))
}

async function answerAsJob(
  service: Service,
  call: Call,
  preference: Preference,
  key: string | string[] | undefined,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const request = await service.jobRequest(call, typeof key === 'string' ? key : undefined)
  const { waitMs } = preference
  let job: JobView
  if (preference.async || waitMs === undefined) {
    reply.header('preference-applied', 'respond-async')
    job = await service.jobs.submit(request)
  } else {
    reply.header('preference-applied', `wait=${waitMs / 1000}`)
    const gone = new AbortController()
    cancelWhenGone(reply, (reason) => gone.abort(reason))
    const outcome = await service.jobs.run(request, { waitMs, signal: gone.signal })
    if ('output' in outcome) return reply.type(JSON_TYPE).send(JSON.stringify(outcome.output))
    job = outcome.job
  }
  return reply.code(202).header('location', `/v1/jobs/${job.id}`).type(JSON_TYPE).send(JSON.stringify(job))
}

/**
 * Sends entries as they are finished, a line each, then a last line: `{"end": …}` with the rest of the output, or
 * `{"error": …}` with problem details.
 */
async function stream(service: Service, call: Call, reply: FastifyReply): Promise<FastifyReply> {
  const { raw } = reply.hijack()
  let begun = false
  const write = (line: unknown): void => {
    // What a plan still finishes after the call has ended is for nobody.
    if (raw.writableEnded || raw.destroyed) return
    if (!begun) {
      begun = true
      raw.writeHead(200, { 'content-type': `${NDJSON_TYPE}; charset=utf-8`, 'cache-control': 'no-store' })
    }
    raw.write(`${JSON.stringify(line)}\n`)
  }
  const running = service.calls.run({ ...call, onEmit: write })
  cancelWhenGone(reply, running.abort)
  try {
    const output = await running.result
    write({ end: call.operation.streams?.rest(output) })
  } catch (error) {
    const failure = error instanceof Fault ? error : fault('INTERNAL', 'The service made a mistake.')
    const problem = problemOf(failure)
    if (!begun) {
      begun = true
      raw.writeHead(problem.status, { 'content-type': 'application/problem+json; charset=utf-8' })
      raw.end(JSON.stringify(problem))
      return reply
    }
    write({ error: problem })
  }
  raw.end()
  return reply
}
