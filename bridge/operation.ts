import type { z } from 'zod'
import type { FaultCode } from './faults.ts'

/** What a call may do, from harmless to irreversible. A tier may rise with the input; it never falls. */
export const TIERS = ['read', 'act', 'mutate', 'destructive'] as const
export type Tier = (typeof TIERS)[number]

/** Who calls: an agent may ask, a host may also relay a person's answer, the owner may do everything. */
export type Role = 'agent' | 'host' | 'owner'

/** Where the leaves of an operation run; see docs/architecture.md. */
export type LaneName = 'inline' | 'quick' | 'heavy' | 'native' | 'home'

/** Facts a tier may depend on that are not in the input, gathered by the service before the gate. */
export interface Facts {
  /** Named paths that exist already. */
  existingPaths: readonly string[]
}

export interface Example<I> {
  /** What the example shows, as a heading of the reference page. */
  title: string
  /** The input as a caller writes it; checked against the schema and run in the doc tests. */
  input: I
  /** Arguments after `talaria <family> <verb>` that say the same. */
  cli?: string
}

/** The one declaration from which every door is made: HTTP, OpenAPI, CLI, typed client, MCP, reference page. */
export interface Operation<
  Name extends string = string,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  /** `family.verb`; the route is POST /v1/family/verb, the command `talaria family verb`. */
  name: Name
  /** The grouped tool that Hermes and MCP hosts see, and the action within it. */
  tool: {
    name: string
    action?: string
    /** Puts arguments right that an agent wrote, and sets what the tool takes for granted, before they are judged. */
    arguments?(args: Readonly<Record<string, unknown>>): Record<string, unknown>
    /** What that comes to, for its description. */
    notes?: string
  }
  /** One sentence. */
  summary: string
  /** More than one sentence, where one is not enough. */
  description?: string
  cli?: {
    /** Input fields that positional arguments fill, in order; the last may take several. */
    positional?: string[]
    /** Text fields that are paths: relative ones count from the folder the command runs in. */
    paths?: string[]
  }
  tier: { base: Tier; rise?(input: z.infer<I>, facts: Facts): Tier }
  /** The least role that may call it; anybody with a token when left out. */
  role?: Role
  lane: LaneName
  input: I
  output: O
  /** Where the input names files. Raw and multipart bodies are put there. */
  files?: {
    /** Field that takes one source: its failure is the call's failure. */
    one?: string
    /** Field that takes several: a failure stays on its entry. */
    many?: string
    /** Whether a path may be that of a folder, which stands for the files in it. */
    folders?: boolean
    /** Media types taken as a raw body. */
    mediaTypes: string[]
  }
  /**
   * Output field that holds a `BlobResult`, or `list.field` where entries of a list do. The bytes of the only one are
   * the answer when `Accept` names their type.
   */
  binary?: string
  /** Given where finished entries can be sent line by line as NDJSON; `rest` is what the last line says. */
  streams?: { rest(output: z.infer<O>): unknown }
  limits: {
    timeoutMs: number
    /** Time allowed as a job or line by line, where somebody sees it go on; `timeoutMs` then holds for each leaf. */
    longTimeoutMs?: number
    maxInputBytes: number
  }
  /** Equal calls give equal bytes, through every door, apart from the `volatile` fields. */
  deterministic: boolean
  volatile: string[]
  /** 'content': equal input on equal bytes may be answered from the result cache. */
  cache: 'content' | 'none'
  /** Raised when its meaning changes, so that no cached result of an older one is used. */
  version: number
  /** Faults of its own, besides those any operation can meet; the reference page lists them. */
  faults: FaultCode[]
  examples: Example<z.input<I>>[]
}

/** Declares an operation; the types of its input and output are inferred from the schemas. */
export function operation<const Name extends `${string}.${string}`, I extends z.ZodType, O extends z.ZodType>(
  declaration: Operation<Name, I, O>,
): Operation<Name, I, O> {
  return declaration
}

/** The longest that any call of an operation may take, in milliseconds: as a job or line by line. */
export function longestMs({ limits }: Operation): number {
  return limits.longTimeoutMs ?? limits.timeoutMs
}

/** The family and verb of an operation's name. */
export function familyAndVerb(name: string): { family: string; verb: string } {
  const dot = name.indexOf('.')
  return { family: name.slice(0, dot), verb: name.slice(dot + 1) }
}

/** A camelCase verb as it is written on a command line and in a route: `setCrop` is `set-crop`. */
export function kebabCase(verb: string): string {
  return verb.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

export const KiB = 1024
export const MiB = 1024 * 1024
