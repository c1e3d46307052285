import { homedir } from 'node:os'
import type { Logger } from 'pino'
import { catalogue } from '../bridge/catalogue.ts'
import { fault, type Fault } from '../bridge/faults.ts'
import { Gate } from '../bridge/gate.ts'
import { binaryOf, sourcesOf } from '../bridge/operation-files.ts'
import type { Operation } from '../bridge/operation.ts'
import { leaves as shippedLeaves, type LeafLocation } from '../workers/leaves.ts'
import { CachedLeaves } from './cached-leaves.ts'
import { ByteBudget, CallFiles } from './call-files.ts'
import { Callers } from './callers.ts'
import { Calls, type Call, type RunningCall } from './calls.ts'
import { ConsoleLinks } from './console-links.ts'
import { Events } from './events.ts'
import { openGuarded } from './files/guarded-file.ts'
import { Jobs } from './jobs/jobs.ts'
import { createLanes } from './lanes/lanes.ts'
import type { Lanes } from './lanes/lane.ts'
import { Metrics } from './metrics.ts'
import type { Plan } from './plan.ts'
import { plans as shippedPlans } from './plans/table.ts'
import { ReadinessCheck, type Readiness } from './readiness.ts'
import type { Settings } from './settings.ts'
import type { Stores } from './stores/stores.ts'
import { version } from './version.ts'

/** What a service is made of besides its stores. Tests and benchmarks add operations of their own. */
export interface ServiceParts {
  settings: Settings
  log: Logger
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
  readonly operations: ReadonlyMap<string, Operation>
  readonly budget: ByteBudget
  readonly events = new Events()
  readonly callers = new Callers()
  readonly console = new ConsoleLinks(this.callers)
  readonly metrics: Metrics
  readonly gate: Gate
  readonly lanes: Lanes
  readonly calls: Calls
  readonly jobs: Jobs
  readonly blobs: Stores['blobs']
  /** Set when the service stops taking calls. */
  closing = false
  /** Where it listens, once it does. */
  url = ''
  readonly #stores: Stores
  readonly #readiness: ReadinessCheck
  readonly #running = new Set<RunningCall>()
  readonly #sweeper: NodeJS.Timeout

  constructor({ settings, log, stores, operations = [], leaves = {}, plans = {} }: ServiceParts) {
    this.settings = settings
    this.log = log
    this.blobs = stores.blobs
    this.#stores = stores
    this.operations = new Map([...catalogue, ...operations].map((one) => [one.name, one]))
    this.budget = new ByteBudget(settings.http.maxHeldBytes)
    this.metrics = new Metrics(() => this.lanes.stats(), this.budget)
    this.gate = new Gate({
      home: settings.home,
      homeDir: homedir(),
      settings: { approvals: settings.approvals, audit: settings.audit },
      announce: (event) => this.events.emit(event.type, event),
    })
    this.lanes = createLanes({
      settings: settings.lanes,
      leaves: { ...shippedLeaves, ...leaves },
      log: (event, fields) => log.warn({ event, ...fields }),
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
      plans: { ...shippedPlans, ...plans },
      resources: {
        settings,
        gate: this.gate,
        runLeaf: (request, cache) => cached.run(request, settings.cache.enabled ? cache : undefined),
        readPath: (path, maxBytes) => this.#readPath(path, maxBytes),
        readBlob: (digest, maxBytes) => this.#readBlob(digest, maxBytes),
      },
      gate: this.gate,
      lanes: this.lanes,
      running: this.#running,
      onEnd: (record) => this.metrics.call(record),
      onMistake: (call, err) => log.error({ event: 'mistake', id: call.id, operation: call.operation.name, err }),
    })
    this.jobs = new Jobs({
      store: stores.jobs,
      blobs: stores.blobs,
      settings: settings.jobs,
      execute: (job, hooks) => this.#execute(job, hooks),
    })
    this.#readiness = new ReadinessCheck(this.lanes, CANARY_EVERY_MS)
    this.#sweeper = setInterval(() => void this.#sweep(), SWEEP_EVERY_MS).unref()
  }
}
