import type { Plan } from '../plan.ts'
import { evaluatePlan } from './calc.ts'
import { auditPlan, policyPlan } from './bridge.ts'
import { filterPlan } from './image.ts'
import { readPlan } from './documents.ts'

/** The plan of each operation. */
export const plans: Record<string, Plan<never>> = {
  'calc.eval': evaluatePlan,
  'documents.read': readPlan,
  'image.filter': filterPlan,
  'bridge.policy': policyPlan,
  'bridge.audit': auditPlan,
}
