import type { Operation } from './operation.ts'
import { cut, type CompactArgs } from './redact.ts'

/** Code points shown of one argument and of a whole summary. */
const MAX_ARG = 120
const MAX_SUMMARY = 600

/** Control characters, and those that turn the direction of writing or take no room: a question must read as it is. */
const deceptive = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const visible = (text: string) =>
  text.replace(deceptive, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)

/** What a call would do, in a line a person can trust on any screen: `Save a project. path: "/home/ada/a.comp"`. */
export function summaryFor(operation: Pick<Operation, 'summary'>, args: CompactArgs): string {
  const shown = Object.entries(args).map(([name, value]) => {
    const text = visible(cut(typeof value === 'string' ? value : JSON.stringify(value), MAX_ARG))
    return `${visible(name)}: ${typeof value === 'string' ? `"${text}"` : text}`
  })
  return cut([operation.summary, shown.join(', ')].filter(Boolean).join(' '), MAX_SUMMARY)
}
