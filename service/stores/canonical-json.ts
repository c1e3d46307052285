import { hash } from 'node:crypto'

/**
 * JSON text that is the same for equal values, whatever the order of their keys: RFC 8785 (JSON Canonicalization
 * Scheme), which takes numbers and strings as ECMAScript writes them and sorts keys by UTF-16 code units. What
 * JSON leaves out (undefined) is left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  // Sorted here, because an object with keys like "10" and "9" always lists them as numbers.
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

/** SHA-256, in hexadecimal, of the canonical JSON of a value. */
export function jsonDigest(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex')
}
