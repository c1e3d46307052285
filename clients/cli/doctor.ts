import { access, constants, stat } from 'node:fs/promises'
import { Fault } from '../../bridge/faults.ts'
import { readServiceRecord } from '../discovery.ts'
import { version } from '../version.ts'
import { connect, homeOf, type Command, type Context } from './command.ts'
import { connectionOptions } from './operation-options.ts'
import { harmless } from './terminal.ts'
import { EXIT } from './usage.ts'
import { serviceStatus, type ServiceStatus } from './service-status.ts'

/** One thing looked at: whether it works, and what to do if not. */
interface Check {
  what: string
  live: boolean
  /** What was found. */
  detail: string
  remedy?: string
}

/** `talaria doctor`: each part that has to work, live or with its remedy. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'Check that every part works, with remedies',
  options: connectionOptions.filter(({ name }) => name !== 'json'),
  async run(context) {
    const { terminal } = context
    const checks = [nodeCheck(), await homeCheck(homeOf(context)), ...(await serviceChecks(context))]
    const width = Math.max(...checks.map(({ what }) => what.length))
    for (const { what, live, detail, remedy } of checks) {
      const mark = live ? terminal.style('green', 'live') : terminal.style('red', 'DOWN')
      await terminal.print(harmless(`${what.padEnd(width)}`) + `  ${mark}  ${harmless(detail)}`)
      if (!live && remedy !== undefined) await terminal.print(`${' '.repeat(width + 8)}${harmless(remedy)}`)
    }
    return checks.every(({ live }) => live) ? EXIT.ok : EXIT.fault
  },
}

function nodeCheck(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const live = major > 20 || (major === 20 && minor >= 19)
  const detail = `Talaria ${version} on Node ${process.versions.node}, ${process.platform} ${process.arch}`
  return { what: 'program', live, detail, remedy: 'Install Node 20.19 or newer.' }
}

/** Folder and tokens: there, writable, and nobody else's to read. */
async function homeCheck(home: string): Promise<Check> {
  const check = { what: 'home', detail: home }
  const folder = await stat(home).catch(() => undefined)
  if (folder === undefined)
    return { ...check, live: true, detail: `${home}, made when a service first starts` }
  if (!folder.isDirectory())
    return { ...check, live: false, remedy: 'It is not a folder; name another with --home.' }
  if ((folder.mode & 0o077) !== 0) {
    return { ...check, live: false, detail: `${home} is open to others`, remedy: `chmod 700 ${home}` }
  }
  const writable = await access(home, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!writable)
    return {
      ...check,
      live: false,
      detail: `${home} cannot be written`,
      remedy: `chown it to you, or name another with --home.`,
    }
  for (const role of ['agent', 'owner']) {
    const token = await stat(`${home}/${role}.token`).catch(() => undefined)
    if (token && (token.mode & 0o077) !== 0) {
      const remedy = `chmod 600 ${home}/*.token; better: talaria stop, delete them, and start again for new ones.`
      return { ...check, live: false, detail: `${role}.token is open to others`, remedy }
    }
  }
  return { ...check, live: true }
}

async function serviceChecks(context: Context): Promise<Check[]> {
  try {
    const { client, url, home, started } = await connect(context)
    const record = await readServiceRecord(home)
    const same = record === undefined || record.version === version
    const service: Check = {
      what: 'service',
      live: same,
      detail: same ? `${url}${started ? ', started just now' : ''}` : `${url} runs version ${record.version}`,
      remedy: `This is version ${version}; restart the service: talaria stop`,
    }
    return [service, ...statusChecks(await serviceStatus(client, context.signal))]
  } catch (error) {
    context.signal.throwIfAborted()
    if (!(error instanceof Fault)) throw error
    const remedy = 'Run it in the foreground to see why: talaria serve'
    return [{ what: 'service', live: false, detail: `${error.code}: ${error.message}`, remedy }]
  }
}

function statusChecks({ ready, capabilities, policy }: ServiceStatus): Check[] {
  const lanes = Object.entries(ready.lanes).map(([lane, { live, detail }]) => ({
    what: `lane ${lane}`,
    live,
    detail: live ? 'its canary answered' : (detail ?? 'its canary did not answer rightly'),
    remedy: 'Restart the service: talaria stop. If it stays down, install the packages anew: npm ci',
  }))
  const parts = capabilities.map(({ name, live, detail, remedy }) => ({
    what: name,
    live,
    detail: live ? (detail ?? '') : 'not available',
    ...(remedy !== undefined && { remedy }),
  }))
  const { source, path, modes, warnings } = policy
  const said = Object.entries(modes).map(([tier, mode]) => `${tier} ${mode}`)
  const from = { file: path, defaults: 'defaults', 'last-good': `the last good one; ${path} does not parse` }[
    source
  ]
  const sound = source !== 'last-good' && warnings.length === 0
  const remedy = warnings.join(' ') || `Mend ${path}`
  return [...lanes, ...parts, { what: 'policy', live: sound, detail: `${from} (${said.join(', ')})`, remedy }]
}
