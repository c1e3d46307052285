import { isFinal } from '../../bridge/job.ts'
import type { Client } from '../client.ts'
import type { Answer } from '../transport.ts'
import { parseJson, type Job } from '../wire.ts'
import { connect, type Command, type Context } from './command.ts'
import { connectionOptions } from './operation-options.ts'
import { failedEntries, readable } from './output.ts'
import { ProgressLine, progressText } from './progress-line.ts'
import { harmless } from './terminal.ts'
import { EXIT, UsageError } from './usage.ts'

/** `talaria jobs …`: work that was handed over with --async. */
export const jobsCommands: readonly Command[] = [
  {
    name: 'jobs list',
    summary: 'List the jobs handed over',
    options: connectionOptions,
    async run(context) {
      const { client } = await connect(context)
      const answer = await get(client, '/v1/jobs', context)
      if (await printed(answer, context)) return EXIT.ok
      const jobs = await client.jobs.list({ signal: context.signal })
      if (jobs.length === 0) await context.terminal.print('No jobs')
      for (const job of jobs) await context.terminal.print(jobLine(job))
      return EXIT.ok
    },
  },
  {
    name: 'jobs show',
    summary: 'Show the state of a job',
    positionals: 'ID',
    options: connectionOptions,
    async run(context) {
      const id = idOf(context)
      const { client } = await connect(context)
      const answer = await get(client, `/v1/jobs/${encodeURIComponent(id)}`, context)
      if (!(await printed(answer, context)))
        await context.terminal.write(readable(parseJson(answer.body), context.terminal))
      return EXIT.ok
    },
  },
  {
    name: 'jobs wait',
    summary: 'Wait for a job to end and print its result',
    positionals: 'ID',
    options: connectionOptions,
    async run(context) {
      const id = idOf(context)
      const { client } = await connect(context)
      const line = context.terminal.canRedraw
        ? new ProgressLine(context.terminal, `job ${harmless(id)}`)
        : undefined
      try {
        await client.jobs.wait(id, {
          signal: context.signal,
          onState: ({ progress, position, etaMs }) => line?.update({ fraction: progress, position, etaMs }),
        })
      } finally {
        line?.end()
      }
      return result(client, id, context)
    },
  },
  {
    name: 'jobs result',
    summary: 'Print the result of a job that has ended',
    positionals: 'ID',
    options: connectionOptions,
    async run(context) {
      const id = idOf(context)
      const { client } = await connect(context)
      return result(client, id, context)
    },
  },
  {
    name: 'jobs cancel',
    summary: 'Cancel a job',
    positionals: 'ID',
    options: connectionOptions,
    async run(context) {
      const { terminal, args, signal } = context
      const id = idOf(context)
      const { client } = await connect(context)
      const answer = await client.transport.send({
        method: 'DELETE',
        path: `/v1/jobs/${encodeURIComponent(id)}`,
        idempotent: true,
        signal,
      })
      if (args.has('json')) await terminal.write(answer.body)
      if (answer.fault) throw answer.fault
      if (!args.has('json')) await terminal.print(jobLine(await client.jobs.get(id, { signal })))
      return EXIT.ok
    },
  },
]

function idOf({ args }: Context): string {
  const [id, ...more] = args.positionals
  if (id === undefined || more.length > 0)
    throw new UsageError('Expected the id of one job; "talaria jobs list" shows them.')
  return id
}

function get(client: Client, path: string, { signal }: Context): Promise<Answer> {
  return client.transport.send({ method: 'GET', path, idempotent: true, signal })
}

/** Prints the body with --json; throws the fault of an answer without success. */
async function printed(answer: Answer, { args, terminal }: Context): Promise<boolean> {
  if (args.has('json')) await terminal.write(answer.body)
  if (answer.fault) throw answer.fault
  return args.has('json')
}

async function result(client: Client, id: string, context: Context): Promise<number> {
  const { signal, terminal } = context
  const answer = await client.jobs.resultAnswer(id, { signal })
  const shown = await printed(answer, context)
  const output = parseJson(answer.body)
  if (!shown) await terminal.write(readable(output, terminal))
  const failed = failedEntries(output)
  for (const line of failed) terminal.note(`${terminal.noteStyle('red', 'Failed')} ${line}`)
  return failed.length > 0 ? EXIT.someFailed : EXIT.ok
}

function jobLine({ id, state, operation, progress, position, etaMs, error }: Job): string {
  const how = isFinal(state) ? error?.code : progressText({ fraction: progress, position, etaMs })
  return harmless([id, state.padEnd(9), operation, how].filter(Boolean).join('  '))
}
