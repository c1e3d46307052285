import assert from 'node:assert/strict'
import { catalogue } from '../../bridge/catalogue.ts'
import type { Operation } from '../../bridge/operation.ts'
import { casesOf, type Places } from '../contract/cases.ts'
import { routeOf } from '../contract/doors.ts'
import type { ServiceProcess } from '../service-process.ts'

/** Asks a service all there is to ask: every example and bad case of every operation, a job, every open page. */
export async function askEverything(service: ServiceProcess, places: Places): Promise<void> {
  const owner = { authorization: `Bearer ${service.token('owner')}` }
  for (const operation of catalogue) {
    let succeeded = 0
    for (const { title, input } of casesOf(operation, places)) {
      const response = await service.call(routeOf(operation), { json: input, headers: owner })
      assert.ok(response.status < 500, `${operation.name}, ${title}: ${await response.text()}`)
      if (response.ok) succeeded += 1
    }
    assert.ok(succeeded >= operation.examples.length, operation.name)
    await asJob(service, operation, casesOf(operation, places)[0]?.input, owner)
  }
  for (const path of [
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/docs',
    '/console/',
    '/metrics',
    '/v1/status',
  ]) {
    assert.equal((await service.call(path)).status, 200, path)
  }
}

async function asJob(
  service: ServiceProcess,
  operation: Operation,
  input: unknown,
  owner: Record<string, string>,
): Promise<void> {
  const accepted = await service.call(routeOf(operation), {
    json: input,
    headers: { ...owner, prefer: 'respond-async' },
  })
  assert.equal(accepted.status, 202)
  const place = accepted.headers.get('location') ?? ''
  await (await service.call(`${place}/events`, { headers: owner })).text()
  assert.equal((await service.call(`${place}/result`, { headers: owner })).status, 200)
}
