import { z } from 'zod'
import type { Operation } from './operation.ts'

export type JsonSchema = z.core.JSONSchema.JSONSchema

/** One argument of a tool, and where its value stands in the input of an operation. */
export interface FlatField {
  name: string
  schema: JsonSchema
  required: boolean
  /** Puts a value into the input. */
  place(input: Record<string, unknown>, value: unknown): void
}

/** Arguments of every tool that are no field of an operation. */
export const RESERVED: ReadonlySet<string> = new Set(['action', 'job', 'continue', 'approval'])

const asSchema = (schema: JsonSchema['items']): JsonSchema =>
  typeof schema === 'object' && !Array.isArray(schema) ? schema : {}

/**
 * The input of an operation as flat arguments with one type each. A source is `path` or `blob`, a list of sources a
 * list of texts, the members of an object stand beside the other fields, and a field of several types is a text.
 */
export function flatFields(operation: Operation): FlatField[] {
  const schema = inputSchemaOf(operation)
  const own = Object.keys(schema.properties ?? {})
  const taken = new Set(RESERVED)
  const named = (field: FlatField, otherwise: string): FlatField => {
    const name = taken.has(field.name) ? otherwise : field.name
    taken.add(name)
    return { ...field, name }
  }
  const { files } = operation
  const fields = Object.entries(schema.properties ?? {}).map(([key, value]) => ({
    key,
    value: asSchema(value),
    required: schema.required?.includes(key) ?? false,
  }))
  const nested = (key: string): boolean => key === files?.one || isObject(asSchema(schema.properties?.[key]))
  const plain = fields
    .filter(({ key }) => !nested(key))
    .map(({ key, value, required }) => {
      const field = key === files?.many ? sources(key, value, required) : plainField(key, value, required)
      return named(field, qualified(operation, key))
    })
  const inner = fields
    .filter(({ key }) => nested(key))
    .flatMap(({ key, value, required }) => {
      const members = key === files?.one ? sourceMembers(key, own) : objectMembers(key, value, required)
      return members.map((field) => named(field, key + capital(field.name)))
    })
  return [...inner, ...plain]
}

/** The JSON Schema of an operation's input; definitions it refers to are named after the operation. */
export function inputSchemaOf(operation: Operation): JsonSchema {
  return own(operation, z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }))
}

/** The JSON Schema of an operation's output, likewise. */
export function outputSchemaOf(operation: Operation): JsonSchema {
  return own(operation, z.toJSONSchema(operation.output, { io: 'output', unrepresentable: 'any' }))
}

function own({ name }: Operation, schema: object): JsonSchema {
  const prefix = name.replaceAll('.', '_')
  const { $schema: _, ...rest } = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/$defs/', `"#/$defs/${prefix}_`),
  ) as JsonSchema
  if (rest.$defs === undefined) return rest
  const definitions = Object.entries(rest.$defs).map(([key, value]) => [`${prefix}_${key}`, value])
  return { ...rest, $defs: Object.fromEntries(definitions) as JsonSchema['$defs'] & object }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A name that no other operation of the tool has: the verb before the field. */
export function qualified({ name }: Operation, field: string): string {
  return name.slice(name.indexOf('.') + 1) + capital(field)
}

function isObject(schema: JsonSchema): boolean {
  return schema.type === 'object' && schema.properties !== undefined
}

function put(key: string): FlatField['place'] {
  return (input, value) => void (input[key] = value)
}

function plainField(name: string, schema: JsonSchema, required: boolean): FlatField {
  if (schema.type !== undefined || schema.enum !== undefined)
    return { name, schema, required, place: put(name) }
  const alternatives = (schema.anyOf ?? schema.oneOf ?? []).map(asSchema)
  const types = new Set(alternatives.map(({ type }) => type))
  const [only] = types
  if (types.size === 1 && only !== undefined) {
    return { name, schema: { ...schema, type: only }, required, place: put(name) }
  }
  const description = `${schema.description ?? ''} (a list or an object is written as JSON)`.trim()
  const takesText = types.has('string')
  return {
    name,
    schema: { type: 'string', description },
    required,
    place: (input, value) =>
      void (input[name] = typeof value === 'string' ? unfolded(value, takesText) : value),
  }
}

/** A text that stands for a value of another type. */
function unfolded(text: string, takesText: boolean): unknown {
  if (takesText && !/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** `path`, `blob` and `name` of a single source. The input's own `path`, where it has one, says the same. */
function sourceMembers(key: string, own: readonly string[]): FlatField[] {
  const member = (name: string, description: string): FlatField => ({
    name,
    schema: { type: 'string', description },
    required: false,
    place: (input, value) => void (input[key] = { ...(input[key] as object | undefined), [name]: value }),
  })
  const members = [
    member('path', 'Absolute path of the file on this machine'),
    member('blob', 'Digest of stored bytes, "sha256:…", instead of a path'),
    member('name', 'Original file name, with `blob`'),
  ]
  return members.filter(({ name }) => name !== 'path' || !own.includes('path'))
}

/** A list of sources, each a path or a digest. */
function sources(key: string, schema: JsonSchema, required: boolean): FlatField {
  const { minItems, maxItems, description = 'Files' } = schema
  const source = (value: unknown): unknown => {
    if (typeof value !== 'string') return value
    return value.startsWith('sha256:') ? { blob: value } : { path: value }
  }
  return {
    name: key,
    schema: {
      type: 'array',
      items: { type: 'string' },
      ...(minItems !== undefined && { minItems }),
      ...(maxItems !== undefined && { maxItems }),
      description: `${description} (each an absolute path, or "sha256:…" of stored bytes)`,
    },
    required,
    place: (input, value) => void (input[key] = Array.isArray(value) ? value.map(source) : value),
  }
}

function objectMembers(key: string, schema: JsonSchema, required: boolean): FlatField[] {
  return Object.entries(schema.properties ?? {}).map(([name, value]) => {
    const member = plainField(name, asSchema(value), required && (schema.required?.includes(name) ?? false))
    return {
      ...member,
      place: (input, value) => {
        const object = { ...(input[key] as object | undefined) }
        member.place(object as Record<string, unknown>, value)
        input[key] = object
      },
    }
  })
}
