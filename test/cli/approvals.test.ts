import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startTestService, type TestService } from '../service.ts'
import { testOperations } from '../operations.ts'
import { captured } from './captured.ts'

interface Typed {
  /** What the person types; undefined without a terminal. */
  types?: string
}

function command(service: TestService, argv: string[], { types }: Typed = {}) {
  const env = { TALARIA_HOME: service.home }
  return captured([...argv, '--url', service.url], {
    env,
    operations: testOperations,
    ...(types !== undefined && { terminal: true, input: types }),
  })
}

const open = async (t: TestContext, service: TestService): Promise<string[]> => {
  const { stdout } = await command(service, ['approvals', 'list'])
  t.diagnostic(stdout.trim())
  return stdout.includes('Nothing waits') ? [] : stdout.trim().split('\n')
}

test('at a terminal the person is asked, and a yes runs the call once', async (t) => {
  const service = await startTestService(t)
  const { code, stdout, stderr } = await command(service, ['test', 'mutate', '--text', 'a'], { types: 'y\n' })
  assert.equal(code, 0, stderr)
  assert.match(stdout, /text: a/)
  assert.match(stderr, /test:mutate \(mutate\).+: /)
  assert.match(stderr, /Allow it\?/)
  assert.deepEqual(await open(t, service), [])
  // Once is once: the next call asks again, and here nobody answers.
  assert.equal((await command(service, ['test', 'mutate', '--text', 'a'])).code, 1)
})

test('anything that is not a yes is a no', async (t) => {
  const service = await startTestService(t)
  for (const types of ['n\n', '\n', 'maybe\n', '']) {
    const { code, stdout, stderr } = await command(service, ['test', 'mutate', '--text', types.trim()], {
      types,
    })
    assert.equal(code, 1)
    assert.equal(stdout, '')
    assert.match(stderr, /APPROVAL_DENIED: You did not allow test:mutate/)
  }
})

test('a yes may hold for the session, but never for what is destructive', async (t) => {
  const service = await startTestService(t)
  assert.equal((await command(service, ['test', 'mutate'], { types: 'session\n' })).code, 0)
  assert.equal((await command(service, ['test', 'mutate', '--text', 'other'])).code, 0)
  const always = await command(service, ['test', 'destructive'], { types: 'a\n' })
  assert.equal(always.code, 1)
  assert.doesNotMatch(always.stderr, /always/)
  assert.equal((await command(service, ['test', 'destructive'], { types: 'y\n' })).code, 0)
  assert.equal((await command(service, ['test', 'destructive'])).code, 1)
})

test('without a terminal nobody is asked: it says how, and --approval repeats the call after a yes', async (t) => {
  const service = await startTestService(t)
  const argv = ['test', 'mutate', '--text', 'b']
  const first = await command(service, argv)
  assert.equal(first.code, 1)
  assert.match(first.stderr, /^APPROVAL_NEEDED: /m)
  const id = /--approval (\S+)/.exec(first.stderr)?.[1] ?? ''
  const [line = ''] = await open(t, service)
  assert.ok(line.startsWith(id))

  const byProgram = await command(service, ['approvals', 'answer', id])
  assert.equal(byProgram.code, 1)
  assert.match(byProgram.stderr, /^FORBIDDEN: Only a person at a terminal/)
  assert.equal((await command(service, [...argv, '--approval', id])).code, 1, 'nobody said yes')

  const byPerson = await command(service, ['approvals', 'answer', id], { types: 'y\n' })
  assert.equal(byPerson.code, 0, byPerson.stderr)
  const repeated = await command(service, [...argv, '--approval', id])
  assert.equal(repeated.code, 0, repeated.stderr)
  assert.match(repeated.stdout, /text: b/)
  assert.equal((await command(service, [...argv, '--approval', id])).code, 1, 'an approval is used up')
})

test('the oldest approval is asked where none is named; none open says so', async (t) => {
  const service = await startTestService(t)
  assert.match((await command(service, ['approvals', 'answer'], { types: '' })).stdout, /Nothing waits/)
  await command(service, ['test', 'mutate', '--text', 'c'])
  assert.match((await command(service, ['approvals', 'answer'], { types: 'n\n' })).stdout, /Denied/)
  const unknown = await command(service, ['approvals', 'answer', 'ap_nothing'], { types: 'y\n' })
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /^NOT_FOUND: /)
})
