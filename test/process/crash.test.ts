import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { repeats, seeded } from '../random.ts'
import { startProcess, type ServiceProcess } from '../service-process.ts'
import { temporaryFolder } from '../service.ts'

interface Job {
  id: string
  state: string
  error?: { code: string }
}

async function submit(service: ServiceProcess, path: string, json: unknown): Promise<string | undefined> {
  try {
    const response = await service.call(path, { json, headers: { prefer: 'respond-async' } })
    return response.status === 202 ? ((await response.json()) as Job).id : undefined
  } catch {
    // The service died under the request: nothing was promised.
    return undefined
  }
}

async function final(service: ServiceProcess, id: string): Promise<Job> {
  for (;;) {
    const response = await service.call(`/v1/jobs/${id}`)
    assert.equal(response.status, 200, `job ${id} was accepted and is gone`)
    const job = (await response.json()) as Job
    if (!['queued', 'running'].includes(job.state)) return job
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test('after kill -9 at random moments every accepted job reaches an end, and its result is whole', async (t) => {
  const random = seeded(20)
  const home = temporaryFolder(t)
  const rounds = repeats(6, 50)
  for (let round = 0; round < rounds; round++) {
    const service = await startProcess(t, home)
    const moment = random() * 250
    const accepted: string[] = []
    let stopped = false
    const load = (async () => {
      for (let count = 0; !stopped && count < 200; count++) {
        const id = await submit(service, '/v1/calc/eval', { input: `${round} * 1000 + ${count}` })
        if (id !== undefined) accepted.push(id)
      }
    })()
    await new Promise((resolve) => setTimeout(resolve, moment))
    await service.end('SIGKILL')
    stopped = true
    await load
    const again = await startProcess(t, home)
    for (const id of accepted) {
      const job = await final(again, id)
      assert.equal(job.state, 'succeeded', `${id}: ${JSON.stringify(job.error)}`)
      const result = await again.call(`/v1/jobs/${id}/result`)
      assert.match(await result.text(), /^\{"result":"\d+"/)
    }
    assert.deepEqual(
      readdirSync(join(home, 'jobs')).filter((name) => name.startsWith('.tmp')),
      [],
    )
    assert.equal((await again.end('SIGTERM')).code, 0)
  }
})

test('after a crash a job that only reads runs again, one that acts is INTERRUPTED', async (t) => {
  const home = temporaryFolder(t)
  const first = await startProcess(t, home)
  const reading = await submit(first, '/v1/test/sleep', { ms: 1500 })
  const acting = await submit(first, '/v1/test/act-slowly', { ms: 1500 })
  assert.ok(reading !== undefined && acting !== undefined)
  await new Promise((resolve) => setTimeout(resolve, 400))
  await first.end('SIGKILL')
  const second = await startProcess(t, home)
  assert.equal((await final(second, reading)).state, 'succeeded')
  const interrupted = await final(second, acting)
  assert.equal(interrupted.state, 'failed')
  assert.equal(interrupted.error?.code, 'INTERRUPTED')
  await second.end('SIGTERM')
})

test('SIGTERM loses no accepted job: what was running or waiting ends after the next start', async (t) => {
  const home = temporaryFolder(t)
  const first = await startProcess(t, home, { drainMs: '300' })
  const ids: string[] = []
  for (let count = 0; count < 10; count++) {
    const id = await submit(first, '/v1/test/sleep', { ms: 600 })
    assert.ok(id !== undefined)
    ids.push(id)
  }
  assert.equal((await first.end('SIGTERM')).code, 0)
  const second = await startProcess(t, home)
  for (const id of ids) assert.equal((await final(second, id)).state, 'succeeded')
  await second.end('SIGTERM')
})
