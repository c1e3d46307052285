import { z } from 'zod'
import { FAULTS, type FaultCode } from './faults.ts'
import { familyAndVerb, kebabCase, MiB, type Operation } from './operation.ts'
import { schemaRows } from './schema-rows.ts'

/** Faults that any call can meet, whatever it asks for. */
const anyCall: readonly FaultCode[] = [
  'INVALID_INPUT',
  'TOO_LARGE',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'POLICY_DENIED',
  'RATE_LIMITED',
  'CANCELLED',
  'BUSY',
  'SHUTTING_DOWN',
  'WORKER_LOST',
  'DEADLINE',
  'UNAVAILABLE',
  'INTERNAL',
]

/** Faults of the way in, for operations that take files. */
const anyFile: readonly FaultCode[] = [
  'NOT_FOUND',
  'NOT_A_FILE',
  'EMPTY_FILE',
  'PROTECTED_PATH',
  'TYPE_MISMATCH',
]

/** A Markdown table; a cell may hold Markdown, and its bars and line breaks are escaped here. */
function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const code = (text: string) => `\`${text}\``
const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``

function command({ name, cli }: Operation): string {
  const { family, verb } = familyAndVerb(name)
  const positional = (cli?.positional ?? []).map((field) =>
    field.endsWith('s') ? `${field.slice(0, -1).toUpperCase()}…` : field.toUpperCase(),
  )
  return ['talaria', family, kebabCase(verb), ...positional].join(' ')
}

function route(name: string): string {
  const { family, verb } = familyAndVerb(name)
  return `POST /v1/${family}/${kebabCase(verb)}`
}

function inWords(presence: string, io: 'input' | 'output'): string {
  if (io === 'input') return presence
  return presence === 'required' ? 'always' : 'where it applies'
}

function fields(schema: z.ZodType, io: 'input' | 'output'): string {
  const rows = schemaRows(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).map(
    ({ name, type, presence, meaning }) => [code(name), type, inWords(presence, io), meaning],
  )
  const third = io === 'input' ? 'Default' : 'Present'
  return rows.length === 0 ? 'Nothing.' : table(['Field', 'Type', third, 'Meaning'], rows)
}

const faultRow = (fault: FaultCode) => {
  const { status, title, retryable } = FAULTS[fault]
  return [code(fault), String(status), title, retryable ? 'yes' : 'no']
}
const faultHead = ['Code', 'Status', 'Meaning', 'May succeed later unchanged']

function facts(operation: Operation): string {
  const { tool, tier, lane, limits, deterministic, volatile, cache, files, binary, streams, version } =
    operation
  const size =
    limits.maxInputBytes % MiB === 0
      ? `${limits.maxInputBytes / MiB} MiB`
      : `${limits.maxInputBytes / 1024} KiB`
  const equal =
    volatile.length > 0
      ? `yes, apart from ${volatile.map(code).join(', ')}`
      : 'yes, byte for byte through every door'
  const rows = [
    ['Route', code(route(operation.name))],
    ['Command', code(command(operation))],
    ['Tool', code(tool.action === undefined ? tool.name : `${tool.name}, action ${tool.action}`)],
    ['Tier', tier.rise === undefined ? tier.base : `${tier.base}, higher for some inputs`],
    ['Lane', lane],
    [
      'Time allowed',
      `${limits.timeoutMs / 1000} s${limits.longTimeoutMs === undefined ? '' : `; ${limits.longTimeoutMs / 1000} s as a job or line by line`}`,
    ],
    ['Largest input', size],
    ['Equal calls give equal answers', deterministic ? equal : 'no'],
    ['Answered from the result cache', cache === 'content' ? 'yes, for equal input on equal bytes' : 'never'],
    ['Version', String(version)],
  ]
  if (files !== undefined) rows.push(['Raw body', files.mediaTypes.map(code).join(', ')])
  if (binary !== undefined) rows.push(['Bytes, when `Accept` names their type', code(binary)])
  if (streams !== undefined) rows.push(['Line by line', 'yes, as `application/x-ndjson`'])
  return table(['', ''], rows)
}

function examples(operation: Operation): string {
  return operation.examples
    .flatMap(({ title, input, cli }) => {
      const body = JSON.stringify(input, null, 2)
      const parts = [
        `### ${title}`,
        fenced('http', `${route(operation.name)}\ncontent-type: application/json\n\n${body}`),
      ]
      if (cli !== undefined) {
        const { family, verb } = familyAndVerb(operation.name)
        parts.push(fenced('sh', `talaria ${family} ${kebabCase(verb)} ${cli}`))
      }
      return parts
    })
    .join('\n\n')
}

function operationPage(operation: Operation): string {
  const general = operation.files === undefined ? anyCall : [...anyFile, ...anyCall]
  const own = operation.faults.filter((fault) => !general.includes(fault))
  const others = `Besides, those of any such call: ${general.map(code).join(', ')}. See [faults](faults.md).`
  return [
    `# ${operation.name}`,
    operation.summary,
    ...(operation.description === undefined ? [] : [operation.description]),
    facts(operation),
    '## Input',
    fields(operation.input, 'input'),
    '## Output',
    fields(operation.output, 'output'),
    '## Faults',
    ...(own.length > 0 ? [table(faultHead, own.map(faultRow))] : []),
    others,
    ...(operation.examples.length > 0 ? ['## Examples', examples(operation)] : []),
  ].join('\n\n')
}

function indexPage(catalogue: readonly Operation[]): string {
  const rows = catalogue.map((operation) => [
    `[${operation.name}](${operation.name}.md)`,
    operation.summary,
    code(command(operation)),
    operation.tier.base,
    operation.lane,
  ])
  return [
    '# Reference',
    'Every operation, written from its declaration by `npm run reference`. Each is a route, a command, a method of ' +
      'the typed client and an action of a tool; names of fields are the same at every door.',
    table(['Operation', 'What it does', 'Command', 'Tier', 'Lane'], rows),
    'Failures are listed in [faults](faults.md); `GET /openapi.json` describes the same routes to programs.',
  ].join('\n\n')
}

function faultPage(): string {
  const codes = Object.keys(FAULTS) as FaultCode[]
  return [
    '# Faults',
    'Every way a call can fail. The answer is `application/problem+json` (RFC 9457) with `code`, `title`, `status`, ' +
      '`detail`, `retryable` and, where it is known, `retryAfterMs`. The code is the contract; texts may be reworded.',
    table(faultHead, codes.map(faultRow)),
  ].join('\n\n')
}

/**
 * The reference pages of a catalogue: file name → Markdown. `README.md` lists the operations, `faults.md` the
 * faults, and each operation has a page of its own, `<family>.<verb>.md`.
 */
export function referencePages(catalogue: readonly Operation[]): Map<string, string> {
  const pages = new Map([
    ['README.md', indexPage(catalogue)],
    ['faults.md', faultPage()],
  ])
  for (const operation of catalogue) pages.set(`${operation.name}.md`, operationPage(operation))
  const note = '<!-- Written by `npm run reference`; change the declaration instead. -->'
  return new Map([...pages].map(([file, text]) => [file, `${note}\n\n${text}\n`]))
}
