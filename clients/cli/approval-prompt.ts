import type { Answer } from '../../bridge/approval.ts'
import { type Fault, fault } from '../../bridge/faults.ts'
import type { Client } from '../client.ts'
import { Approval } from '../wire.ts'
import type { Context } from './command.ts'
import { harmless, type Terminal } from './terminal.ts'

const answers: Record<string, Answer> = {
  y: 'once',
  yes: 'once',
  once: 'once',
  s: 'session',
  session: 'session',
  a: 'always',
  always: 'always',
}

/**
 * Asks the person at the terminal whether a call may run. Returns the id to repeat it with; undefined when there is
 * nobody to ask, after saying where to answer. Fault: APPROVAL_DENIED when the answer is no.
 */
export async function askApproval(
  needed: Fault,
  client: Client,
  context: Context,
): Promise<string | undefined> {
  const { terminal, signal } = context
  const parsed = Approval.safeParse(needed.data['approval'])
  if (!parsed.success) return undefined
  const approval = parsed.data
  if (!terminal.interactive) {
    terminal.note(
      `A person must say yes: on a terminal "talaria approvals answer ${approval.id}", or in the console.`,
    )
    terminal.note(`Then repeat the command with --approval ${approval.id}`)
    return undefined
  }
  const answer = await promptFor(approval, terminal, signal)
  await client.approvals.answer(approval.id, answer, { signal })
  if (answer === 'deny') throw fault('APPROVAL_DENIED', `You did not allow ${approval.action}.`)
  return approval.id
}

/** Shows an approval and reads the answer of a person; anything that is not a yes is a no. */
export async function promptFor(
  approval: Approval,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Answer> {
  const { tier, action, summary } = approval
  terminal.note(`${terminal.noteStyle('yellow', harmless(`${action} (${tier})`))}: ${harmless(summary)}`)
  const lasting = tier !== 'destructive'
  const choices = lasting
    ? 'y = once, s = until the service ends, a = always, anything else = no'
    : 'y = once, anything else = no'
  const answer = answers[(await terminal.ask(`Allow it? (${choices}) `, signal)).toLowerCase()]
  if (answer === undefined || (!lasting && answer !== 'once')) return 'deny'
  return answer
}
