import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fault, type FaultCode } from '../bridge/faults.ts'
import { ByteBudget, CallFiles } from './call-files.ts'

const bytes = (length: number): Uint8Array => new Uint8Array(length)
const withCode =
  (code: FaultCode) =>
  (error: unknown): boolean =>
    error instanceof Fault && error.code === code

test('what is held counts once, and is given back at the end', () => {
  const budget = new ByteBudget(100)
  const files = new CallFiles(budget)
  files.add('a', bytes(30))
  files.add('a', bytes(30))
  files.reserve(20)
  files.hold('b', bytes(20))
  files.reserve(20)
  files.hold('b', bytes(20))
  assert.equal(budget.heldBytes, 50)
  files.release()
  assert.equal(budget.heldBytes, 0)
})

test('over the budget nothing is taken', () => {
  const budget = new ByteBudget(100)
  const [one, other] = [new CallFiles(budget), new CallFiles(budget)]
  one.add('a', bytes(80))
  assert.throws(() => other.add('b', bytes(30)), withCode('BUSY'))
  assert.equal(other.get('b'), undefined)
  one.release()
  other.add('b', bytes(30))
  assert.equal(budget.heldBytes, 30)
})

test('what is borrowed counts for as long as it is used, however that ends', async () => {
  const budget = new ByteBudget(100)
  const files = new CallFiles(budget)
  assert.equal(await files.borrow(60, async () => budget.heldBytes), 60)
  await assert.rejects(
    files.borrow(60, () => Promise.reject(new Error('unreadable'))),
    /unreadable/,
  )
  assert.equal(budget.heldBytes, 0)
  await assert.rejects(
    files.borrow(101, () => assert.fail('was read all the same')),
    withCode('BUSY'),
  )
})

test('a call that is over holds nothing more, whatever its plan still does', async () => {
  const budget = new ByteBudget(100)
  const files = new CallFiles(budget)
  const late = files.borrow(40, async () => files.release())
  await late
  assert.equal(budget.heldBytes, 0)
  assert.throws(() => files.reserve(10), withCode('CANCELLED'))
  assert.throws(() => files.add('a', bytes(10)), withCode('CANCELLED'))
  files.hold('a', bytes(10))
  assert.equal(files.get('a'), undefined)
  files.release()
  assert.equal(budget.heldBytes, 0)
})

test('a type that says nothing is not remembered', () => {
  const files = new CallFiles(new ByteBudget(100))
  files.declare('a', 'application/octet-stream')
  files.declare('b', 'application/pdf')
  assert.deepEqual([files.declaredType('a'), files.declaredType('b')], [undefined, 'application/pdf'])
})
