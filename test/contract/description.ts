import assert from 'node:assert/strict'
import { z } from 'zod'
import { isFaultCode } from '../../bridge/faults.ts'
import { faultsOf } from '../../bridge/openapi.ts'
import type { Operation } from '../../bridge/operation.ts'
import { isRecord } from './cases.ts'
import { routeOf, type Answer } from './doors.ts'

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]

/** The OpenAPI document of a service, for holding its answers against it. */
export class Description {
  readonly document: unknown
  readonly #schemas = new Map<unknown, z.ZodType>()

  constructor(document: unknown) {
    this.document = document
  }

  /** What is at a place within the document; `$ref` is followed. */
  at(...keys: string[]): unknown {
    let node = this.document
    for (const key of keys) {
      node = isRecord(node) ? node[key] : undefined
      if (isRecord(node) && typeof node['$ref'] === 'string') node = this.resolve(node['$ref'])
    }
    return node
  }

  /** What a reference within the document points at; undefined when there is nothing. */
  resolve(reference: string): unknown {
    if (!reference.startsWith('#/')) return undefined
    return this.at(
      ...reference
        .slice(2)
        .split('/')
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
    )
  }

  /** Holds an answer against the operation's output schema or the declared problem of its status. */
  check(operation: Operation, { status, body }: Answer): void {
    const value: unknown = JSON.parse(body)
    const mediaType = status === 200 ? 'application/json' : 'application/problem+json'
    const schema = this.at(
      'paths',
      routeOf(operation),
      'post',
      'responses',
      String(status),
      'content',
      mediaType,
      'schema',
    )
    assert.ok(schema, `${operation.name} declares no answer with status ${status}: ${body}`)
    this.#fits(schema, value)
    if (status === 200) {
      assert.deepEqual(operation.output.parse(value), value)
      return
    }
    const code: unknown = Reflect.get(Object(value), 'code')
    assert.ok(isFaultCode(code))
    assert.ok(faultsOf(operation).includes(code), `${operation.name} does not declare ${code}`)
  }

  /** A schema with the components it may name, as it stands outside of the document. */
  #alone(schema: unknown): JsonSchema {
    const whole = { ...Object(schema), $defs: this.at('components', 'schemas') }
    const written = JSON.stringify(whole).replaceAll('"#/components/schemas/', '"#/$defs/')
    return JSON.parse(written) as JsonSchema
  }

  #fits(schema: unknown, value: unknown): void {
    let parser = this.#schemas.get(schema)
    if (parser === undefined) {
      parser = z.fromJSONSchema(this.#alone(schema))
      this.#schemas.set(schema, parser)
    }
    const { error } = parser.safeParse(value)
    assert.equal(error, undefined, `does not fit its schema in the OpenAPI document: ${error?.message}`)
  }
}
