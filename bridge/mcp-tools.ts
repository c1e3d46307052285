import { fault } from './faults.ts'
import { flatFields, outputSchemaOf, qualified, type FlatField, type JsonSchema } from './mcp-fields.ts'
import { familyAndVerb, TIERS, type Operation, type Role, type Tier } from './operation.ts'

/** What a host is told of the effects of a tool; all four are always set, because what is left out counts as the worst. */
export interface Annotations {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** A grouped tool: several operations under one name, told apart by `action`. */
export interface McpTool {
  name: string
  title: string
  description: string
  /** One flat object, with one type for each argument. */
  inputSchema: JsonSchema
  outputSchema: JsonSchema
  annotations: Annotations
  /** Operations by action. */
  operations: ReadonlyMap<string, Operation>
  /** The operation that arguments ask for, and its input. Faults: INVALID_INPUT for an unknown action. */
  read(args: Record<string, unknown>): { operation: Operation; input: unknown }
}

/** The tools of a catalogue, in its order, without what a caller of this role may never do. */
export function mcpTools(operations: readonly Operation[], role: Role = 'agent'): McpTool[] {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) {
    if (operation.role === 'owner' && role !== 'owner') continue
    const { name } = operation.tool
    groups.set(name, [...(groups.get(name) ?? []), operation])
  }
  return [...groups].map(([name, group]) => toolOf(name, group))
}

function actionOf({ name, tool }: Operation): string {
  return tool.action ?? familyAndVerb(name).verb
}

function toolOf(name: string, group: readonly Operation[]): McpTool {
  const operations = new Map(group.map((one) => [actionOf(one), one]))
  const { fields, properties, required } = mergedFields(group)
  const actions = [...operations.keys()]
  const jobs = group.some(({ lane }) => lane !== 'inline')
  return {
    name,
    title: name
      .split('_')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' '),
    description: describe(group, jobs),
    inputSchema: {
      type: 'object',
      properties: { ...ownArguments(group, actions, jobs), ...properties },
      required: [...(actions.length > 1 ? ['action'] : []), ...(jobs ? [] : required)],
      additionalProperties: false,
    },
    outputSchema: outputSchema(group, jobs),
    annotations: annotationsOf(group),
    operations,
    read(args) {
      const { action = actions.length === 1 ? actions[0] : undefined } = args
      const operation = operations.get(String(action))
      if (operation === undefined) {
        const known = actions.join(', ')
        const came = action === undefined ? 'none came' : `${JSON.stringify(action)} came`
        throw fault('INVALID_INPUT', `action: expected one of ${known}; ${came}.`, {
          issues: [{ field: 'action', message: `expected one of ${known}` }],
        })
      }
      const own = operation.tool.arguments?.(args) ?? args
      return { operation, input: inputOf(own, fields.get(operation) ?? []) }
    },
  }
}

/** Puts flat arguments where the operation has them; what is no argument stays where it is, for the schema to judge. */
function inputOf(args: Record<string, unknown>, fields: readonly FlatField[]): unknown {
  const input: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(args)) {
    if (name === 'action' || name === 'approval') continue
    const field = fields.find((one) => one.name === name)
    if (field) field.place(input, value)
    else input[name] = value
  }
  return input
}

/** The arguments of all operations of a tool; a name that two use for different types gets the verb in front. */
function mergedFields(group: readonly Operation[]) {
  const fields = new Map<Operation, FlatField[]>()
  const properties: Record<string, JsonSchema> = {}
  const uses = new Map<string, number>()
  for (const operation of group) {
    const own = flatFields(operation).map((field) => {
      const known = properties[field.name]
      const clashes = known !== undefined && known.type !== field.schema.type
      return clashes ? { ...field, name: qualified(operation, field.name) } : field
    })
    for (const { name, schema, required } of own) {
      const known = properties[name]
      const described = group.length > 1 ? withAction(schema, operation) : schema
      properties[name] = known === undefined ? described : widened(known, described)
      if (required) uses.set(name, (uses.get(name) ?? 0) + 1)
    }
    fields.set(operation, own)
  }
  const required = [...uses].filter(([, count]) => count === group.length).map(([name]) => name)
  return { fields, properties, required }
}

function withAction(schema: JsonSchema, operation: Operation): JsonSchema {
  const { description } = schema
  return { ...schema, description: `${actionOf(operation)}: ${description ?? 'see the tool'}` }
}

/** A schema that takes what either takes: members the two do not agree on are dropped, choices are put together. */
function widened(one: JsonSchema, other: JsonSchema): JsonSchema {
  const description =
    one.description === other.description ? one.description : `${one.description}; ${other.description}`
  const agreed = Object.entries(one).filter(
    ([key, value]) => JSON.stringify(value) === JSON.stringify(Reflect.get(other, key)),
  )
  const choices = one.enum && other.enum ? { enum: [...new Set([...one.enum, ...other.enum])] } : {}
  return { ...Object.fromEntries(agreed), ...choices, ...(description !== undefined && { description }) }
}

function ownArguments(
  group: readonly Operation[],
  actions: readonly string[],
  jobs: boolean,
): Record<string, JsonSchema> {
  const [only] = actions
  const asks = group.some(({ tier }) => tier.base !== 'read' || tier.rise !== undefined)
  return {
    action: {
      type: 'string',
      enum: jobs ? [...actions, 'job'] : [...actions],
      description: jobs ? 'What to do; job asks for the result of a call that took long' : 'What to do',
      ...(actions.length === 1 && only !== undefined && { default: only }),
    },
    ...(jobs && { job: { type: 'string', description: 'With action job: the id that the call answered' } }),
    continue: {
      type: 'string',
      description: 'Token of an answer that was cut, for what follows; other arguments are then ignored',
    },
    ...(asks && {
      approval: {
        type: 'string',
        description: 'Id of an approval that a person has given for exactly this call',
      },
    }),
  }
}

function describe(group: readonly Operation[], jobs: boolean): string {
  const lines = group.map((operation) => {
    const { summary, description, tool } = operation
    const text = [summary, description, tool.notes].filter(Boolean).join(' ')
    return group.length === 1 ? text : `${actionOf(operation)}: ${text}`
  })
  if (jobs)
    lines.push(
      'A call that takes long answers {job: {id, state, progress}}; ask with action job and that id.',
    )
  return lines.join('\n')
}

/** One object that has an output of one of the operations, a part of one, or a job. */
function outputSchema(group: readonly Operation[], jobs: boolean): JsonSchema {
  const outputs = group.map(outputSchemaOf)
  const $defs = Object.assign({}, ...outputs.map((one) => one.$defs)) as Record<string, JsonSchema>
  const alternatives = [...outputs.map(withoutDefinitions), PART, ...(jobs ? [JOB] : [])]
  return { type: 'object', anyOf: alternatives, ...(Object.keys($defs).length > 0 && { $defs }) }
}

/** Definitions belong at the top, where references look for them. */
function withoutDefinitions(schema: JsonSchema): JsonSchema {
  const { $defs: _, ...rest } = schema
  return rest
}

const PART: JsonSchema = {
  type: 'object',
  description: 'A part of an output too long for one answer: the fields that fit, and how to go on',
  properties: {
    part: {
      type: 'object',
      properties: {
        number: { type: 'integer', minimum: 1 },
        open: {
          type: 'integer',
          minimum: 0,
          description: 'Levels on which this part goes on where the one before ended',
        },
        continue: { type: 'string', description: 'Token for the next part; absent on the last' },
      },
      required: ['number', 'open'],
    },
  },
  required: ['part'],
}

const JOB: JsonSchema = {
  type: 'object',
  description: 'The call goes on as a job',
  properties: {
    job: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        state: { type: 'string' },
        progress: { type: 'number', minimum: 0, maximum: 1 },
      },
      required: ['id', 'state', 'progress'],
      additionalProperties: false,
    },
  },
  required: ['job'],
  additionalProperties: false,
}

/** The annotations of the most dangerous operation; one whose tier rises with its input may become anything. */
function annotationsOf(group: readonly Operation[]): Annotations {
  const worst = Math.max(
    ...group.map(({ tier }) => TIERS.indexOf(tier.rise === undefined ? tier.base : 'destructive')),
  )
  const tier: Tier = TIERS[worst] ?? 'destructive'
  return {
    readOnlyHint: tier === 'read',
    destructiveHint: tier === 'destructive',
    idempotentHint: tier === 'read',
    openWorldHint: false,
  }
}
