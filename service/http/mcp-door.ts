import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../bridge/approval.ts'
import { isFinal } from '../../bridge/job.ts'
import type { McpCallOptions, McpDoor, McpOutcome, McpTerms } from '../../bridge/mcp-door.ts'
import { fault, type Fault } from '../../bridge/faults.ts'
import type { Operation } from '../../bridge/operation.ts'
import { CallFiles } from '../call-files.ts'
import { requireRole } from '../callers.ts'
import type { Call, Caller } from '../calls.ts'
import type { Service } from '../service.ts'
import { bodyTooLarge } from './body.ts'

/** A call that wants progress is followed as a job after this time; before, there is little to tell. */
const FOLLOW_AFTER_MS = 1000

/** The door that the tools of `/mcp` go through: calls and jobs of this service, for one request of one caller. */
export class ServiceDoor implements McpDoor {
  readonly #service: Service
  readonly #caller: Caller
  readonly #requestId: string

  constructor(service: Service, caller: Caller, requestId: string) {
    this.#service = service
    this.#caller = caller
    this.#requestId = requestId
  }

  terms(): McpTerms {
    return termsFor(this.#service, this.#caller)
  }

  async answer(id: string, answer: Answer): Promise<void> {
    requireRole(this.#caller, 'host', 'owner')
    await this.#service.gate.approvals.answer(id, answer, this.#caller)
  }

  link(path: string): string {
    return this.#service.url + path
  }

  blob(digest: string, signal: AbortSignal): Promise<Uint8Array> {
    return this.#service.blobs.read(digest, { signal })
  }

  async call(operation: Operation, input: unknown, options: McpCallOptions): Promise<McpOutcome> {
    const service = this.#service
    checkSize(operation, input)
    const files = new CallFiles(service.budget)
    const { onProgress, approval } = options
    try {
      const call: Call = {
        id: this.#requestId,
        operation,
        input,
        caller: this.#caller,
        files,
        priority: 'interactive',
        ...(onProgress && { onProgress }),
        ...(approval !== undefined && { approval }),
      }
      if (operation.limits.timeoutMs > options.waitMs) return await this.#asJob(call, options)
      return { operation: operation.name, output: await this.#whole(call, options.signal) }
    } finally {
      files.release()
    }
  }

  /** A call that ends in time by its own limit. */
  async #whole(call: Call, signal: AbortSignal): Promise<unknown> {
    const running = this.#service.calls.run(call)
    const cancel = (): void => running.abort(goneFault())
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const output = await running.result
      await this.#service.keepBinary(call, output)
      return output
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  /** A call that may outlast its wait, and then goes on. */
  async #asJob(call: Call, { signal, waitMs, onProgress }: McpCallOptions): Promise<McpOutcome> {
    const { jobs } = this.#service
    const request = await this.#service.jobRequest(call, undefined)
    const endsAt = Date.now() + waitMs
    const firstMs = onProgress === undefined ? waitMs : Math.min(FOLLOW_AFTER_MS, waitMs)
    const outcome = await jobs.run(request, { waitMs: firstMs, signal: cancelling(signal) })
    if ('output' in outcome) return { operation: call.operation.name, output: outcome.output }
    const { id } = outcome.job
    try {
      signal.throwIfAborted()
      return await this.job(id, {
        signal,
        waitMs: Math.max(0, endsAt - Date.now()),
        ...(onProgress && { onProgress }),
      })
    } catch (error) {
      // Whoever went away before they were told of the job can never ask for it.
      if (signal.aborted) await jobs.cancel(id, this.#caller).catch(() => undefined)
      throw error
    }
  }

  async job(
    id: string,
    { signal, waitMs, onProgress }: Omit<McpCallOptions, 'approval'>,
  ): Promise<McpOutcome> {
    const { jobs } = this.#service
    const enough = new AbortController()
    const either = AbortSignal.any([signal, enough.signal])
    const timer = sleep(waitMs, undefined, { signal: either }).then(
      () => enough.abort(),
      () => undefined,
    )
    try {
      for await (const { data } of jobs.events(id, this.#caller, { signal: either }))
        onProgress?.(data.progress)
    } finally {
      enough.abort()
      await timer
    }
    signal.throwIfAborted()
    const job = jobs.get(id, this.#caller)
    if (!isFinal(job.state)) return { job }
    return { operation: job.operation, output: await jobs.result(id, this.#caller) }
  }
}

/** What holds for the calls of a caller. */
export function termsFor({ settings }: Service, { role }: Caller): McpTerms {
  return { ...settings.mcp, mayAnswer: role !== 'agent' }
}

function goneFault(): Fault {
  return fault('CANCELLED', 'The client cancelled the call or closed the connection.')
}

/** The same signal with a fault as its reason, for what throws the reason on. */
function cancelling(signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  if (signal.aborted) controller.abort(goneFault())
  signal.addEventListener('abort', () => controller.abort(goneFault()), { once: true })
  return controller.signal
}

/** The limit that a JSON body of the operation has over HTTP. */
function checkSize({ limits }: Operation, input: unknown): void {
  if (Buffer.byteLength(JSON.stringify(input)) > limits.maxInputBytes)
    throw bodyTooLarge(limits.maxInputBytes)
}
