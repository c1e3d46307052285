import { z } from 'zod'
import { longestMs, type Operation } from '../../bridge/operation.ts'
import type { Option } from './arguments.ts'

type Schema = z.core.JSONSchema.BaseSchema

/** Options every command has that speaks with the service. */
export const connectionOptions: readonly Option[] = [
  {
    name: 'url',
    value: 'ADDRESS',
    description: 'Address of the service; else TALARIA_URL, else the one of the home',
  },
  { name: 'home', value: 'FOLDER', description: 'State folder; else TALARIA_HOME', isFile: true },
  {
    name: 'token-file',
    value: 'FILE',
    description: 'File with the token; else TALARIA_TOKEN, else the one of the home',
    isFile: true,
  },
  { name: 'json', description: 'Print exactly the body the service answers' },
  { name: 'help', short: 'h', description: 'Show this help' },
]

/** Options every operation has besides its own fields. */
export function callOptions(operation: Operation): Option[] {
  return [
    {
      name: 'input',
      value: 'FILE',
      description: 'Whole input as JSON; "-" reads standard input',
      isFile: true,
    },
    ...(operation.binary === undefined
      ? []
      : [
          {
            name: 'out',
            value: 'FILE',
            description: operation.binary.includes('.')
              ? 'Write the result there, several into a folder such as "pages/"; "-" is standard output'
              : 'Write the result there; "-" is standard output',
            isFile: true,
          },
          { name: 'force', description: 'Let --out replace a file' },
        ]),
    ...(operation.files === undefined
      ? []
      : [
          {
            name: 'media-type',
            value: 'TYPE',
            description: 'Type of the file on standard input',
            choices: operation.files.mediaTypes,
          },
        ]),
    {
      name: 'timeout',
      value: 'SECONDS',
      description: 'Longest time until the answer',
      default: longestMs(operation) / 1000,
    },
    { name: 'async', description: 'Hand it over as a job and print its id' },
    { name: 'approval', value: 'ID', description: 'Approval a person has given for this call' },
    ...connectionOptions,
  ]
}

/** Options made from the input schema of an operation: one for each field, `--a.b` for fields within fields. */
export function fieldOptions(operation: Operation): Option[] {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' })
  const taken = new Set(callOptions(operation).map(({ name }) => name))
  return fieldsOf(schema, '', schema.required ?? [], sourceFields(operation)).filter(
    ({ name }) => !taken.has(name),
  )
}

/** Fields of an operation that name files, `path` (short for one of them) included. */
export function sourceFields(operation: Operation): ReadonlySet<string> {
  const { files } = operation
  return new Set(
    files === undefined ? [] : ['path', files.one, files.many].filter((name) => name !== undefined),
  )
}

function fieldsOf(
  schema: Schema,
  prefix: string,
  required: readonly string[],
  sources: ReadonlySet<string>,
): Option[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    if (typeof field === 'boolean') return []
    const name = prefix + key
    const needed = required.includes(key)
    const option = optionOf(name, field, needed, sources.has(name))
    // A field within one that may be left out may be left out with it.
    const inner = sources.has(name)
      ? []
      : fieldsOf(field, `${name}.`, (needed && field.required) || [], sources)
    return [option, ...inner]
  })
}

function optionOf(name: string, field: Schema, required: boolean, isFile: boolean): Option {
  const item =
    field.type === 'array' && typeof field.items === 'object' && !Array.isArray(field.items)
      ? field.items
      : undefined
  const choices = choicesOf(item ?? field)
  const isSwitch = field.type === 'boolean'
  return {
    name,
    description: describe(field, item !== undefined && !isFile),
    required,
    ...(isSwitch ? { negatable: true } : { value: isFile ? 'FILE' : valueName(item ?? field, choices) }),
    ...(item !== undefined && { multiple: true }),
    ...(field.default !== undefined && { default: field.default }),
    ...(choices && { choices }),
    ...(isFile && { isFile }),
  }
}

function choicesOf(field: Schema): readonly string[] | undefined {
  const values = field.enum ?? (field.const === undefined ? undefined : [field.const])
  return values?.filter((value) => typeof value === 'string')
}

function valueName(field: Schema, choices: readonly string[] | undefined): string {
  if (choices && choices.length > 0) return choices.join('|')
  if (field.type === 'integer') return 'N'
  if (field.type === 'number') return 'NUMBER'
  if (field.type === 'string') return 'TEXT'
  if (field.anyOf?.some((branch) => typeof branch === 'object' && branch.type === 'string')) return 'TEXT'
  return 'JSON'
}

function describe(field: Schema, several: boolean): string {
  const bounds: string[] = []
  const { minimum, maximum } = field
  if (typeof minimum === 'number' && typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER) {
    bounds.push(`${minimum} to ${maximum}`)
  } else if (typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER)
    bounds.push(`at least ${minimum}`)
  if (several) bounds.push('a JSON list, or once for each')
  const text = field.description ?? ''
  return bounds.length === 0 ? text : `${text}${text && ' '}(${bounds.join('; ')})`
}
