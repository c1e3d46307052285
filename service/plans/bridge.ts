import type { Gate } from '../../bridge/gate.ts'
import type { AuditInput, AuditOutput, PolicyInput, PolicyOutput } from '../../bridge/operations/bridge.ts'
import { BUILTIN_PROTECTED } from '../../bridge/protected-paths.ts'

/** The plans of `bridge.policy` and `bridge.audit`, which read the state of one gate. */
export function bridgePlans(gate: Pick<Gate, 'policyState' | 'readAudit'>) {
  return {
    'bridge.policy': (_input: PolicyInput): PolicyOutput => {
      const { path, source, modes, protectedPaths, warnings } = gate.policyState()
      return {
        path,
        source,
        tiers: { ...modes },
        protectedPaths: [...BUILTIN_PROTECTED],
        ownProtectedPaths: protectedPaths.length,
        warnings: [...warnings],
      }
    },
    'bridge.audit': (input: AuditInput): Promise<AuditOutput> => gate.readAudit(input),
  }
}
