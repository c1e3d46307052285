import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { LeafLocation } from '../../workers/leaves.ts'

/** How a child process ended, and what it said before. */
export interface ChildOutcome {
  answer: unknown
  exitCode: number | null
  signal: string | null
}

/** Runs a leaf in a process of its own, for leaves that load native code or end the process they run in. */
export async function runInChild(location: LeafLocation | undefined, input: unknown): Promise<ChildOutcome> {
  const child = fork(new URL('./child.js', import.meta.url), {
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  })
  let answer: unknown
  child.on('message', (message) => (answer = message))
  child.send({ ...location, input })
  const [exitCode, signal] = await once(child, 'exit')
  return { answer, exitCode, signal }
}
