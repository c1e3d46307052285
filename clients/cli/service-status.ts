import { z } from 'zod'
import type { Client } from '../client.ts'
import type { Answer } from '../transport.ts'
import { parseAs } from '../wire.ts'

const Live = z.looseObject({ live: z.boolean(), detail: z.string().optional() })

/** What a service says of itself at `/v1/status`, as far as a person at a terminal wants to know. */
export const ServiceStatus = z.looseObject({
  version: z.string(),
  startedAt: z.string(),
  ready: z.looseObject({ ready: z.boolean(), lanes: z.record(z.string(), Live) }),
  lanes: z.array(
    z.looseObject({
      lane: z.string(),
      running: z.number(),
      waiting: z.number(),
      completed: z.number(),
      failed: z.number(),
    }),
  ),
  capabilities: z.array(
    z.looseObject({
      name: z.string(),
      live: z.boolean(),
      detail: z.string().optional(),
      remedy: z.string().optional(),
    }),
  ),
  policy: z.looseObject({
    path: z.string(),
    source: z.enum(['file', 'last-good', 'defaults']),
    modes: z.record(z.string(), z.string()),
    warnings: z.array(z.string()),
  }),
})
export type ServiceStatus = z.infer<typeof ServiceStatus>

/** The answer of `/v1/status` as it came. */
export function statusAnswer(client: Client, signal: AbortSignal): Promise<Answer> {
  return client.transport.send({ method: 'GET', path: '/v1/status', idempotent: true, signal })
}

/** What a service says of itself. Faults: UNAUTHENTICATED. */
export async function serviceStatus(client: Client, signal: AbortSignal): Promise<ServiceStatus> {
  const answer = await statusAnswer(client, signal)
  if (answer.fault) throw answer.fault
  return parseAs(ServiceStatus, answer.body, 'the status of a service')
}
