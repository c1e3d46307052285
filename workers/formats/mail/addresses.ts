import { decodeWords } from './encoded-words.ts'
import { tidy } from './header.ts'

/**
 * Addresses of a field as `Name <address>` or bare (RFC 5322, section 3.4): members of groups one by one, encoded words
 * decoded after the commas have been found, a comment as the name where there is no other (section 3.4, obsolete).
 */
export function parseAddresses(field: string): string[] {
  const found: string[] = []
  let phrase = ''
  let comment = ''
  let address: string | undefined
  const end = (): void => {
    const text = mailbox(phrase, comment, address)
    if (text !== '') found.push(text)
    phrase = ''
    comment = ''
    address = undefined
  }
  for (let at = 0; at < field.length;) {
    const char = field.charAt(at)
    if (char === '"') {
      const { text, next } = quoted(field, at)
      phrase += text
      at = next
    } else if (char === '(') {
      const { text, next } = commented(field, at)
      comment = text
      at = next
    } else if (char === '<') {
      const close = field.indexOf('>', at)
      const next = close === -1 ? field.length : close
      address = field.slice(at + 1, next)
      at = next + 1
    } else {
      if (char === ',' || char === ';') end()
      // The name of a group says nothing about who got the mail.
      else if (char === ':' && !phrase.includes('@')) phrase = ''
      else phrase += char
      at += 1
    }
  }
  end()
  return found
}

function mailbox(phrase: string, comment: string, angle: string | undefined): string {
  const before = tidy(decodeWords(phrase))
  // A route before the address is obsolete (section 4.4).
  const address = tidy((angle ?? before).replace(/^@[^:]*:/, ''))
  const name = angle === undefined ? tidy(decodeWords(comment)) : before.replace(/^'(.*)'$/, '$1')
  if (address === '') return name
  return name === '' || name === address ? address : `${name} <${address}>`
}

/** A quoted string without its marks; one that does not end is a mark only. */
function quoted(field: string, from: number): { text: string; next: number } {
  let text = ''
  for (let at = from + 1; at < field.length; at += 1) {
    const char = field.charAt(at)
    if (char === '"') return { text, next: at + 1 }
    if (char === '\\') at += 1
    text += field.charAt(at)
  }
  return { text, next: field.length }
}

function commented(field: string, from: number): { text: string; next: number } {
  let depth = 0
  for (let at = from; at < field.length; at += 1) {
    const char = field.charAt(at)
    if (char === '\\') at += 1
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (depth === 0) return { text: field.slice(from + 1, at), next: at + 1 }
  }
  return { text: field.slice(from + 1), next: field.length }
}
