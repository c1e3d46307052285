import { z } from 'zod'
import { fault } from './faults.ts'
import type { Operation } from './operation.ts'

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  anyOf?: JsonSchema[]
  items?: JsonSchema
}

const schemas = new WeakMap<z.ZodType, JsonSchema>()

/** The JSON Schema of an operation's input as a caller writes it; made once for each schema. */
export function inputSchema(input: z.ZodType): JsonSchema {
  let schema = schemas.get(input)
  if (schema === undefined) {
    schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    schemas.set(input, schema)
  }
  return schema
}

function takesText(schema: JsonSchema): boolean {
  return schema.type === 'string' || (schema.anyOf?.some(takesText) ?? false)
}

function valueOf(name: string, schema: JsonSchema, text: string): unknown {
  if (takesText(schema)) return text
  try {
    return JSON.parse(text)
  } catch {
    throw fault('INVALID_INPUT', `${name}: expected ${schema.type ?? 'JSON'}, got "${text.slice(0, 100)}".`, {
      issues: [{ field: name, message: `expected ${schema.type ?? 'JSON'}` }],
    })
  }
}

/**
 * An operation's input from text fields, as a query string or a command line has them: `maxPages=3` is a number
 * because the schema says so, `output.format=png` reaches into an object, a repeated name makes a list. Throws
 * INVALID_INPUT, naming the field; what else is wrong the schema finds later.
 */
export function inputFromText(
  operation: Pick<Operation, 'input'>,
  fields: Iterable<readonly [string, string]>,
): Record<string, unknown> {
  const root = inputSchema(operation.input)
  const input: Record<string, unknown> = {}
  for (const [name, text] of fields) {
    const keys = name.split('.')
    let schema: JsonSchema | undefined = root
    let node = input
    for (const [depth, key] of keys.entries()) {
      schema =
        schema?.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined
      if (schema === undefined) {
        throw fault('INVALID_INPUT', `There is no field "${name}".`, {
          issues: [{ field: name, message: 'unknown field' }],
        })
      }
      if (depth < keys.length - 1) {
        const inner: unknown = (node[key] ??= {})
        if (inner === null || typeof inner !== 'object') {
          throw fault('INVALID_INPUT', `"${name}" reaches into a field that is not an object.`)
        }
        node = inner as Record<string, unknown>
        continue
      }
      const { items: item } = schema
      if (schema.type === 'array' && item !== undefined && !text.trimStart().startsWith('[')) {
        const items: unknown[] = Array.isArray(node[key]) ? (node[key] as unknown[]) : []
        items.push(valueOf(name, item, text))
        node[key] = items
      } else node[key] = valueOf(name, schema, text)
    }
  }
  return input
}
