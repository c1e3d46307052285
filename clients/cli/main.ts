#!/usr/bin/env node
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { catalogue } from '../../bridge/catalogue.ts'
import { Fault } from '../../bridge/faults.ts'
import type { Operation } from '../../bridge/operation.ts'
import { version } from '../version.ts'
import { approvalsCommands } from './approvals-commands.ts'
import { Arguments, parseArguments } from './arguments.ts'
import type { Command, Context } from './command.ts'
import { completion } from './completion.ts'
import { connectCommand } from './connect.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { showFault, showUsage } from './faults-shown.ts'
import { commandHelp, familyHelp, overview } from './help.ts'
import { interruptible } from './interruption.ts'
import { jobsCommands } from './jobs-commands.ts'
import { openConsole, status, stop } from './lifecycle.ts'
import { mcpCommand } from './mcp.ts'
import { operationCommand } from './operation-command.ts'
import { serve } from './serve.ts'
import { watch } from './watch.ts'
import { Terminal, type Surroundings } from './terminal.ts'
import { EXIT, UsageError, suggestion } from './usage.ts'

const helpOption = { name: 'help', short: 'h', description: 'Show this help' } as const

const help: Command = {
  name: 'help',
  summary: 'Show the help of a command',
  positionals: '[COMMAND]',
  options: [helpOption],
  async run({ args, terminal, commands }) {
    const [first, second] = args.positionals
    if (first === undefined) {
      await terminal.write(overview(commands, version, terminal))
      return EXIT.ok
    }
    const { command, family } = find([first, ...(second === undefined ? [] : [second])], commands)
    await terminal.write(command ? commandHelp(command, terminal) : familyHelp(first, family, terminal))
    return EXIT.ok
  },
}

const showVersion: Command = {
  name: 'version',
  summary: 'Print the version',
  options: [helpOption],
  async run({ terminal }) {
    await terminal.print(version)
    return EXIT.ok
  },
}

/** Every command there is: those of the service, then one for each operation. */
export function commandsFor(operations: readonly Operation[]): readonly Command[] {
  const mcp = mcpCommand(operations)
  const own = [
    serve,
    openConsole,
    status,
    stop,
    doctor,
    demo,
    watch,
    connectCommand,
    mcp,
    completion,
    help,
    showVersion,
  ]
  return [...own, ...operations.map(operationCommand), ...jobsCommands, ...approvalsCommands]
}

/** The command a line begins with, or the commands of its family. Throws UsageError that names the nearest. */
function find(
  words: readonly string[],
  commands: readonly Command[],
): { command?: Command; family: readonly Command[]; rest: readonly string[] } {
  const [first = '', second = ''] = words
  const both = commands.find(({ name }) => name === `${first} ${second}`)
  if (both) return { command: both, family: [], rest: words.slice(2) }
  const single = commands.find(({ name }) => name === first)
  if (single) return { command: single, family: [], rest: words.slice(1) }
  const family = commands.filter(({ name }) => name.startsWith(`${first} `))
  if (family.length === 0) {
    const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
    throw new UsageError(`There is no command "${first}".`, suggestion(first, firsts))
  }
  if (second === '' || second.startsWith('-')) return { family, rest: words.slice(1) }
  const verbs = family.map(({ name }) => name.slice(first.length + 1))
  throw new UsageError(`There is no command "${first} ${second}".`, suggestion(second, verbs))
}

async function run(argv: readonly string[], context: Omit<Context, 'args'>): Promise<number> {
  const { terminal, commands } = context
  const [first] = argv
  if (first === undefined || first === '--help' || first === '-h') return help.run({ ...context, args: none })
  if (first === '--version' || first === '-V') return showVersion.run({ ...context, args: none })
  if (first.startsWith('-')) throw new UsageError(`Options such as ${first} follow the command.`)
  const { command, family, rest } = find(argv, commands)
  if (command === undefined) {
    if (rest[0] !== '--help' && rest[0] !== '-h') {
      throw new UsageError(
        `"${first}" needs a command: ${family.map(({ name }) => name.slice(first.length + 1)).join(', ')}.`,
      )
    }
    await terminal.write(familyHelp(first, family, terminal))
    return EXIT.ok
  }
  if (command.passThrough) return command.run({ ...context, args: new Arguments(new Map(), rest) })
  const args = parseArguments(rest, command.options)
  if (args.has('help')) {
    await terminal.write(commandHelp(command, terminal))
    return EXIT.ok
  }
  return command.run({ ...context, args })
}

const none = new Arguments(new Map(), [])

/**
 * Runs a command line (without the program's name) and returns its exit code: 0 done, 1 a fault, 2 wrong usage,
 * 3 some files failed, 4 no service, 130 interrupted. A test brings its own streams and operations.
 */
export async function main(
  argv: readonly string[],
  {
    operations = catalogue,
    ...surroundings
  }: Partial<Surroundings> & { operations?: readonly Operation[] } = {},
): Promise<number> {
  const { stdin, stdout, stderr, env } = process
  const terminal = new Terminal({ stdin, stdout, stderr, env, cwd: process.cwd(), ...surroundings })
  const commands = commandsFor(operations)
  try {
    return await interruptible(terminal.outputClosed, (signal) => run(argv, { terminal, signal, commands }))
  } catch (error) {
    if (terminal.outputClosed.aborted) return EXIT.ok
    if (error instanceof UsageError) return showUsage(error, wordsOf(argv, commands), terminal)
    if (error instanceof Fault) return showFault(error, terminal)
    terminal.note(`The command made a mistake: ${error instanceof Error ? error.stack : String(error)}`)
    return EXIT.fault
  } finally {
    terminal.close()
  }
}

/** The words of the command a line begins with, for the hint at its help. */
function wordsOf(argv: readonly string[], commands: readonly Command[]): string {
  const [first = '', second = ''] = argv
  const known = commands.map(({ name }) => name)
  if (known.includes(`${first} ${second}`)) return `${first} ${second}`
  return known.some((name) => name === first || name.startsWith(`${first} `)) ? first : ''
}

// The bin is a link in node_modules/.bin, so compare what the paths really are.
const started = process.argv[1]
if (started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2))
}
