import { z } from 'zod'
import { FAULTS, type FaultCode } from './faults.ts'
import { familyAndVerb, kebabCase, type Operation } from './operation.ts'

/** Faults that any operation can meet. */
const COMMON: FaultCode[] = [
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'POLICY_DENIED',
  'APPROVAL_NEEDED',
  'TOO_LARGE',
  'BUSY',
  'DEADLINE',
  'INTERNAL',
]

/** Faults an operation can answer with: its own, those of files where it takes some, and the common ones. */
export function faultsOf(operation: Operation): FaultCode[] {
  const files: FaultCode[] =
    operation.files === undefined
      ? []
      : ['NOT_FOUND', 'NOT_A_FILE', 'EMPTY_FILE', 'PROTECTED_PATH', 'TYPE_MISMATCH']
  const lost: FaultCode[] = operation.lane === 'inline' ? [] : ['WORKER_LOST', 'CANCELLED']
  return [...new Set([...operation.faults, ...files, ...lost, ...COMMON])]
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): object => {
  const { $schema: _, $defs: __, ...rest } = jsonSchema(schema, io)
  return rest
}

/** Named parts of outputs, such as one that holds itself; they are components here. */
const definitionsOf = (operations: readonly Operation[]): object =>
  Object.assign({}, ...operations.map(({ output }) => jsonSchema(output, 'output').$defs))

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): z.core.JSONSchema.JSONSchema {
  const written = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  return JSON.parse(written.replaceAll('"#/$defs/', '"#/components/schemas/')) as z.core.JSONSchema.JSONSchema
}

function responses(operation: Operation): object {
  const byStatus = new Map<number, FaultCode[]>()
  for (const code of faultsOf(operation)) {
    const { status } = FAULTS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const content: Record<string, object> = {
    'application/json': { schema: schemaOf(operation.output, 'output') },
  }
  if (operation.binary) content['application/octet-stream'] = { schema: { type: 'string', format: 'binary' } }
  if (operation.streams) content['application/x-ndjson'] = { schema: { type: 'string' } }
  return {
    200: { description: 'The result.', content },
    202: {
      description: 'Accepted as a job (`Prefer: respond-async` or `wait`).',
      headers: { Location: { schema: { type: 'string' } } },
    },
    ...Object.fromEntries(
      [...byStatus]
        .sort(([a], [b]) => a - b)
        .map(([status, codes]) => [
          status,
          {
            description: codes.join(', '),
            content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
          },
        ]),
    ),
  }
}

function requestBody(operation: Operation): object {
  const content: Record<string, object> = {
    'application/json': {
      schema: schemaOf(operation.input, 'input'),
      examples: Object.fromEntries(operation.examples.map(({ title, input }) => [title, { value: input }])),
    },
  }
  for (const mediaType of operation.files?.mediaTypes ?? []) {
    content[mediaType] = { schema: { type: 'string', format: 'binary' } }
  }
  if (operation.files) {
    content['multipart/form-data'] = {
      schema: {
        type: 'object',
        properties: { input: schemaOf(operation.input, 'input'), file: { type: 'string', format: 'binary' } },
      },
    }
  }
  return { required: true, content }
}

const header = (name: string, description: string): object => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
})

function operationPath(operation: Operation): [string, object] {
  const { family, verb } = familyAndVerb(operation.name)
  return [
    `/v1/${family}/${kebabCase(verb)}`,
    {
      post: {
        operationId: operation.name,
        summary: operation.summary,
        ...(operation.description !== undefined && { description: operation.description }),
        tags: [family],
        'x-tier': operation.tier.base,
        'x-lane': operation.lane,
        'x-timeout-ms': operation.limits.timeoutMs,
        ...(operation.limits.longTimeoutMs !== undefined && {
          'x-long-timeout-ms': operation.limits.longTimeoutMs,
        }),
        'x-max-input-bytes': operation.limits.maxInputBytes,
        parameters: [
          header('Prefer', '`respond-async` answers 202 at once; `wait=N` waits N seconds first.'),
          header('Idempotency-Key', 'The same key gives the same answer for 24 hours.'),
          header('Approval', 'Id of an approval a person has given for this very call.'),
          header(
            'Talaria-Timeout-Ms',
            'A shorter limit than the operation has: `x-timeout-ms`, as a job or line by line `x-long-timeout-ms`.',
          ),
        ],
        requestBody: requestBody(operation),
        responses: responses(operation),
      },
    },
  ]
}

const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }

function route(
  summary: string,
  status: number,
  options: { open?: boolean; parameters?: object[] } = {},
): object {
  return {
    summary,
    ...(options.open && { security: [] }),
    ...(options.parameters && { parameters: options.parameters }),
    responses: {
      [status]: { description: 'As said.' },
      default: { description: 'A fault.', content: problem },
    },
  }
}

const id = (name: string): object => ({ name, in: 'path', required: true, schema: { type: 'string' } })

/** Everything that is not an operation. */
const PATHS = {
  '/v1/batch': { post: route('Many small calls in one request.', 200) },
  '/v1/blobs': { put: route('Store bytes; answers their digest.', 201) },
  '/v1/blobs/{digest}': {
    get: route('Stored bytes, whole or a Range.', 200, { parameters: [id('digest')] }),
    head: route('Size and type of stored bytes.', 200, { parameters: [id('digest')] }),
  },
  '/v1/jobs': { get: route("The caller's jobs; all of them for the owner.", 200) },
  '/v1/jobs/{id}': {
    get: route('State, position, progress and ETA of a job.', 200, { parameters: [id('id')] }),
    delete: route('Cancel a job.', 200, { parameters: [id('id')] }),
  },
  '/v1/jobs/{id}/events': {
    get: route('Changes of a job as server-sent events.', 200, { parameters: [id('id')] }),
  },
  '/v1/jobs/{id}/result': {
    get: route('The result of a job, or its fault.', 200, { parameters: [id('id')] }),
  },
  '/v1/events': { get: route('What happens in the service, as server-sent events (owner).', 200) },
  '/v1/status': { get: route('Version, lanes, capabilities and policy.', 200) },
  '/v1/approvals': { get: route('Approvals that wait for an answer (owner, host).', 200) },
  '/v1/approvals/{id}': {
    post: route('Answer an approval: once, session, always or deny.', 200, { parameters: [id('id')] }),
  },
  '/v1/hosts': {
    get: route('Hosts that hold a token, by name (owner).', 200),
    post: route('Issue a token to a host; it is shown once (owner).', 200),
  },
  '/v1/hosts/{name}': {
    delete: route('Take the token of a host back (owner).', 204, { parameters: [id('name')] }),
  },
  '/v1/mcp': { get: route('What holds for the tools of MCP, for servers on another transport.', 200) },
  '/mcp': {
    get: route('The Model Context Protocol: events, where a client asks for them.', 200),
    post: route('The Model Context Protocol over streamable HTTP.', 200),
    delete: route('The Model Context Protocol: the end of a session.', 200),
  },
  '/v1/console/links': { post: route('A one-time link into the console (owner).', 200) },
  '/v1/console/sessions': { post: route('Trade a one-time link for a session token.', 200, { open: true }) },
  '/healthz': { get: route('The process answers.', 200, { open: true }) },
  '/readyz': { get: route('Each lane ran its canary; 503 while one is down.', 200, { open: true }) },
  '/metrics': { get: route('Metrics in the Prometheus text format.', 200) },
  '/openapi.json': { get: route('This document.', 200, { open: true }) },
  '/docs': { get: route('These routes as a page.', 200, { open: true }) },
}

/** The OpenAPI 3.1 document of a set of operations and of the fixed routes around them. */
export function openapi(operations: Iterable<Operation>, version: string): object {
  const listed = [...operations]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Talaria',
      version,
      summary: 'Exact, checkable answers from your own machine.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths: { ...Object.fromEntries(listed.map(operationPath)), ...PATHS },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...definitionsOf(listed),
        Problem: {
          description: 'RFC 9457 problem details.',
          type: 'object',
          required: ['type', 'title', 'status', 'code', 'detail', 'retryable'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            code: { enum: Object.keys(FAULTS) },
            detail: { type: 'string' },
            retryable: { type: 'boolean' },
            retryAfterMs: { type: 'integer' },
          },
        },
      },
    },
  }
}
