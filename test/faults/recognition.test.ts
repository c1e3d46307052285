import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { repeats as sampleOrAll, seeded } from '../random.ts'
import { root } from '../root.ts'
import { startTestService, type TestService } from '../service.ts'
import { eventually, pause, seed } from './lanes-setup.ts'

const letter = join(root, 'samples/letter.pdf')
const lines = join(root, 'test/fixtures/ocr/three-lines.png')

/** Each takes about a second. */
const repeats = sampleOrAll(8, 60)

/** So that no recognition is answered without being done. */
const uncached = { 'cache.enabled': 'false' }

interface Answer {
  status: number
  body: { text?: string; code?: string; retryable?: boolean }
}

async function recognize(
  service: TestService,
  path: string,
  engine: string,
  signal?: AbortSignal,
): Promise<Answer> {
  const json = { source: { path }, engine }
  const response = await service.call('/v1/ocr/recognize', { json, ...(signal && { signal }) })
  return { status: response.status, body: await response.json() }
}

/** Processes that this one has started and that still run. */
function children(): number[] {
  const list = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  return list.trim().split(' ').filter(Boolean).map(Number)
}

/** Answers of other lanes while something dies. */
async function others(service: TestService): Promise<void> {
  const sum = await service.call('/v1/calc/eval', { json: { input: '2 + 3' } })
  assert.equal((await sum.json()).result, '5')
  const read = await service.call('/v1/documents/read', { json: { path: letter } })
  assert.match((await read.json()).documents[0].pages[0].text, /Dear/)
}

/** Waits until nothing runs in any lane. */
const idle = (service: TestService): Promise<void> =>
  eventually(
    'nothing runs any more',
    () => service.service.lanes.stats().every(({ running, waiting }) => running + waiting === 0),
    10_000,
  )

test(
  'a child killed at a random moment of a recognition takes only its call',
  { skip: process.platform !== 'linux' && 'children are found by /proc' },
  async (t) => {
    const service = await startTestService(t, { ...uncached, 'lanes.native.workers': '1' })
    const pick = seeded(seed)
    const expected = (await recognize(service, lines, 'ppocr')).body.text
    assert.match(expected ?? '', /\w/)
    t.diagnostic(`seed ${seed}, ${repeats} times`)
    let lost = 0
    for (let i = 0; i < repeats; i += 1) {
      const killed = recognize(service, lines, 'ppocr')
      await pause(20 + pick() * 400)
      for (const pid of children()) process.kill(pid, i % 2 === 0 ? 'SIGKILL' : 'SIGSEGV')
      const [{ status, body }] = await Promise.all([killed, others(service)])
      if (status === 200) assert.equal(body.text, expected)
      else {
        assert.equal(body.code, 'WORKER_LOST', JSON.stringify(body))
        assert.equal(status, 503)
        assert.equal(body.retryable, true)
        lost += 1
      }
      const after = await recognize(service, lines, 'ppocr')
      assert.equal(after.status, 200, JSON.stringify(after.body))
    }
    assert.ok(lost >= repeats / 2, `${lost} of ${repeats} kills met a recognition`)
    await idle(service)
  },
)

test('recognitions whose callers leave at random moments end, and the next ones are answered', async (t) => {
  const service = await startTestService(t, uncached)
  const pick = seeded(seed)
  t.diagnostic(`seed ${seed}, ${repeats} times`)
  let gone = 0
  for (let i = 0; i < repeats; i += 1) {
    const engine = ['auto', 'ppocr', 'tesseract'][i % 3] ?? 'auto'
    const leaving = new AbortController()
    const left = recognize(service, lines, engine, leaving.signal).catch((error: unknown) => {
      assert.ok(error instanceof Error && error.name === 'AbortError', String(error))
      gone += 1
    })
    await pause(10 + pick() * 300)
    leaving.abort()
    await Promise.all([left, others(service)])
    await idle(service)
  }
  assert.ok(gone >= repeats / 2, `${gone} of ${repeats} callers left in time`)
  const { status, body } = await recognize(service, lines, 'auto')
  assert.equal(status, 200)
  assert.match(body.text ?? '', /\w/)
})
