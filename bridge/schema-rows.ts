import type { z } from 'zod'

/** One field of a JSON Schema, as a row of a table. */
export interface SchemaRow {
  /** Path of the field: `documents[].pages[].number`. */
  name: string
  /** Type and bounds in words, such as `integer, 1 to 50`. */
  type: string
  /** `required`, `optional`, or the default: as JSON, or in the words of the schema's `defaultText`. */
  presence: string
  meaning: string
}

type Schema = z.core.JSONSchema.JSONSchema

/** A schema that is `true`, `false` or missing says nothing about its value. */
const asSchema = (schema: Schema['items']): Schema =>
  typeof schema === 'object' && !Array.isArray(schema) ? schema : {}

const alternatives = (schema: Schema) => schema.anyOf ?? schema.oneOf ?? []

/** Zod bounds every integer by what a double holds exactly; such a bound tells a reader nothing. */
const telling = (bound: unknown): bound is number =>
  typeof bound === 'number' && Math.abs(bound) !== Number.MAX_SAFE_INTEGER

function between(least: number | undefined, most: number | undefined, unit: string): string {
  if (telling(least) && telling(most)) return `, ${least} to ${most}${unit}`
  if (telling(least)) return `, at least ${least}${unit}`
  return telling(most) ? `, at most ${most}${unit}` : ''
}

function bounds(schema: Schema): string {
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema
  return [
    between(schema.minimum, schema.maximum, ''),
    telling(above) ? `, above ${above}` : '',
    telling(below) ? `, below ${below}` : '',
    between(schema.minLength, schema.maxLength, ' characters'),
    schema.pattern === undefined ? '' : `, \`${schema.pattern}\``,
  ].join('')
}

function words(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  const several = alternatives(schema)
  if (several.length > 0) return `one of: ${[...new Set(several.map(words))].join('; ')}`
  if (schema.type === 'array') {
    return `list of ${words(asSchema(schema.items))}${between(schema.minItems, schema.maxItems, ' entries')}`
  }
  if (schema.$ref !== undefined) return `the same as \`${schema.$ref}\``
  if (schema.type !== 'object') return `${schema.type?.toString() ?? 'any JSON'}${bounds(schema)}`
  const names = Object.keys(schema.properties ?? {})
  if (names.length === 0) return 'object'
  return `{${names.map((name) => (schema.required?.includes(name) ? name : `${name}?`)).join(', ')}}`
}

function presence(schema: Schema, required: boolean): string {
  if (typeof schema['defaultText'] === 'string') return schema['defaultText']
  if (schema.default !== undefined) return `\`${JSON.stringify(schema.default)}\``
  return required ? 'required' : 'optional'
}

/** Rows of the fields inside a schema, each once though several alternatives may have it. */
function inner(schema: Schema, prefix: string): SchemaRow[] {
  const rows = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const field = asSchema(value)
    const name = prefix === '' ? key : `${prefix}.${key}`
    const row: SchemaRow = {
      name,
      type: words(field),
      presence: presence(field, schema.required?.includes(key) ?? false),
      meaning: field.description ?? '',
    }
    return [row, ...inner(field, name)]
  })
  if (schema.items !== undefined) rows.push(...inner(asSchema(schema.items), `${prefix}[]`))
  const { additionalProperties: others } = schema
  if (typeof others === 'object') rows.push(...inner(others, `${prefix}.*`))
  for (const alternative of alternatives(schema)) {
    for (const row of inner(alternative, prefix)) {
      if (!rows.some((earlier) => earlier.name === row.name && earlier.type === row.type)) rows.push(row)
    }
  }
  return rows
}

/** The fields of a JSON Schema (2020-12, as zod writes it), from the outside in. */
export function schemaRows(schema: Schema): SchemaRow[] {
  return inner(schema, '')
}
