import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Holding } from '../cli/hold.ts'
import { startTestService } from '../service.ts'
import { callTool, connectTo, WAYS } from './connections.ts'

/** Over stateless HTTP of the earlier revisions a cancelled call cannot be told from others: only leaving ends it. */
const CANCELLING = WAYS.filter(({ transport, era }) => transport === 'stdio' || era === 'modern')

for (const way of CANCELLING) {
  for (const action of ['wait', 'hold']) {
    test(`${way.title}: a cancelled call is cancelled on the service (${action})`, async (t) => {
      const hold = new Holding()
      const service = await startTestService(t, {}, hold.extension)
      const client = await connectTo(t, service, way)
      const controller = new AbortController()
      const answer = callTool(client, 'test', { action }, { signal: controller.signal })
      await hold.begun
      controller.abort()
      await assert.rejects(answer)
      assert.equal(await hold.cancelled, 'CANCELLED')
    })
  }

  test(`${way.title}: a call that is followed for its progress is cancelled too`, async (t) => {
    const hold = new Holding()
    const service = await startTestService(t, {}, hold.extension)
    const client = await connectTo(t, service, way)
    const controller = new AbortController()
    const { signal } = controller
    let answer: Promise<unknown> = Promise.resolve()
    const heard = new Promise<void>((resolve) => {
      answer = callTool(client, 'test', { action: 'wait' }, { signal, onprogress: () => resolve() })
    })
    const context = await hold.begun
    let told = 0
    const telling = setInterval(() => context.progress(++told / 1000), 100)
    t.after(() => clearInterval(telling))
    await heard
    controller.abort()
    await assert.rejects(answer)
    assert.equal(await hold.cancelled, 'CANCELLED')
  })
}

for (const way of WAYS) {
  test(`${way.title}: a client that goes away ends its call`, async (t) => {
    const hold = new Holding()
    const service = await startTestService(t, {}, hold.extension)
    const client = await connectTo(t, service, way)
    const answer = callTool(client, 'test', { action: 'wait' })
    await hold.begun
    await client.close()
    await assert.rejects(answer)
    assert.equal(await hold.cancelled, 'CANCELLED')
  })
}
