import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UsageError, suggestion } from './usage.ts'

/** An option of a command, as the parser, the help and the completion see it. */
export interface Option {
  /** Without the two hyphens. */
  name: string
  short?: string
  description: string
  /** What its value is called in the help; an option without one is a switch. */
  value?: string
  /** May be given several times. */
  multiple?: boolean
  /** A switch that `--no-<name>` turns off. */
  negatable?: boolean
  default?: unknown
  required?: boolean
  /** Values it takes, where there is a fixed set. */
  choices?: readonly string[]
  /** The value is a file, for completion. */
  isFile?: boolean
}

/** A command line taken apart. */
export class Arguments {
  readonly positionals: readonly string[]
  readonly #values: ReadonlyMap<string, readonly (string | boolean)[]>

  constructor(values: ReadonlyMap<string, readonly (string | boolean)[]>, positionals: readonly string[]) {
    this.#values = values
    this.positionals = positionals
  }

  /** Whether a switch was given. */
  has(name: string): boolean {
    return this.#values.get(name)?.at(-1) === true
  }

  /** The value of an option; the last one counts. */
  text(name: string): string | undefined {
    const value = this.#values.get(name)?.at(-1)
    return typeof value === 'string' ? value : undefined
  }

  /** Every value of an option as text, in order; a switch is `true` or `false`. */
  texts(name: string): string[] {
    return (this.#values.get(name) ?? []).map(String)
  }
}

/**
 * Takes a command line apart. Options may stand anywhere before `--`; an argument such as `-5+3`, which looks like
 * no option, is a positional. Throws UsageError, naming the nearest option there is.
 */
export function parseArguments(argv: readonly string[], options: readonly Option[]): Arguments {
  const config: NonNullable<ParseArgsConfig['options']> = {}
  for (const { name, short, value } of options) {
    config[name] = {
      type: value === undefined ? 'boolean' : 'string',
      multiple: true,
      ...(short && { short }),
    }
  }
  const { flags, positionals } = separate(argv, options)
  let parsed
  try {
    parsed = parseArgs({ args: flags, options: config, strict: true, allowNegative: true })
  } catch (error) {
    throw usageError(error, options)
  }
  const values = new Map<string, (string | boolean)[]>()
  for (const [name, value] of Object.entries(parsed.values)) {
    values.set(name, Array.isArray(value) ? value : [value ?? true])
  }
  for (const { name, value, negatable } of options) {
    if (value === undefined && !negatable && values.get(name)?.includes(false)) {
      throw new UsageError(`There is no option --no-${name}.`)
    }
  }
  return new Arguments(values, positionals)
}

/**
 * Sets options and positionals apart and ties each value to its option, so that a value may begin with a hyphen
 * (`--offset -5`), which the parser by itself would refuse as ambiguous.
 */
function separate(
  argv: readonly string[],
  options: readonly Option[],
): { flags: string[]; positionals: string[] } {
  const flags: string[] = []
  const positionals: string[] = []
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? ''
    if (argument === '--') {
      positionals.push(...argv.slice(index + 1))
      break
    }
    if (argument.startsWith('--')) {
      const takesValue = options.some(({ name, value }) => value !== undefined && argument === `--${name}`)
      const next = argv[index + 1]
      if (takesValue && next !== undefined && !next.startsWith('--')) {
        flags.push(`${argument}=${next}`)
        index++
      } else flags.push(argument)
    } else if (/^-[a-zA-Z]/.test(argument)) flags.push(argument)
    else positionals.push(argument)
  }
  return { flags, positionals }
}

function usageError(error: unknown, options: readonly Option[]): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  // Node's message begins with a sentence that names the option in quotes.
  const written = /'(-[^' ]*)/.exec(error.message)?.[1] ?? ''
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const hint = written.startsWith('--')
      ? suggestion(
          written,
          options.map(({ name }) => `--${name}`),
        )
      : `If it is a value, write it after "--".`
    return new UsageError(`There is no option ${written}.`, hint)
  }
  if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    const name = written.replace(/^--?(no-)?/, '')
    const option = options.find((known) => known.name === name || known.short === name)
    if (option?.value === undefined) return new UsageError(`${written} is a switch and takes no value.`)
    return new UsageError(`${written} needs a value: --${option.name} ${option.value}`)
  }
  return error
}
