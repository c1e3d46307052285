import { Fault, fault, toEnvelope, type FaultCode } from '../bridge/faults.ts'
import type { Decision, Gate, GateCall, Role } from '../bridge/gate.ts'
import { invalidInput } from '../bridge/invalid-input.ts'
import { longestMs, type Operation } from '../bridge/operation.ts'
import { guardedPaths } from '../bridge/operation-files.ts'
import { CallContext, type CallResources } from './call-context.ts'
import type { CallFiles } from './call-files.ts'
import type { Lanes } from './lanes/lane.ts'
import type { Plan } from './plan.ts'

/** Who asks: the client behind a token, and its conversation where it names one. */
export interface Caller {
  id: string
  role: Role
  session?: string
}

export interface Call {
  id: string
  operation: Operation
  /** As it came; parsed here. */
  input: unknown
  caller: Caller
  files: CallFiles
  priority: 'interactive' | 'batch'
  /** Asked-for limit; the operation's own is the most it can be. */
  timeoutMs?: number | undefined
  /** Whether somebody sees it go on, as a job or line by line: it may take as long as the operation ever may. */
  isWatched?: boolean
  approval?: string | undefined
  /** Digests that stand for paths; see `CallOptions`. */
  captured?: ReadonlyMap<string, string>
  /** Whether the gate has let this call pass already, when it was accepted as a job. */
  admitted?: Decision
  onEmit?: (item: unknown) => void
  onProgress?: (fraction: number) => void
  onQueue?: (position: number, etaMs: number) => void
}

export interface CallRecord {
  call: Call
  code: FaultCode | 'OK'
  ms: number
}

/** A call under way: its outcome, and a way to end it early. */
export interface RunningCall {
  result: Promise<unknown>
  /** Whether its outcome was known at once, as for what a plan works out by itself. */
  isOver: boolean
  abort(reason: Fault): void
}

/**
 * The middle of every door: schema, gate, admission, plan, audit, in that order. Whatever asks (HTTP, a batch, a
 * job) comes through here, so that no door can forget a step.
 */
export class Calls {
  readonly #operations: ReadonlyMap<string, Operation>
  readonly #plans: Readonly<Record<string, Plan<never>>>
  readonly #resources: CallResources
  readonly #gate: Gate
  readonly #lanes: Lanes
  readonly #running: Set<RunningCall>
  readonly #onEnd: (record: CallRecord) => void
  readonly #onMistake: (call: Call, error: unknown) => void

  constructor(parts: {
    operations: ReadonlyMap<string, Operation>
    plans: Readonly<Record<string, Plan<never>>>
    resources: CallResources
    gate: Gate
    lanes: Lanes
    /** Kept up to date with the calls under way, so that the service can wait for them or end them. */
    running: Set<RunningCall>
    onEnd: (record: CallRecord) => void
    onMistake: (call: Call, error: unknown) => void
  }) {
    this.#operations = parts.operations
    this.#plans = parts.plans
    this.#resources = parts.resources
    this.#gate = parts.gate
    this.#lanes = parts.lanes
    this.#running = parts.running
    this.#onEnd = parts.onEnd
    this.#onMistake = parts.onMistake
  }

  /** The operation of a name. Throws NOT_FOUND. */
  operation(name: string): Operation {
    const operation = this.#operations.get(name)
    if (operation === undefined)
      throw fault('NOT_FOUND', `There is no operation ${name}.`, { operation: name })
    return operation
  }

  /** The input as its schema reads it. Throws INVALID_INPUT that names each field at fault. */
  parse(operation: Operation, input: unknown): unknown {
    const parsed = operation.input.safeParse(input)
    if (parsed.success) return parsed.data
    throw invalidInput(parsed.error)
  }

  /**
   * Asks the gate whether a call may run, without running it: what a job needs before it is accepted.
   * Throws the faults of policy, audited as refusals.
   */
  async admit(call: Call): Promise<{ input: unknown; decision: Decision }> {
    const input = this.parse(call.operation, call.input)
    const gateCall = this.#gateCall(call, input)
    try {
      return { input, decision: await this.#gate.authorize(gateCall) }
    } catch (error) {
      if (error instanceof Fault) this.#gate.record(gateCall, error, { ok: false, error: error.code, ms: 0 })
      throw error
    }
  }

  /** Runs a call to its output. The result rejects with a fault, never with anything else. */
  run(call: Call): RunningCall {
    const { operation } = call
    const { timeoutMs: usualMs } = operation.limits
    const mostMs = call.isWatched === true ? longestMs(operation) : usualMs
    const context = new CallContext(this.#resources, {
      client: call.caller.id,
      priority: call.priority,
      timeoutMs: call.timeoutMs === undefined ? mostMs : Math.min(call.timeoutMs, mostMs),
      leafMs: usualMs,
      maxInputBytes: operation.limits.maxInputBytes,
      cache: operation.cache === 'content' ? { version: operation.version } : undefined,
      files: call.files,
      captured: call.captured,
      onEmit: call.onEmit,
      onProgress: call.onProgress,
      onQueue: call.onQueue,
    })
    const result = this.#work(call, context)
    const running: RunningCall = {
      result,
      isOver: context.isOver,
      abort: (reason) => context.abort(reason),
    }
    if (running.isOver) return running
    this.#running.add(running)
    const forget = (): void => void this.#running.delete(running)
    result.then(forget, forget)
    return running
  }

  async #work(call: Call, context: CallContext): Promise<unknown> {
    const started = performance.now()
    const { operation } = call
    let gateCall: GateCall | undefined
    let decision = call.admitted
    let code: FaultCode | 'OK' = 'OK'
    let refused: Fault | undefined
    try {
      const input = this.parse(operation, call.input)
      gateCall = this.#gateCall(call, input)
      if (decision === undefined) {
        const asked = this.#gate.authorize(gateCall)
        decision = asked instanceof Promise ? await asked : asked
      }
      this.#lanes.admit(operation.lane)
      const plan = this.#plans[operation.name]
      if (plan === undefined) throw new Error(`operation ${operation.name} has no plan`)
      const output = plan(input as never, context)
      return output instanceof Promise ? await context.race(output) : output
    } catch (error) {
      if (error instanceof Fault) refused = error
      else {
        this.#onMistake(call, error)
        const envelope = toEnvelope(error)
        refused = fault(envelope.code, envelope.detail, {}, error)
      }
      code = refused.code
      throw refused
    } finally {
      context.end()
      const ms = performance.now() - started
      // An input its schema refused is in the audit log too, as it came.
      gateCall ??= { id: call.id, operation, input: call.input, client: call.caller, paths: [] }
      this.#gate.record(gateCall, decision ?? refused ?? fault('INTERNAL', 'No decision was made.'), {
        ok: code === 'OK',
        ms: Math.round(ms * 100) / 100,
        ...(code !== 'OK' && { error: code }),
      })
      this.#onEnd({ call, code, ms })
    }
  }

  #gateCall(call: Call, input: unknown): GateCall {
    const { operation } = call
    return {
      id: call.id,
      operation,
      input,
      client: call.caller,
      paths: operation.files === undefined ? [] : guardedPaths(operation, input),
      ...(call.approval !== undefined && { approval: call.approval }),
    }
  }
}
