import { z } from 'zod'

/** Code points kept of one argument. */
const MAX_VALUE = 400
/** Arguments kept of one call, so that a line stays within a few kilobytes. */
const MAX_KEYS = 32
/** Characters kept of all arguments together. */
const MAX_TOTAL = 3000
const MAX_KEY = 80
const MAX_NESTING = 32
const REDACTED = '[redacted]'

/** Names of arguments whose value is a secret, wherever they stand. */
const secretKey =
  /passw|passphrase|passcode|secret|token|psk|authorization|api[-_]?key|private[-_]?key|cookie|credential|bearer|^(?:pwd|pass|pin|otp|cvv)$/i

/** Names of arguments that carry content rather than say what to do with it; only their size is kept. */
const contentKey = /^(?:text|contents?|reply|markdown|html|body|bytes|base64|data|data_?url)$/i

/** Texts that are secrets by their look: vendor tokens, JWTs, bearer headers, private keys, logins in addresses. */
const secretText = new RegExp(
  [
    String.raw`\b(?:sk|pk|rk)-[\w-]{16,}`,
    String.raw`\bgh[pousr]_\w{16,}`,
    String.raw`\bgithub_pat_\w{16,}`,
    String.raw`\bxox[a-z]-[\w-]{10,}`,
    String.raw`\bA[KS]IA[0-9A-Z]{16}\b`,
    String.raw`\bAIza[\w-]{30,}`,
    String.raw`\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*`,
    String.raw`\bBearer\s+[\w.~+/-]{8,}=*`,
    String.raw`-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*`,
    String.raw`(?<=:\/\/)[^\s/:@]*:[^\s/@]+(?=@)`,
    String.raw`(?<=\b(?:password|passphrase|passwd|secret|token|api_?key)["']?\s{0,3}[=:]\s{0,3})[^\s,;&]+`,
  ].join('|'),
  'gi',
)

const bearer = /bearer/i

/** Whether a text has what every one of them has in it, a colon, "=", ten letters in a row or "bearer": few do. */
function mayHoldSecret(text: string): boolean {
  let run = 0
  let longest = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 58 || code === 61) return true
    const isWord = ((code | 32) - 97) >>> 0 < 26 || (code - 48) >>> 0 < 10 || code === 45 || code === 95
    run = isWord ? run + 1 : 0
    if (run > longest) longest = run
  }
  return longest >= 10 || (longest >= 6 && bearer.test(text))
}

/** The text with everything that looks like a secret replaced. */
export function maskSecrets(text: string): string {
  return mayHoldSecret(text) ? text.replace(secretText, REDACTED) : text
}

/** At most `max` code points of a text; the last is an ellipsis where something was cut. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  let kept = 0
  let index = 0
  for (const point of text) {
    if (kept === max - 1) end = index
    if (++kept > max) return `${text.slice(0, end)}…`
    index += point.length
  }
  return text
}

/** Masks and cuts; looks a little past the cut so that a secret is not kept in half. */
function shortText(text: string): string {
  return cut(maskSecrets(text.length > 4 * MAX_VALUE ? text.slice(0, 4 * MAX_VALUE) : text), MAX_VALUE)
}

function sizeOf(value: unknown): string {
  if (typeof value === 'string') return `[${value.length} characters]`
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return `[${value.length} entries]`
  return '[content]'
}

type KeyClass = 'secret' | 'content' | 'plain'

interface KnownKey {
  class: KeyClass
  /** As JSON, cut. */
  json: string
}

/** What was found out about argument names; those of the schemas come again with every call. */
const knownKeys = new Map<string, KnownKey>()
const MAX_KNOWN_KEYS = 2000

function known(key: string): KnownKey {
  const found = knownKeys.get(key)
  if (found !== undefined) return found
  const keyClass = secretKey.test(key) ? 'secret' : contentKey.test(key) ? 'content' : 'plain'
  const made: KnownKey = { class: keyClass, json: quote(cut(key, MAX_KEY)) }
  if (knownKeys.size < MAX_KNOWN_KEYS && key.length <= MAX_KEY) knownKeys.set(key, made)
  return made
}

/** What stands for a value under a name of that class, or undefined when the value itself may be written. */
function standIn(keyClass: KeyClass, value: unknown): string | undefined {
  if (value === null || value === '') return undefined
  if (keyClass === 'secret') return REDACTED
  const isContent = keyClass === 'content' && (typeof value === 'string' || typeof value === 'object')
  return isContent || ArrayBuffer.isView(value) ? sizeOf(value) : undefined
}

const plainText = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

/** A text as JSON; most need no escapes, and then this is three times as fast as `JSON.stringify`. */
export function quote(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text)
}

/** Writes nested values as JSON with a blank after commas and colons; stops once there is enough to cut. */
class NestedText {
  text = ''

  get full(): boolean {
    return this.text.length > 2 * MAX_VALUE
  }

  write(value: unknown, depth: number): void {
    if (this.full) return
    if (typeof value === 'string') this.text += JSON.stringify(shortText(value))
    else if (typeof value === 'bigint') this.text += String(value)
    else if (typeof value !== 'object' || value === null) this.text += JSON.stringify(value) ?? 'null'
    else if (depth > MAX_NESTING) this.text += '"…"'
    else if (Array.isArray(value)) this.#list(value, depth)
    else this.#members(value, depth)
  }

  #list(items: readonly unknown[], depth: number): void {
    this.text += '['
    for (let i = 0; i < items.length && !this.full; i++) {
      if (i > 0) this.text += ', '
      this.write(items[i], depth + 1)
    }
    this.text += ']'
  }

  #members(value: object, depth: number): void {
    this.text += '{'
    let first = true
    for (const [key, item] of Object.entries(value)) {
      if (this.full) break
      if (item === undefined) continue
      const name = known(key)
      this.text += `${first ? '' : ', '}${name.json}: `
      first = false
      this.write(standIn(name.class, item) ?? item, depth + 1)
    }
    this.text += '}'
  }
}

/** A value as JSON: a text, number, boolean or null. */
function valueText(value: unknown): string {
  if (typeof value === 'string') return quote(shortText(value))
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return JSON.stringify(value)
  if (typeof value !== 'object') return quote(cut(String(value), MAX_VALUE))
  const nested = new NestedText()
  nested.write(value, 0)
  return quote(cut(nested.text, MAX_VALUE))
}

/**
 * The arguments of a call as the audit log keeps them, as a JSON object: texts cut to 400 code points, lists and
 * objects as JSON text, secrets redacted by name and by look at every depth, content replaced by its size.
 */
export function compactText(input: unknown): string {
  if (input === undefined) return '{}'
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  if (!isObject || ArrayBuffer.isView(input)) return `{${memberText('input', input)}}`
  let text = ''
  let keys = 0
  for (const key of Object.keys(input)) {
    const value: unknown = Reflect.get(input, key)
    if (value === undefined) continue
    if (++keys > MAX_KEYS) return `{${text},"…":"…"}`
    if (text.length > MAX_TOTAL) text += `,${known(key).json}:"…"`
    else text += `${text === '' ? '' : ','}${memberText(key, value)}`
  }
  return `{${text}}`
}

function memberText(key: string, value: unknown): string {
  const { class: keyClass, json } = known(key)
  const instead = standIn(keyClass, value)
  return `${json}:${instead === undefined ? valueText(value) : quote(instead)}`
}

/** The arguments of a call, shortened and without secrets and content. */
export const CompactArgs = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type CompactArgs = z.infer<typeof CompactArgs>

/** As `compactText`, but the object itself. */
export function compactArgs(input: unknown): CompactArgs {
  return CompactArgs.parse(JSON.parse(compactText(input)))
}
