import { watch as watchFolder } from 'node:fs'
import { resolve } from 'node:path'
import { pause } from '../deadline.ts'
import { WatchedFolder, type WatchEvent } from '../watch/watched-folder.ts'
import { connect, type Command, type Context } from './command.ts'
import { connectionOptions } from './operation-options.ts'
import { harmless } from './terminal.ts'
import { EXIT, UsageError } from './usage.ts'

/** `talaria watch`: scans that arrive in a folder become searchable PDFs in another. */
export const watch: Command = {
  name: 'watch',
  summary: 'Turn the scans that arrive in a folder into searchable PDFs',
  description:
    'Takes the PDFs and pictures directly in FOLDER, those that are there and those that come, and writes for each a PDF ' +
    'whose text can be searched, named by what is in it: date, vendor, kind, number, total. The files in FOLDER are only ' +
    'read. Nothing is replaced: a name that is taken gets a number. What has been done is remembered in the folder ' +
    'written to, so that it may be stopped and started at any time. Runs until Ctrl-C.',
  positionals: 'FOLDER',
  takesFiles: true,
  options: [
    {
      name: 'searchable',
      value: 'FOLDER',
      description: 'Folder the PDFs are written to',
      required: true,
      isFile: true,
    },
    { name: 'once', description: 'Take what is there and end' },
    { name: 'dry-run', description: 'Say what would be written, and end; nothing is written' },
    { name: 'interval', value: 'SECONDS', description: 'Time between two looks at the folder', default: 5 },
    {
      name: 'languages',
      value: 'LIST',
      description: 'Languages of the scans, such as "eng,deu"',
      default: 'auto',
    },
    ...connectionOptions.map((option) =>
      option.name === 'json' ? { ...option, description: 'Print a line of JSON for each file' } : option,
    ),
  ],
  examples: [
    {
      title: 'Everything a scanner puts into a folder',
      line: 'talaria watch ~/Scans --searchable ~/Documents/Inbox',
    },
    {
      title: 'What is there now, as a trial',
      line: 'talaria watch ~/Scans --searchable ~/Documents/Inbox --dry-run',
    },
  ],
  async run(context) {
    const { args, terminal, signal } = context
    const [from, ...more] = args.positionals
    const to = args.text('searchable')
    if (from === undefined || more.length > 0) throw new UsageError('Name one folder to watch.')
    if (to === undefined) throw new UsageError('--searchable names the folder the PDFs are written to.')
    const intervalMs = intervalOf(args.text('interval'))
    const dryRun = args.has('dry-run')
    const { client } = await connect(context)
    const folder = await WatchedFolder.open({
      client,
      from: resolve(terminal.cwd, from),
      to: resolve(terminal.cwd, to),
      languages: languagesOf(args.text('languages')),
      dryRun,
    })
    let failed = 0
    const report = async (event: WatchEvent): Promise<void> => {
      if (event.state === 'failed') failed += 1
      await show(event, context)
    }
    const endless = !args.has('once') && !dryRun
    if (endless) terminal.note(`Watching ${from}; Ctrl-C ends it.`)
    try {
      for (;;) {
        const { unsettled } = await folder.round(report, signal)
        if (!endless && unsettled === 0) break
        await quietOrChange(
          resolve(terminal.cwd, from),
          endless ? intervalMs : Math.min(intervalMs, 1000),
          signal,
        )
      }
    } catch (error) {
      // Ctrl-C is how it is ended; what was under way has left nothing behind.
      if (!endless || !signal.aborted) throw error
    }
    return failed > 0 && !endless ? EXIT.someFailed : EXIT.ok
  },
}

async function show(
  event: WatchEvent,
  { args, terminal }: Pick<Context, 'args' | 'terminal'>,
): Promise<void> {
  if (args.has('json')) await terminal.print(JSON.stringify(event))
  else if (event.state === 'failed') terminal.note(lineOf(event))
  else if (event.state !== 'known') await terminal.print(lineOf(event))
}

function lineOf({ file, state, to, fault, found }: WatchEvent): string {
  if (fault) return harmless(`${file}: ${fault.code}: ${fault.detail}`)
  const how = found === 'text' ? ' (had text already)' : found === 'none' ? ' (no text was found)' : ''
  return harmless(state === 'would write' ? `${file} would become ${to}` : `${file} → ${to}${how}`)
}

function intervalOf(text: string | undefined): number {
  const seconds = Number(text ?? 5)
  if (!(seconds >= 1 && seconds <= 86_400)) throw new UsageError('--interval takes seconds, 1 to 86400.')
  return seconds * 1000
}

function languagesOf(text: string | undefined): 'auto' | string[] {
  return text === undefined || text === 'auto' ? 'auto' : text.split(',').map((language) => language.trim())
}

/** How long at least between two looks: a file that is being copied changes many times a second. */
const restMs = 500

/** Waits for the interval, or until something changes in the folder where the system says so. */
async function quietOrChange(folder: string, ms: number, signal: AbortSignal): Promise<void> {
  await pause(Math.min(restMs, ms), signal)
  const woken = new AbortController()
  const watcher = openWatcher(folder, () => woken.abort())
  try {
    await pause(ms, AbortSignal.any([signal, woken.signal])).catch(() => undefined)
    signal.throwIfAborted()
  } finally {
    watcher?.close()
  }
}

/** Network folders may not tell of changes; the interval does then. */
function openWatcher(folder: string, onChange: () => void): { close(): void } | undefined {
  try {
    const watcher = watchFolder(folder, onChange)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return undefined
  }
}
