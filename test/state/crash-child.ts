/**
 * Works on a home as fast as it can until it is killed or, on SIGTERM, drained, and says on stdout what has been promised: a line is
 * written only after the promise was made, with a call that a kill cannot split from it.
 */
import { appendFileSync, writeSync } from 'node:fs'
import { Fault } from '../../bridge/faults.ts'
import { writeAtomic } from '../../service/stores/atomic-file.ts'
import { contentOf, openState, randomFrom } from './crash-work.ts'

const [folder = '', seed = '0'] = process.argv.slice(2)
const random = randomFrom(Number(seed))
const caller = { id: 'agent', role: 'agent' } as const
const say = (line: string): void => void writeSync(1, `${line}\n`)

const { home, blobs, jobs, idempotency, cache } = await openState(folder)
process.once('SIGTERM', () => {
  void (async () => {
    await jobs.drain(20)
    await home.close()
    process.exit(0)
  })()
})
await jobs.recover()
await home.announce({ port: 1, version: '0', startedAt: new Date() })
say('ready')

async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000)
}

async function loop(line: number): Promise<never> {
  for (let i = 0; ; i++) {
    const name = `${seed}.${line}.${i}`
    const bytes = contentOf(name)
    const { digest } = await blobs.put(random() < 0.5 ? bytes : pieces(bytes), { mediaType: 'text/plain' })
    say(`blob ${digest} ${name}`)
    const tier = random() < 0.5 ? 'read' : 'act'
    const request = {
      operation: 'test.crash',
      input: { name, source: { blob: digest } },
      caller,
      tier,
    } as const
    const kind = random()
    if (kind < 0.6) {
      const { id } = await jobs.submit({ ...request, idempotencyKey: name })
      say(`job ${id} ${name} ${tier} ${digest}`)
      if (random() < 0.1) {
        say(`cancelling ${id}`)
        await jobs.cancel(id, caller)
      }
    } else if (kind < 0.8) {
      const outcome = await jobs.run(request, { waitMs: random() * 40 })
      if ('job' in outcome) say(`job ${outcome.job.id} ${name} ${tier}`)
    } else {
      const perform = async (): Promise<string> => {
        appendFileSync(home.path('once'), `${name}\n`)
        return `did ${name}`
      }
      await idempotency.run({ client: 'agent', key: name, request: 'r', repeat: 'unsafe', perform })
      say(`once ${name}`)
    }
    await cache.set(digest.slice(7), { output: name, blobs: [digest] })
    await writeAtomic(home.path('document.json'), JSON.stringify({ name, text: bytes.toString('base64') }))
    if (random() < 0.05) await blobs.sweep()
    if (random() < 0.05) await jobs.sweep()
  }
}

try {
  await Promise.all([0, 1, 2, 3].map(loop))
} catch (error) {
  // The drain refuses new work; its handler ends the process.
  if (!(error instanceof Fault && error.code === 'SHUTTING_DOWN')) throw error
}
