import { fault } from '../../bridge/faults.ts'
import { parseAs } from '../wire.ts'
import { z } from 'zod'
import { promptFor } from './approval-prompt.ts'
import { connect, type Command } from './command.ts'
import { connectionOptions } from './operation-options.ts'
import { harmless } from './terminal.ts'
import { Approval } from '../wire.ts'
import { EXIT, UsageError } from './usage.ts'

const Approvals = z.looseObject({ approvals: z.array(Approval) })

/** `talaria approvals …`: what waits for a person's yes. */
export const approvalsCommands: readonly Command[] = [
  {
    name: 'approvals list',
    summary: 'List what waits for a yes',
    options: connectionOptions,
    async run(context) {
      const { terminal, args, signal } = context
      const { client } = await connect(context)
      const answer = await client.transport.send({
        method: 'GET',
        path: '/v1/approvals',
        role: 'owner',
        idempotent: true,
        signal,
      })
      if (args.has('json')) await terminal.write(answer.body)
      if (answer.fault) throw answer.fault
      if (args.has('json')) return EXIT.ok
      const { approvals } = parseAs(Approvals, answer.body, 'a list of approvals')
      if (approvals.length === 0) await terminal.print('Nothing waits for an answer')
      for (const { id, tier, action, summary } of approvals) {
        await terminal.print(harmless(`${id}  ${action} (${tier}): ${summary}`))
      }
      return EXIT.ok
    },
  },
  {
    name: 'approvals answer',
    summary: 'Say yes or no to what waits, at a terminal',
    description:
      'Shows what would happen and asks. Only a person at a terminal can answer: a program that runs commands for ' +
      'you must not say yes for you. Without an id the oldest is asked.',
    positionals: '[ID]',
    options: connectionOptions.filter(({ name }) => name !== 'json'),
    async run(context) {
      const { terminal, args, signal } = context
      if (args.positionals.length > 1) throw new UsageError('Expected the id of one approval.')
      if (!terminal.interactive) {
        throw fault(
          'FORBIDDEN',
          'Only a person at a terminal can answer; run this in one, or open the console: talaria open',
        )
      }
      const { client } = await connect(context)
      const approvals = await client.approvals.list({ signal })
      const [id] = args.positionals
      const approval = id === undefined ? approvals[0] : approvals.find((open) => open.id === id)
      if (approval === undefined) {
        if (id === undefined) await terminal.print('Nothing waits for an answer')
        else
          throw fault('NOT_FOUND', `No approval ${id} waits for an answer; it was answered or has expired.`)
        return EXIT.ok
      }
      const answer = await promptFor(approval, terminal, signal)
      await client.approvals.answer(approval.id, answer, { signal })
      await terminal.print(
        answer === 'deny' ? 'Denied' : `Approved; the call is repeated with --approval ${approval.id}`,
      )
      return EXIT.ok
    },
  },
]
