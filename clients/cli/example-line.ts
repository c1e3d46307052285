import type { Operation } from '../../bridge/operation.ts'
import { sourceFields } from './operation-options.ts'

/** An input as arguments: positionals first, then an option for each other field. */
export function commandArguments(operation: Operation, input: unknown): string {
  const files = sourceFields(operation)
  const positional = operation.cli?.positional ?? []
  const words = Object.entries(Object(input)).map(([name, value]) => {
    const sources = [value]
      .flat()
      .map((source) => textOf(Object(source)['path'] ?? Object(source)['blob'] ?? source))
    const texts = files.has(name) ? sources : [textOf(value)]
    const isPositional =
      positional.includes(name) || (files.has(name) && positional.some((field) => files.has(field)))
    return {
      isPositional,
      text: isPositional ? texts.join(' ') : texts.map((text) => `--${name} ${text}`).join(' '),
    }
  })
  return [...words.filter((word) => word.isPositional), ...words.filter((word) => !word.isPositional)]
    .map(({ text }) => text)
    .join(' ')
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[\w./:,=+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
