import type { Option } from './arguments.ts'
import type { Command } from './command.ts'
import type { Terminal } from './terminal.ts'

type Styler = Pick<Terminal, 'style'>

/** The overview: every command with its summary, operations by family. */
export function overview(commands: readonly Command[], version: string, terminal: Styler): string {
  const families = new Map<string, Command[]>()
  for (const command of commands) {
    const [family = '', verb] = command.name.split(' ')
    const group = verb === undefined ? '' : family
    families.set(group, [...(families.get(group) ?? []), command])
  }
  const width = widest(commands.map(({ name }) => name))
  const rows = (group: readonly Command[]): string[] =>
    group.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  const single = families.get('') ?? []
  families.delete('')
  return [
    `Talaria ${version}: the compute behind a local AI agent.`,
    '',
    `${terminal.style('bold', 'Usage')}  talaria <command> [options]`,
    '',
    ...rows(single),
    ...[...families.values()].flatMap((group) => ['', ...rows(group)]),
    '',
    'Each command shows its options with --help. Exit codes: 0 done, 1 a fault, 2 wrong usage,',
    '3 some files failed, 4 no service, 130 interrupted.',
    '',
  ].join('\n')
}

/** The commands of one family, such as `documents`. */
export function familyHelp(family: string, commands: readonly Command[], terminal: Styler): string {
  const width = widest(commands.map(({ name }) => name))
  return [
    `${terminal.style('bold', 'Usage')}  talaria ${family} <command> [options]`,
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
  ].join('\n')
}

/** The help of one command: what it does, its options with their types and defaults, examples. */
export function commandHelp(command: Command, terminal: Styler): string {
  const { name, summary, description, positionals, options, examples = [] } = command
  const lines = options.map((option) => ({ left: optionText(option), right: optionDescription(option) }))
  const width = Math.min(32, widest(lines.map(({ left }) => left)))
  return [
    `${terminal.style('bold', 'Usage')}  talaria ${[name, positionals, options.length > 0 && '[options]'].filter(Boolean).join(' ')}`,
    '',
    ...wrap(summary, 100, ''),
    ...(description === undefined ? [] : wrap(description, 100, '')),
    '',
    ...lines.flatMap(({ left, right }) => row(left, right, width)),
    ...(examples.length > 0 ? ['', terminal.style('bold', 'Examples')] : []),
    ...examples.map(({ title, line }) => `  ${terminal.style('dim', `# ${title}`)}\n  ${line}`),
    '',
  ].join('\n')
}

function row(left: string, right: string, width: number): string[] {
  const [first = '', ...rest] = wrap(right, 100 - width - 4, ' '.repeat(width + 4))
  if (left.length > width) return [`  ${left}`, `${' '.repeat(width + 4)}${first.trimStart()}`, ...rest]
  return [`  ${left.padEnd(width)}  ${first.trimStart()}`.trimEnd(), ...rest]
}

/** `-h, --help`, `--[no-]deskew`, `--pages TEXT`. */
function optionText({ name, short, value, negatable }: Option): string {
  const flag = `${short === undefined ? '' : `-${short}, `}--${negatable ? '[no-]' : ''}${name}`
  return value === undefined ? flag : `${flag} ${value}`
}

function optionDescription(option: Option): string {
  const notes: string[] = []
  if (option.required) notes.push('required')
  if (option.default !== undefined) notes.push(`default ${JSON.stringify(option.default)}`)
  return `${option.description}${notes.length > 0 ? ` [${notes.join('; ')}]` : ''}`.trim()
}

function wrap(text: string, width: number, indent: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(indent + line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  lines.push(indent + line)
  return lines
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length))
}
