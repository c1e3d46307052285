import { defaultTreeAdapter, parseFragment } from 'parse5'
import type { Emphasis, Link } from '../content.ts'

export interface InlineText {
  text: string
  links: Link[]
  emphasis: Emphasis[]
  /** Alternative texts of its pictures. */
  alts: string[]
}

interface Opener {
  /** Index of its part. */
  part: number
  /** Where its text starts in the source. */
  at: number
  image: boolean
}

interface Delimiter {
  part: number
  char: string
  count: number
}

const special = /[\\`*_~[\]!<&\n]|\bhttps?:\/\/|\bwww\./g
const destination =
  /\(\s*(?:<([^<>\n]*)>|([^\s()]*(?:\([^\s()]*\)[^\s()]*){0,32}))(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*\)/y
const autolink = /<([a-zA-Z][a-zA-Z0-9+.-]{1,31}:[^\s<>]*|[\w.+-]{1,64}@[\w.-]{1,255})>/y
const tag = /<[a-zA-Z/!?][^<>]*>/y
const entity = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,31});/y
const bareUrl = /(?:https?:\/\/|www\.)[^\s<]+/y
const MAX_LABEL_CHARS = 999

/** Labels are compared without regard to case and white space. */
export const labelOf = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Inline text of Markdown (CommonMark 0.31, section 6, and GitHub's extensions) without its marks. One pass: openers
 * wait on stacks, so that time is linear whatever is left open.
 */
export function inlineMarkdown(source: string, references: ReadonlyMap<string, string>): InlineText {
  special.lastIndex = 0
  if (!special.test(source)) return { text: source.trimEnd(), links: [], emphasis: [], alts: [] }
  const parts: string[] = []
  const links: { from: number; to: number; url: string }[] = []
  const stressed: { from: number; to: number; strong: boolean }[] = []
  const alts: string[] = []
  let brackets: Opener[] = []
  const delimiters = new Map<string, Delimiter[]>()
  const ticks = tickRuns(source)
  let at = 0

  const closeBracket = (): void => {
    const opener = brackets.pop()
    const target = opener === undefined ? undefined : targetOf(source, opener.at, at, references)
    if (opener === undefined || target === undefined) {
      parts.push(']')
      at += 1
      return
    }
    at = target.end
    parts[opener.part] = ''
    if (opener.image) {
      const alt = parts.splice(opener.part).join('')
      while ((links.at(-1)?.from ?? -1) >= opener.part) links.pop()
      for (const stack of delimiters.values()) while ((stack.at(-1)?.part ?? -1) >= opener.part) stack.pop()
      if (alt.trim() !== '') alts.push(alt.trim())
    } else {
      links.push({ from: opener.part, to: parts.length, url: target.url })
      brackets = brackets.filter(({ image }) => image)
    }
  }

  while (at < source.length) {
    special.lastIndex = at
    const match = special.exec(source)
    const next = match?.index ?? source.length
    if (next > at) parts.push(source.slice(at, next))
    at = next
    if (match === null) break
    const char = source.charAt(at)
    switch (char) {
      case '\\':
        parts.push(/[!-/:-@[-`{-~\n]/.test(source.charAt(at + 1)) ? source.charAt(at + 1) : '\\')
        at += parts.at(-1) === '\\' && source.charAt(at + 1) !== '\\' ? 1 : 2
        break
      case '`': {
        const { text, end } = ticks(at)
        parts.push(text)
        at = end
        break
      }
      case '!':
      case '[': {
        const image = char === '!'
        if (image && source.charAt(at + 1) !== '[') {
          parts.push('!')
          at += 1
          break
        }
        parts.push(image ? '![' : '[')
        at += image ? 2 : 1
        brackets.push({ part: parts.length - 1, at, image })
        break
      }
      case ']':
        closeBracket()
        break
      case '<': {
        const url = sticky(autolink, source, at)
        const other = url ?? sticky(tag, source, at)
        if (url?.[1] !== undefined) {
          parts.push(url[1])
          links.push({ from: parts.length - 1, to: parts.length, url: addressOf(url[1]) })
        } else if (other !== undefined) parts.push(/^<br\b/i.test(other[0]) ? '\n' : '')
        else parts.push('<')
        at += other?.[0].length ?? 1
        break
      }
      case '&': {
        const found = sticky(entity, source, at)?.[0]
        parts.push(found === undefined ? '&' : decodeEntity(found))
        at += found?.length ?? 1
        break
      }
      case '\n':
        endLine(parts)
        at += 1
        break
      case 'h':
      case 'w': {
        const found = (sticky(bareUrl, source, at)?.[0] ?? char).replace(/[?!.,:*_~'")\]]{1,20}$/, '')
        parts.push(found)
        if (found.length > 8 && brackets.every(({ image }) => image)) {
          links.push({ from: parts.length - 1, to: parts.length, url: addressOf(found) })
        }
        at += found.length
        break
      }
      default:
        at = emphasis(source, at, parts, delimiters, stressed)
    }
  }
  return { ...joined(parts, links, stressed), alts }
}

/** Two blanks before the end of a line keep it. */
function endLine(parts: string[]): void {
  const last = parts.pop() ?? ''
  const text = last.trimEnd()
  parts.push(text, last.length - text.length > 1 ? '\n' : ' ')
}

function sticky(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(source) ?? undefined
}

/** Where a bracket that closes at `close` leads: by what stands in parentheses after it, or by a label. */
function targetOf(
  source: string,
  open: number,
  close: number,
  references: ReadonlyMap<string, string>,
): { url: string; end: number } | undefined {
  const inline = source.charAt(close + 1) === '(' ? sticky(destination, source, close + 1) : undefined
  if (inline !== undefined) {
    return {
      url: (inline[1] ?? inline[2] ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1'),
      end: destination.lastIndex,
    }
  }
  if (source.charAt(close + 1) === '[') {
    const end = source.slice(close + 2, close + 3 + MAX_LABEL_CHARS).indexOf(']')
    const label = end > 0 ? source.slice(close + 2, close + 2 + end) : source.slice(open, close)
    const url = end < 0 ? undefined : references.get(labelOf(label.slice(0, MAX_LABEL_CHARS + 1)))
    if (url !== undefined) return { url, end: close + 3 + end }
  }
  const url = close - open > MAX_LABEL_CHARS ? undefined : references.get(labelOf(source.slice(open, close)))
  return url === undefined ? undefined : { url, end: close + 1 }
}

const addressOf = (text: string): string => {
  if (text.startsWith('www.')) return `http://${text}`
  return /^[\w.+-]+@/.test(text) ? `mailto:${text}` : text
}

/** Takes a run of backticks and the code up to the next run of the same length. */
function tickRuns(source: string): (at: number) => { text: string; end: number } {
  const starts = new Map<number, number[]>()
  for (const { 0: run, index } of source.matchAll(/`+/g)) {
    const same = starts.get(run.length)
    if (same === undefined) starts.set(run.length, [index])
    else same.push(index)
  }
  const passed = new Map<number, number>()
  return (at) => {
    let length = 1
    while (source.charAt(at + length) === '`') length += 1
    const same = starts.get(length) ?? []
    let i = passed.get(length) ?? 0
    while (i < same.length && (same[i] ?? 0) < at + length) i += 1
    passed.set(length, i)
    const close = same[i]
    if (close === undefined) return { text: source.slice(at, at + length), end: at + length }
    const code = source.slice(at + length, close).replace(/\n/g, ' ')
    const padded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
    return { text: padded ? code.slice(1, -1) : code, end: close + length }
  }
}

/** A run of `*`, `_` or `~`: takes off what it closes and waits for what closes it (CommonMark 0.31, section 6.2). */
function emphasis(
  source: string,
  at: number,
  parts: string[],
  all: Map<string, Delimiter[]>,
  stressed: { from: number; to: number; strong: boolean }[],
): number {
  const char = source.charAt(at)
  let end = at
  while (source.charAt(end) === char) end += 1
  const [before, after] = [source.charAt(at - 1) || ' ', source.charAt(end) || ' ']
  const left = !/\s/.test(after) && (!isMark(after) || /\s/.test(before) || isMark(before))
  const right = !/\s/.test(before) && (!isMark(before) || /\s/.test(after) || isMark(after))
  const inWord = char === '_' && left && right
  let count = end - at
  const stack = all.get(char) ?? []
  all.set(char, stack)
  while (right && count > 0 && (!inWord || isMark(after))) {
    const opener = stack.at(-1)
    if (opener === undefined) break
    const taken = Math.min(count, opener.count)
    const { length: to } = parts
    if (char !== '~' && taken >= 2) stressed.push({ from: opener.part + 1, to, strong: true })
    if (char !== '~' && taken % 2 === 1) stressed.push({ from: opener.part + 1, to, strong: false })
    count -= taken
    opener.count -= taken
    parts[opener.part] = char.repeat(opener.count)
    if (opener.count === 0) stack.pop()
    for (const other of all.values()) while ((other.at(-1)?.part ?? -1) > opener.part) other.pop()
  }
  parts.push(char.repeat(count))
  if (count > 0 && left && (!inWord || isMark(before))) stack.push({ part: parts.length - 1, char, count })
  return end
}

const isMark = (char: string): boolean => /[\p{P}\p{S}]/u.test(char)

const entities = new Map<string, string>()

function decodeEntity(text: string): string {
  const known = entities.get(text)
  if (known !== undefined) return known
  const [node] = parseFragment(text).childNodes
  const char = node !== undefined && defaultTreeAdapter.isTextNode(node) ? node.value : text
  if (entities.size < 1000) entities.set(text, char)
  return char
}

function joined(
  parts: readonly string[],
  links: readonly { from: number; to: number; url: string }[],
  stressed: readonly { from: number; to: number; strong: boolean }[],
): { text: string; links: Link[]; emphasis: Emphasis[] } {
  const starts: number[] = []
  let length = 0
  for (const part of parts) {
    starts.push(length)
    length += part.length
  }
  starts.push(length)
  const whole = parts.join('')
  const text = whole.trimEnd()
  const placed = <T extends { from: number; to: number }>({ from, to, ...rest }: T) => ({
    ...rest,
    start: starts[from] ?? 0,
    end: Math.min(text.length, starts[to] ?? length),
  })
  return {
    text,
    links: links
      .map(placed)
      .filter(({ start, end, url }) => start < end && url !== '' && !url.startsWith('#')),
    emphasis: stressed.map(placed).filter(({ start, end }) => start < end),
  }
}
