import { hash } from 'node:crypto'
import { z } from 'zod'
import { TIERS } from './operation.ts'
import { CompactArgs, quote } from './redact.ts'

/** How the gate decided on a call; `refused` means the call failed before the gate could decide. */
export const DECISIONS = [
  'allowed',
  'approved',
  'denied',
  'blocked',
  'protected',
  'policy_denied',
  'refused',
] as const

/** One line of the audit log. */
export const AuditLine = z.strictObject({
  ts: z.string().describe('When the call ended, ISO 8601 in UTC'),
  id: z.string().describe('Id of the call'),
  tool: z.string(),
  tier: z.enum(TIERS),
  action: z.string().nullable(),
  args: CompactArgs.describe('Arguments: shortened, without secrets and content'),
  decision: z
    .enum(DECISIONS)
    .describe('blocked: nobody had said yes yet; refused: the call failed before it was decided'),
  ok: z.boolean(),
  error: z.string().nullable().describe('Fault code'),
  ms: z.number().describe('How long the call took'),
  approval: z.string().optional().describe('Id of the approval that was used'),
  prev: z.string().describe('SHA-256 of the line before, in hexadecimal'),
})
export type AuditLine = z.infer<typeof AuditLine>

/** What is known of a call before it has its place in the chain. */
export interface AuditEntry extends Pick<
  AuditLine,
  'id' | 'tool' | 'tier' | 'action' | 'decision' | 'ok' | 'error' | 'ms'
> {
  /** A JSON object, as `compactText` writes it. */
  args: string
  approval?: string | undefined
}

/** `prev` of the very first line. */
export const GENESIS = '0'.repeat(64)

/** The digest of a line (without its line feed) that the next line carries. */
export function lineDigest(line: string): string {
  return hash('sha256', line, 'hex')
}

/** The line as an object, or undefined for what a crash left torn. */
export function parseAuditLine(text: string): AuditLine | undefined {
  try {
    return AuditLine.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

const nullOr = (text: string | null) => (text === null ? 'null' : quote(text))

/** Writes a line by hand: a third of the time of `JSON.stringify`, on every call of the service. */
export function formatAuditLine(entry: AuditEntry, ts: string, prev: string): string {
  const { id, tool, tier, action, args, decision, ok, error, ms, approval } = entry
  return (
    `{"ts":"${ts}","id":${quote(id)},"tool":${quote(tool)},"tier":"${tier}","action":${nullOr(action)},` +
    `"args":${args},"decision":"${decision}","ok":${ok},"error":${nullOr(error)},` +
    `"ms":${Number.isFinite(ms) ? Math.round(ms * 1000) / 1000 : 0},` +
    `${approval === undefined ? '' : `"approval":${quote(approval)},`}"prev":"${prev}"}`
  )
}

/** The line that Herald OS keeps of a call, in the order of its own; `ts` is local time to the second. */
export function formatHeraldLine(entry: AuditEntry, ts: string): string {
  const { tool, tier, action, args, decision, ok, error } = entry
  return (
    `{"ts":"${ts}","tool":${quote(tool)},"tier":"${tier}","action":${nullOr(action)},` +
    `"decision":"${decision}","ok":${ok},"summary":null,"error":${nullOr(error)},"args":${args}}`
  )
}
