import { z } from 'zod'
import { fault } from '../../bridge/faults.ts'
import { pause } from '../deadline.ts'
import { isAlive, ownService, readServiceRecord } from '../discovery.ts'
import { parseAs } from '../wire.ts'
import { openInBrowser } from './browser.ts'
import { connect, homeOf, type Command } from './command.ts'
import { connectionOptions } from './operation-options.ts'
import { ServiceStatus, statusAnswer } from './service-status.ts'
import { harmless } from './terminal.ts'
import { EXIT } from './usage.ts'

/** How long a service may take to end after SIGTERM: its drain (10 s unless set otherwise) and some more. */
const stopMs = 30_000

const Link = z.looseObject({ url: z.string() })

/** `talaria stop`: ends the service of the home. */
export const stop: Command = {
  name: 'stop',
  summary: 'End the service of the home',
  options: connectionOptions.filter(({ name }) => name === 'home' || name === 'help'),
  async run(context) {
    const { terminal, signal } = context
    const home = homeOf(context)
    const record = await readServiceRecord(home)
    if (record === undefined || !isAlive(record.pid)) {
      await terminal.print(`No service runs for ${home}`)
      return EXIT.ok
    }
    const { pid } = record
    // A process that does not answer on that port may be somebody else's with the number of a dead service.
    if ((await ownService({ home, fetch, signal })) === undefined) {
      const detail = `Process ${pid} of service.json does not answer on port ${record.port}; if it is the service, end it yourself: kill ${pid}`
      throw fault('UNREACHABLE', detail, { pid })
    }
    process.kill(pid, 'SIGTERM')
    const giveUpAt = Date.now() + stopMs
    while (isAlive(pid)) {
      if (Date.now() > giveUpAt)
        throw fault('DEADLINE', `The service (pid ${pid}) still runs after ${stopMs / 1000} s.`)
      await pause(50, signal)
    }
    await terminal.print(`Stopped the service of ${home}`)
    return EXIT.ok
  },
}

/** `talaria status`: the service of the home, its lanes and its work. */
export const status: Command = {
  name: 'status',
  summary: 'Show whether a service runs, and what it does',
  options: connectionOptions,
  async run(context) {
    const { terminal, args, signal } = context
    const { client, url, home } = await connect(context, { start: false })
    const answer = await statusAnswer(client, signal)
    if (args.has('json')) await terminal.write(answer.body)
    if (answer.fault) throw answer.fault
    if (args.has('json')) return EXIT.ok
    const { version, startedAt, ready, lanes } = parseAs(
      ServiceStatus,
      answer.body,
      'the status of a service',
    )
    await terminal.print(harmless(`Running at ${url} for ${home}, version ${version}, since ${startedAt}`))
    for (const { lane, running, waiting, completed, failed } of lanes) {
      const live =
        ready.lanes[lane]?.live === false ? terminal.style('red', 'DOWN') : terminal.style('green', 'live')
      const work = `${running} running, ${waiting} waiting, ${completed} done, ${failed} failed`
      await terminal.print(`  ${harmless(lane).padEnd(8)}${live}  ${work}`)
    }
    return EXIT.ok
  },
}

/** `talaria open`: a one-time link into the console. */
export const openConsole: Command = {
  name: 'open',
  summary: 'Print a one-time link into the console',
  options: [{ name: 'browser', description: 'Open it in the browser too' }, ...connectionOptions],
  async run(context) {
    const { terminal, args, signal } = context
    const { client } = await connect(context)
    const answer = await client.transport.send({
      method: 'POST',
      path: '/v1/console/links',
      role: 'owner',
      idempotent: true,
      signal,
    })
    if (args.has('json')) await terminal.write(answer.body)
    if (answer.fault) throw answer.fault
    const { url } = parseAs(Link, answer.body, 'a link')
    if (!args.has('json')) await terminal.print(url)
    if (args.has('browser')) await openInBrowser(url)
    return EXIT.ok
  },
}
