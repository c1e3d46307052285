import type { Option } from './arguments.ts'
import type { Command } from './command.ts'
import { EXIT, UsageError, suggestion } from './usage.ts'

const shells = { bash: bashScript, zsh: zshScript }

/** `talaria completion`: prints a script that completes commands, options, choices and files. */
export const completion: Command = {
  name: 'completion',
  summary: 'Print the completion script of a shell',
  description:
    'For bash: source <(talaria completion bash). For zsh: source <(talaria completion zsh), after compinit. The ' +
    'script knows every command by itself and runs nothing while you type.',
  positionals: 'bash|zsh',
  words: Object.keys(shells),
  options: [{ name: 'help', short: 'h', description: 'Show this help' }],
  async run({ args, terminal, commands }) {
    const [shell = '', ...more] = args.positionals
    if (more.length > 0 || (shell !== 'bash' && shell !== 'zsh')) {
      throw new UsageError(
        `Expected a shell; "${args.positionals.join(' ')}" came.`,
        suggestion(shell, Object.keys(shells)),
      )
    }
    await terminal.write(shells[shell](commands))
    return EXIT.ok
  },
}

/** The word lists of all commands, by the words that stand before. */
function nextWords(commands: readonly Command[]): Map<string, string[]> {
  const next = new Map<string, string[]>([['', []]])
  for (const { name, words } of commands) {
    const [family = '', verb] = name.split(' ')
    const first = next.get('') ?? []
    if (!first.includes(family)) first.push(family)
    if (verb !== undefined) next.set(family, [...(next.get(family) ?? []), verb])
    if (words) next.set(name, [...words])
  }
  return next
}

function flags({ options }: Command): string[] {
  return options.flatMap(({ name, negatable }) => (negatable ? [`--${name}`, `--no-${name}`] : [`--${name}`]))
}

/** Whether the value of an option is chosen from a set, is a file, or is the user's own. */
function valueKind({ choices, isFile }: Option): string[] | 'file' | 'free' {
  if (choices && choices.length > 0) return [...choices]
  return isFile ? 'file' : 'free'
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function bashScript(commands: readonly Command[]): string {
  const next = nextWords(commands)
  const families = [...next.keys()].filter((words) => words !== '' && !words.includes(' '))
  const values = commands.flatMap((command) =>
    command.options
      .filter(({ value }) => value !== undefined)
      .map((option) => {
        const kind = valueKind(option)
        const reply = Array.isArray(kind)
          ? `list=${quote(kind.join(' '))}`
          : kind === 'file'
            ? 'return'
            : 'none=1'
        return `    ${quote(`${command.name} --${option.name}`)}) ${reply} ;;`
      }),
  )
  return `# bash completion of talaria. No bash newer than 3.2 is needed.
_talaria() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  local command='' word list='' none='' i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in -*) break ;; esac
    if [ -z "$command" ]; then
      command=$word
      case $word in ${families.length > 0 ? families.join('|') : '-'}) ;; *) break ;; esac
    else
      command="$command $word"
      break
    fi
  done
  case "$command $prev" in
${values.join('\n')}
  esac
  if [ -z "$list" ] && [ -z "$none" ]; then
    case $cur in
    -*)
      case $command in
${commands.map((command) => `      ${quote(command.name)}) list=${quote(flags(command).join(' '))} ;;`).join('\n')}
      esac
      ;;
    *)
      case $command in
${[...next].map(([words, list]) => `      ${quote(words)}) list=${quote(list.join(' '))} ;;`).join('\n')}
      esac
      ;;
    esac
  fi
  # Without a reply bash completes files, as said at the end.
  [ -n "$list" ] && COMPREPLY=($(compgen -W "$list" -- "$cur"))
}
complete -o bashdefault -o default -F _talaria talaria
`
}

function zshScript(commands: readonly Command[]): string {
  const next = nextWords(commands)
  const families = [...next.keys()].filter((words) => words !== '' && !words.includes(' '))
  const summaries = new Map(commands.map(({ name, summary }) => [name, summary]))
  const described = (words: string, list: readonly string[]): string =>
    list
      .map((word) => {
        const summary = summaries.get(`${words} ${word}`.trim())
        return quote(summary === undefined ? word : `${word.replaceAll(':', '\\:')}:${summary}`)
      })
      .join(' ')
  const values = commands.flatMap((command) =>
    command.options
      .filter(({ value }) => value !== undefined)
      .map((option) => {
        const kind = valueKind(option)
        const reply = Array.isArray(kind)
          ? `compadd -- ${kind.map(quote).join(' ')}; return`
          : kind === 'file'
            ? '_files; return'
            : `_message ${quote(option.value ?? 'value')}; return`
        return `    ${quote(`${command.name} --${option.name}`)}) ${reply} ;;`
      }),
  )
  const options = commands.map((command) => {
    const entries = command.options.flatMap(({ name, negatable, description }) =>
      (negatable ? [`--${name}`, `--no-${name}`] : [`--${name}`]).map((flag) =>
        quote(`${flag.replaceAll(':', '\\:')}:${description}`),
      ),
    )
    return `      ${quote(command.name)}) list=(${entries.join(' ')}) ;;`
  })
  return `#compdef talaria
# zsh completion of talaria.
_talaria() {
  local command='' word prev=\${words[CURRENT-1]} cur=\${words[CURRENT]}
  local -a list
  local -i i
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    [[ $word == -* ]] && break
    if [[ -z $command ]]; then
      command=$word
      case $word in ${families.length > 0 ? families.join('|') : '-'}) ;; *) break ;; esac
    else
      command="$command $word"
      break
    fi
  done
  case "$command $prev" in
${values.join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case $command in
${options.join('\n')}
    esac
    _describe -o option list
  else
    case $command in
${[...next].map(([words, list]) => `      ${quote(words)}) list=(${described(words, list)}) ;;`).join('\n')}
      *) _files; return ;;
    esac
    _describe command list
  fi
}
if [[ $funcstack[1] == _talaria ]]; then _talaria "$@"; else compdef _talaria talaria; fi
`
}
