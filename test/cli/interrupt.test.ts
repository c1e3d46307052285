import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { startTestService } from '../service.ts'
import { answering } from './answering.ts'
import { captured } from './captured.ts'
import { Holding, holdOperations } from './hold.ts'
import { start } from './talaria.ts'
import { commandWithTestOperations as script } from './with-test-operations.ts'

async function holding(t: TestContext) {
  const hold = new Holding()
  const service = await startTestService(t, {}, hold.extension)
  return { hold, service }
}

test('Ctrl-C cancels the call on the service and ends with 130', async (t) => {
  const { hold, service } = await holding(t)
  const { child, outcome } = start(['test', 'wait', '--url', service.url], { home: service.home, script })
  await hold.begun
  child.kill('SIGINT')
  const { code, stdout, stderr } = await outcome
  assert.deepEqual([code, stdout, stderr], [130, '', 'Interrupted.\n'])
  assert.equal(await hold.cancelled, 'CANCELLED')
})

test('a command that is killed cancels its call too', async (t) => {
  const { hold, service } = await holding(t)
  const { child } = start(['test', 'wait', '--url', service.url], { home: service.home, script })
  await hold.begun
  child.kill('SIGKILL')
  assert.equal(await hold.cancelled, 'CANCELLED')
})

test('Ctrl-C ends a command whose service does not answer', async (t) => {
  let reach = () => {}
  const reached = new Promise<void>((resolve) => (reach = resolve))
  const { url } = await answering(t, () => reach())
  const { child, outcome } = start(['test', 'wait', '--url', url], { home: '/nowhere', script })
  await reached
  child.kill('SIGINT')
  assert.equal((await outcome).code, 130)
})

test('--timeout ends the call on the service with DEADLINE', async (t) => {
  const { hold, service } = await holding(t)
  const argv = ['test', 'wait', '--timeout', '200ms', '--url', service.url]
  const { code, stderr } = await captured(argv, {
    env: { TALARIA_HOME: service.home },
    operations: holdOperations,
  })
  assert.equal(code, 1)
  assert.match(stderr, /^DEADLINE: .+--timeout/)
  assert.equal(await hold.cancelled, 'DEADLINE')
})

test('at a terminal the progress of a long call is drawn on one line and wiped', async (t) => {
  const { hold, service } = await holding(t)
  const shown = captured(['test', 'hold', '--text', 'done', '--url', service.url], {
    env: { TALARIA_HOME: service.home },
    operations: holdOperations,
    terminal: true,
    onStderr: (text) => text.includes('45 %') && hold.letGo(),
  })
  const context = await hold.begun
  context.progress(0.45)
  const { code, stdout, stderr } = await shown
  assert.equal(code, 0, stderr)
  assert.match(stdout, /text:.* done/)
  const drawn = stderr.split('\r\u001b[K')
  assert.ok(
    drawn.some((line) => line.startsWith('test hold … 45 %')),
    stderr,
  )
  assert.equal(drawn.at(-1), '', 'the line is wiped')
  assert.doesNotMatch(stderr, /\n/)
})

test('an output that nobody reads any more is no mistake', async (t) => {
  const { hold, service } = await holding(t)
  const { child, outcome } = start(['test', 'wait', '--text', 'x', '--url', service.url], {
    home: service.home,
    script,
  })
  await hold.begun
  child.stdout?.destroy()
  assert.ok(child.stdout)
  if (!child.stdout.closed) await once(child.stdout, 'close')
  hold.letGo()
  const { code, stderr } = await outcome
  assert.deepEqual([code, stderr], [0, ''])
})
