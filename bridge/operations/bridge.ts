import { z } from 'zod'
import { AuditLine } from '../audit-line.ts'
import { KiB, operation } from '../operation.ts'
import { MODES } from '../tiers.ts'

export const PolicyInput = z.strictObject({})
export type PolicyInput = z.infer<typeof PolicyInput>

const Mode = z.enum(MODES)

export const PolicyOutput = z.strictObject({
  path: z.string().describe('File that holds, or would hold, the policy'),
  source: z
    .enum(['file', 'last-good', 'defaults'])
    .describe('Where the policy in force came from; last-good: the file does not parse'),
  tiers: z
    .strictObject({ read: Mode, act: Mode, mutate: Mode, destructive: Mode })
    .describe('What happens to a call of each tier'),
  protectedPaths: z.array(z.string()).describe('Built-in paths that nobody may read or change'),
  ownProtectedPaths: z.int().nonnegative().describe('How many more the owner protects; the file names them'),
  warnings: z.array(z.string()).describe('What a person should look at'),
})
export type PolicyOutput = z.infer<typeof PolicyOutput>

export const policy = operation({
  name: 'bridge.policy',
  tool: { name: 'bridge', action: 'policy' },
  summary: 'Show the policy in force.',
  description:
    'The policy is permissions.yaml in the state folder, or herald-os/permissions.yaml in a Hermes home. A change ' +
    'of the file takes effect at once; a file that does not parse leaves the last good policy in force.',
  tier: { base: 'read' },
  lane: 'home',
  input: PolicyInput,
  output: PolicyOutput,
  limits: { timeoutMs: 5_000, maxInputBytes: KiB },
  deterministic: false,
  volatile: [],
  cache: 'none',
  version: 1,
  faults: [],
  examples: [{ title: 'The policy in force', input: {}, cli: '' }],
})

export const AuditInput = z.strictObject({
  limit: z.int().min(1).max(1000).default(50).describe('Entries at most'),
  before: z.string().max(64).optional().describe('`next` of an earlier answer, for the entries before it'),
})
export type AuditInput = z.infer<typeof AuditInput>

export const AuditOutput = z.strictObject({
  entries: z.array(AuditLine).describe('Newest first'),
  next: z.string().optional().describe('Give it as `before` to read on; absent at the end of the log'),
})
export type AuditOutput = z.infer<typeof AuditOutput>

export const audit = operation({
  name: 'bridge.audit',
  tool: { name: 'bridge', action: 'audit' },
  summary: 'Read the audit log, newest entries first.',
  tier: { base: 'read' },
  role: 'owner',
  lane: 'home',
  input: AuditInput,
  output: AuditOutput,
  limits: { timeoutMs: 30_000, maxInputBytes: KiB },
  deterministic: false,
  volatile: ['entries', 'next'],
  cache: 'none',
  version: 1,
  faults: ['NOT_FOUND'],
  examples: [{ title: 'The last ten calls', input: { limit: 10 }, cli: '--limit 10' }],
})
