import { fault, Fault, toEnvelope } from '../../bridge/faults.ts'
import type { Assets, LeafContext } from '../leaf.ts'
import type { LeafLocation } from '../leaves.ts'
import { HostContext, type EndSource } from './context.ts'
import { createFiles } from './files.ts'
import { collectWhenIdle } from './garbage.ts'
import type { LeafAnswer, LeafCall } from './messages.ts'

type Runnable = (input: unknown, context: LeafContext) => unknown

/** Runs leaves by name, the same way in a thread and in a child process. Modules are imported at first use. */
export class LeafRunner {
  readonly #leaves: Record<string, LeafLocation>
  readonly #assets: Assets
  readonly #loaded = new Map<string, Runnable>()

  constructor(leaves: Record<string, LeafLocation>, assets: Assets) {
    this.#leaves = leaves
    this.#assets = assets
  }

  /** Runs one leaf to its end. Whatever it throws becomes the answer; this never rejects. */
  async run(
    call: LeafCall,
    inputs: Array<[digest: string, bytes: Uint8Array]>,
    end: EndSource,
    report: ((fraction: number, item?: unknown) => void) | undefined,
  ): Promise<LeafAnswer> {
    let started = performance.now()
    const files = createFiles(inputs)
    const context = new HostContext({
      deadline: call.deadline,
      files,
      assets: this.#assets,
      end,
      report: call.progress ? report : undefined,
    })
    try {
      const leaf = this.#loaded.get(call.leaf) ?? (await this.#load(call.leaf))
      started = performance.now()
      const result = leaf(call.input, context)
      const output = result instanceof Promise ? await result : result
      const runMs = performance.now() - started
      const written = files.written()
      return written === undefined ? { runMs, output } : { runMs, output, files: written }
    } catch (error) {
      const runMs = performance.now() - started
      const envelope = toEnvelope(error)
      if (error instanceof Fault && error.cause === undefined) return { runMs, fault: envelope }
      return { runMs, fault: envelope, stack: describe(error) }
    } finally {
      context.close()
      collectWhenIdle(bytesOf(inputs) + bytesOf(files.written() ?? []))
    }
  }

  async #load(name: string): Promise<Runnable> {
    const location = this.#leaves[name]
    if (location === undefined) throw fault('INTERNAL', `There is no leaf ${name}.`)
    let module: Record<string, unknown>
    try {
      module = await import(location.url)
    } catch (error) {
      throw fault(
        'UNAVAILABLE',
        `The code of ${name} could not be loaded on this machine; the log has the reason. Run npm ci and start again.`,
        { leaf: name },
        error,
      )
    }
    const exported = module[location.export]
    if (typeof exported !== 'function') {
      throw new TypeError(`The leaf ${name} should be a function ${location.export} in ${location.url}`)
    }
    const leaf: Runnable = (input, context) => exported(input, context)
    this.#loaded.set(name, leaf)
    return leaf
  }
}

function bytesOf(files: readonly (readonly [digest: string, bytes: Uint8Array])[]): number {
  let sum = 0
  for (const [, bytes] of files) sum += bytes.byteLength
  return sum
}

/** The stack of an error and of its causes, for the log. */
function describe(error: unknown): string {
  const parts: string[] = []
  for (let at: unknown = error, depth = 0; at !== undefined && depth < 5; depth += 1) {
    parts.push(at instanceof Error ? (at.stack ?? `${at.name}: ${at.message}`) : String(at))
    at = at instanceof Error ? at.cause : undefined
  }
  return parts.join('\ncaused by ')
}
