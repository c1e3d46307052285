import { createHash } from 'node:crypto'
import { fault } from './faults.ts'

/** Levels of nesting taken; far more than any input of ours, far less than the stack. */
const MAX_DEPTH = 500

/** A surrogate without its partner, which I-JSON (RFC 7493, section 2.1) forbids. */
const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

function text(value: string): string {
  if (loneSurrogate.test(value)) {
    throw fault(
      'INVALID_INPUT',
      'Expected Unicode text; a surrogate stands without its partner. Send valid UTF-8.',
    )
  }
  return JSON.stringify(value)
}

function write(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) {
    throw fault('TOO_DEEP', `The value is nested deeper than ${MAX_DEPTH} levels.`, { maxDepth: MAX_DEPTH })
  }
  switch (typeof value) {
    case 'string':
      return text(value)
    case 'boolean':
      return String(value)
    case 'number':
      if (Number.isFinite(value)) return JSON.stringify(value)
      throw fault('INVALID_INPUT', `Expected a finite number; JSON has no ${value}.`)
    case 'object': {
      if (value === null) return 'null'
      if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(',')}]`
      const members = []
      // Comparing texts compares UTF-16 code units, the order section 3.2.3 asks for.
      for (const [key, item] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (item !== undefined) members.push(`${text(key)}:${write(item, depth + 1)}`)
      }
      return `{${members.join(',')}}`
    }
    default:
      throw fault('INVALID_INPUT', `Expected a JSON value; got a ${typeof value}.`)
  }
}

/**
 * The one JSON text of a value, whatever the order its members were written in: the JSON Canonicalization Scheme
 * of RFC 8785. Members that are undefined are left out. Faults: INVALID_INPUT for what JSON cannot hold, TOO_DEEP.
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0)
}

/** The digest of a JSON value, `sha256:` and 64 hexadecimal digits, over its canonical text in UTF-8. */
export function jsonDigest(value: unknown): string {
  return `sha256:${createHash('sha256').update(canonicalJson(value), 'utf8').digest('hex')}`
}
