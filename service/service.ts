import { homedir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { z } from 'zod'
import { catalogue } from '../bridge/catalogue.ts'
import { jsonDigest } from '../bridge/canonical-json.ts'
import { Fault, fault } from '../bridge/faults.ts'
import { Gate } from '../bridge/gate.ts'
import { binariesOf, namesSeveral, sourcesOf } from '../bridge/operation-files.ts'
import type { Operation } from '../bridge/operation.ts'
import type { PolicyState } from '../bridge/policy-file.ts'
import { Digest } from '../bridge/sources.ts'
import { compileKernels } from '../workers/kernels.ts'
import { leaves as shippedLeaves, type LeafLocation } from '../workers/leaves.ts'
import { canaries } from './canaries.ts'
import { capabilitiesOf, type Capability } from './capabilities.ts'
import { CachedLeaves } from './cached-leaves.ts'
import { tooLarge, type Reading } from './call-context.ts'
import { ByteBudget, CallFiles, digestOf } from './call-files.ts'
import { Callers } from './callers.ts'
import { Calls, type Call, type RunningCall } from './calls.ts'
import { ConsoleLinks } from './console-links.ts'
import { Events } from './events.ts'
import { openGuarded } from './files/guarded-file.ts'
import { listGuarded, type Folder } from './files/guarded-folder.ts'
import type { JobRequest } from './jobs/job-store.ts'
import type { JobContext } from './jobs/job-runner.ts'
import { Jobs } from './jobs/jobs.ts'
import type { NewJob } from './jobs/new-job.ts'
import { createLanes } from './lanes/lanes.ts'
import type { Lanes, LaneStats } from './lanes/lane.ts'
import { spoolFolders } from './lanes/spool.ts'
import { Metrics } from './metrics.ts'
import type { Plan } from './plan.ts'
import { bridgePlans } from './plans/bridge.ts'
import { plans as shippedPlans } from './plans/table.ts'
import { ReadinessCheck, type Readiness } from './readiness.ts'
import type { Settings } from './settings.ts'
import type { Stores } from './stores/stores.ts'
import { version } from './version.ts'

/** What a service is made of besides its stores. Tests and benchmarks add operations of their own. */
export interface ServiceParts {
  settings: Settings
  log: Logger
  /** Takes the line of each request, where requests are logged. */
  logLine?: (line: string) => void
  stores: Stores
  operations?: readonly Operation[]
  leaves?: Readonly<Record<string, LeafLocation>>
  plans?: Readonly<Record<string, Plan<never>>>
}

/** How long a canary's answer stands before the next asker runs one again. */
const CANARY_EVERY_MS = 15_000
const SWEEP_EVERY_MS = 10 * 60_000

/** The running service: every part, and the few acts that need more than one of them. It knows nothing of HTTP. */
export class Service {
  readonly version = version
  readonly startedAt = new Date().toISOString()
  readonly settings: Settings
  readonly log: Logger
  readonly logLine: ((line: string) => void) | undefined
  readonly operations: ReadonlyMap<string, Operation>
  readonly budget: ByteBudget
  readonly events = new Events()
  readonly callers: Callers
  readonly console: ConsoleLinks
  readonly metrics: Metrics
  readonly gate: Gate
  readonly lanes: Lanes
  readonly calls: Calls
  readonly jobs: Jobs
  readonly blobs: Stores['blobs']
  /** Tokens of hosts: issue, list, revoke. */
  readonly hosts: Pick<Stores['home']['tokens'], 'issueHostToken' | 'listHosts' | 'revokeHostToken'>
  /** Set when the service stops taking calls. */
  closing = false
  /** Where it listens, once it does. */
  url = ''
  readonly #stores: Stores
  readonly #readiness: ReadinessCheck
  readonly #running = new Set<RunningCall>()
  readonly #sweeper: NodeJS.Timeout

  constructor({ settings, log, logLine, stores, operations = [], leaves = {}, plans = {} }: ServiceParts) {
    this.settings = settings
    this.log = log
    this.logLine = logLine
    this.blobs = stores.blobs
    this.hosts = stores.home.tokens
    this.#stores = stores
    this.callers = new Callers(stores.home.tokens)
    this.console = new ConsoleLinks(this.callers)
    this.operations = new Map([...catalogue, ...operations].map((one) => [one.name, one]))
    this.budget = new ByteBudget(settings.http.maxHeldBytes)
    this.metrics = new Metrics(() => this.lanes.stats(), this.budget)
    this.gate = new Gate({
      home: settings.home,
      ...(settings.hermesHome !== undefined && { hermesHome: settings.hermesHome }),
      homeDir: homedir(),
      protect: spoolFolders(settings.lanes.spool),
      settings: { approvals: settings.approvals, audit: settings.audit },
      announce: (event) => this.events.emit(event.type, event),
    })
    this.lanes = createLanes({
      settings: settings.lanes,
      leaves: { ...shippedLeaves, ...leaves },
      canaries,
      modules: compileKernels(),
      log,
      onLeaf: (record) => this.metrics.leaf(record),
    })
    const cached = new CachedLeaves({
      lanes: this.lanes,
      cache: stores.results,
      blobs: stores.blobs,
      onLookup: (outcome) => this.metrics.cacheLookup(outcome),
      onMistake: (err) => log.warn({ event: 'cache', err }),
    })
    this.calls = new Calls({
      operations: this.operations,
      plans: { ...shippedPlans, ...bridgePlans(this.gate), ...plans },
      resources: {
        settings,
        runLeaf: (request, cache) => cached.run(request, settings.cache.enabled ? cache : undefined),
        listFolder: (path, signal) => this.#listFolder(path, signal),
        readPath: (path, reading) => this.#readPath(path, reading),
        readBlob: (digest, reading) => this.#readBlob(digest, reading),
      },
      gate: this.gate,
      lanes: this.lanes,
      running: this.#running,
      onEnd: (record) => this.metrics.call(record),
      onMistake: (call, err) =>
        log.error({ event: 'mistake', id: call.id, operation: call.operation.name, err }),
    })
    this.jobs = new Jobs({
      store: stores.jobs,
      blobs: stores.blobs,
      settings: settings.jobs,
      execute: (request, ctx) => this.#execute(request, ctx),
      onChange: (job) => this.events.emit('job', job),
      onError: (err, id) => log.error({ event: 'mistake', id, err }),
    })
    this.#readiness = new ReadinessCheck(this.lanes, CANARY_EVERY_MS)
    this.#sweeper = setInterval(() => void this.#sweep(), SWEEP_EVERY_MS).unref()
  }
  /** Brings jobs of an earlier run back and wakes the lanes, without waiting for either. */
  async begin(): Promise<void> {
    await this.jobs.recover()
    void this.readiness().catch((err: unknown) => this.log.error({ event: 'mistake', err }))
  }

  /** Whether every lane works; not ready while shutting down. */
  async readiness(): Promise<Readiness> {
    const readiness = await this.#readiness.check()
    return this.closing ? { ...readiness, ready: false } : readiness
  }

  /** What a person wants to know at a glance. */
  async status(): Promise<Status> {
    const ready = await this.readiness()
    const capabilities = await capabilitiesOf(this.operations.values(), ready, this.lanes, this.settings)
    return {
      version: this.version,
      startedAt: this.startedAt,
      ready,
      lanes: this.lanes.stats(),
      capabilities,
      policy: this.gate.policyState(),
      heldBytes: this.budget.heldBytes,
      blobs: this.blobs.usage,
    }
  }

  /** Stores the bytes of binary results, so that their urls work. */
  async keepBinary({ operation, files }: Pick<Call, 'operation' | 'files'>, output: unknown): Promise<void> {
    for (const { result } of binariesOf(operation, output)) {
      const bytes = files.get(result.blob)
      if (bytes === undefined) continue
      await this.blobs.put(bytes, { mediaType: result.mediaType, knownDigest: result.blob })
    }
  }

  /** Performs a call once for its idempotency key. */
  async once(call: Call, key: string, perform: () => Promise<unknown>): Promise<unknown> {
    const { result } = await this.#stores.idempotency.run({
      client: call.caller.id,
      key,
      request: jsonDigest([call.operation.name, call.input]),
      repeat: call.operation.tier.base === 'read' ? 'harmless' : 'unsafe',
      perform,
    })
    return result
  }

  /**
   * What makes a job of a call: asks the gate, stores every byte the input names. What is read by path is what was
   * there at this moment.
   */
  async jobRequest(call: Call, idempotencyKey: string | undefined): Promise<NewJob> {
    const { input, decision } = await this.calls.admit(call)
    const { captured, absent } = await this.#capture(call, input)
    return {
      operation: call.operation.name,
      input: {
        input: call.input,
        captured,
        decision: decision.decision,
        ...(call.timeoutMs !== undefined && { timeoutMs: call.timeoutMs }),
      },
      caller: call.caller,
      tier: decision.tier,
      absent,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    }
  }

  /** Stores every byte an input names. What cannot be read in a list of files is for the job to report on its entry. */
  async #capture(
    { operation, files }: Call,
    input: unknown,
  ): Promise<{ captured: Captured[]; absent: Digest[] }> {
    const captured: Captured[] = []
    const absent: Digest[] = []
    const orUnreadable = async <T>(reading: Promise<T>): Promise<T | undefined> => {
      try {
        return await reading
      } catch (error) {
        const ofFile = error instanceof Fault && error.code !== 'BUSY' && error.code !== 'CANCELLED'
        if (ofFile && namesSeveral(operation, input)) return undefined
        throw error
      }
    }
    for (const source of sourcesOf(operation, input)) {
      if ('path' in source) {
        // What stands in a folder is looked up when the job runs.
        if (operation.files?.folders === true && (await orUnreadable(this.#listFolder(source.path)))) continue
        const reading = { maxBytes: operation.limits.maxInputBytes, files }
        const file = await orUnreadable(this.#readPath(source.path, reading))
        if (file === undefined) continue
        const { bytes, digest } = file
        await files.borrow(bytes.byteLength, () =>
          this.blobs.put(bytes, { knownDigest: digest, durable: true }),
        )
        captured.push({ path: source.path, blob: digest })
        continue
      }
      const bytes = files.get(source.blob)
      const mediaType = files.declaredType(source.blob)
      const kept = { knownDigest: source.blob, durable: true, ...(mediaType !== undefined && { mediaType }) }
      if (bytes !== undefined) await this.blobs.put(bytes, kept)
      else if ((await orUnreadable(this.blobs.stat(source.blob))) === undefined) absent.push(source.blob)
    }
    return { captured, absent }
  }

  async #execute(request: JobRequest, ctx: JobContext): Promise<unknown> {
    const { input, captured, decision, timeoutMs } = JobInput.parse(request.input)
    const files = new CallFiles(this.budget)
    try {
      const call: Call = {
        id: request.id,
        operation: this.calls.operation(request.operation),
        input,
        caller: request.caller,
        files,
        priority: 'batch',
        timeoutMs,
        isWatched: true,
        admitted: { tier: request.tier, decision },
        captured: new Map(captured.map(({ path, blob }) => [path, blob])),
        onProgress: ctx.progress,
        onQueue: ctx.queue,
      }
      const running = this.calls.run(call)
      const cancel = (): void => running.abort(ctx.signal.reason)
      if (ctx.signal.aborted) cancel()
      ctx.signal.addEventListener('abort', cancel, { once: true })
      const output = await running.result
      await this.keepBinary(call, output)
      return output
    } finally {
      files.release()
    }
  }

  #listFolder(path: string, signal?: AbortSignal): Promise<Folder | undefined> {
    return listGuarded(path, {
      maxEntries: this.settings.documents.maxFolderEntries,
      isProtected: (one) => this.gate.protectedRoot(one),
      ...(signal && { signal }),
    })
  }

  async #readPath(path: string, { maxBytes, files, signal }: Reading): Promise<ReadFile> {
    const isProtected = (one: string): Promise<string | undefined> => this.gate.protectedRoot(one)
    const file = await openGuarded(path, { maxBytes, isProtected, ...(signal && { signal }) })
    try {
      const bytes = await files.borrow(file.size, () => file.read(signal))
      return { bytes, digest: file.digest ?? digestOf(bytes), path }
    } finally {
      await file.close()
    }
  }

  async #readBlob(
    digest: Digest,
    { maxBytes, files, signal }: Reading,
  ): Promise<{ bytes: Uint8Array; mediaType: string }> {
    const { bytes, mediaType } = await this.blobs.stat(digest)
    if (bytes > maxBytes) throw tooLarge(bytes, maxBytes)
    const read = (): Promise<Uint8Array> => this.blobs.read(digest, { ...(signal && { signal }) })
    return { bytes: await files.borrow(bytes, read), mediaType }
  }

  async #sweep(): Promise<void> {
    for (const store of [this.#stores.blobs, this.#stores.results, this.#stores.idempotency, this.jobs]) {
      await Promise.resolve(store.sweep()).catch((err: unknown) => this.log.error({ event: 'mistake', err }))
    }
  }

  /** Takes no new calls from now on; those that run go on. */
  stopTaking(): void {
    this.closing = true
  }

  /**
   * Ends what runs: jobs go back to their queue on disk, calls may finish within `drainMs` and are then ended with
   * SHUTTING_DOWN; the audit log is written out.
   */
  async close(): Promise<void> {
    this.stopTaking()
    clearInterval(this.#sweeper)
    const deadline = Date.now() + this.settings.drainMs
    await this.jobs.drain(this.settings.drainMs)
    const results = [...this.#running].map(({ result }) => result.catch(() => undefined))
    await Promise.race([
      Promise.all(results),
      sleep(Math.max(0, deadline - Date.now()), undefined, { ref: false }),
    ])
    const reason = fault('SHUTTING_DOWN', 'The service is shutting down.', { retryAfterMs: 2000 })
    for (const running of this.#running) running.abort(reason)
    await this.lanes.close(this.settings.lanes.graceMs)
    await this.gate.close()
  }
}

interface ReadFile {
  bytes: Uint8Array
  digest: Digest
  path: string
}

/** A path of a job's input and the bytes that were there when it was accepted. */
type Captured = z.infer<typeof Captured>
const Captured = z.strictObject({ path: z.string(), blob: Digest })
const JobInput = z.strictObject({
  input: z.unknown(),
  captured: z.array(Captured),
  decision: z.enum(['allowed', 'approved']),
  timeoutMs: z.number().optional(),
})

interface Status {
  version: string
  startedAt: string
  ready: Readiness
  lanes: LaneStats[]
  capabilities: Capability[]
  policy: PolicyState
  heldBytes: number
  blobs: Stores['blobs']['usage']
}
