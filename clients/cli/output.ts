import { BlobResult } from '../../bridge/sources.ts'
import { outlineText } from './outline-text.ts'
import { harmless, type Terminal } from './terminal.ts'

type Fields = Record<string, unknown>

function isFields(value: unknown): value is Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/**
 * An output as a person reads it, by its shape: documents with pages, an answer to show, a document of hOCR as it is, anything else
 * as a tree.
 */
export function readable(output: unknown, terminal: Pick<Terminal, 'style'>): string {
  if (!isFields(output)) return `${scalar(output)}\n`
  const { documents, display, hocr } = output
  if (Array.isArray(documents) && documents.every(isFields)) {
    const parts = documents.map((document) => documentText(document, terminal))
    return [...parts, skippedText(output['skipped'], terminal)].filter((part) => part !== '').join('\n')
  }
  if (typeof hocr === 'string') return harmless(hocr)
  const outline = outlineText(output, terminal)
  if (outline !== undefined) return outline
  if (typeof display === 'string') return answerText(output, display, terminal)
  return `${tree(output, '', terminal).join('\n')}\n`
}

/** Entries of the lists of an output, and their pages, that carry an error of their own, as one line each. */
export function failedEntries(output: unknown): string[] {
  if (!isFields(output)) return []
  return Object.values(output)
    .filter(Array.isArray)
    .flat()
    .filter(isFields)
    .flatMap((entry) => {
      const name = entry['path'] ?? entry['name']
      const number = typeof entry['number'] === 'number' ? `page ${entry['number']}: ` : ''
      const before = typeof name === 'string' ? `${harmless(name)}: ` : number
      const pages = Array.isArray(entry['pages']) ? entry['pages'].filter(isFields) : []
      const ofPages = pages.map((page) => ({
        error: page['error'],
        place: `page ${scalar(page['number'])}: `,
      }))
      return [{ error: entry['error'], place: '' }, ...ofPages].flatMap(({ error, place }) =>
        isError(error) ? [before + place + errorText(error)] : [],
      )
    })
}

function isError(error: unknown): error is Fields {
  return isFields(error) && typeof error['code'] === 'string'
}

function errorText(error: Fields): string {
  return `${scalar(error['code'])}: ${scalar(error['detail'])}`
}

function documentText(document: Fields, terminal: Pick<Terminal, 'style'>): string {
  const { name, mediaType, pageCount, pages, error } = document
  const facts = [plural(pageCount, 'page'), mediaType].filter((fact) => typeof fact === 'string')
  const heading = terminal.style('bold', scalar(name)) + (facts.length > 0 ? ` (${facts.join(', ')})` : '')
  if (isError(error)) return `${heading}\n${terminal.style('red', errorText(error))}\n`
  const texts = Array.isArray(pages) ? pages.filter(isFields).map((page) => pageText(page, terminal)) : []
  return [`${[heading, ...aboutText(document, terminal)].join('\n')}\n`, ...texts].join('\n')
}

/** Fields of the hints in the order a person files by, as they are shown. */
const HINTS = ['kind', 'vendor', 'number', 'date', 'dueDate', 'total', 'suggestedName']

/** What a mail says of itself, what is needed to file the document, and the files in it; a line each. */
function aboutText({ mail, hints, attachments }: Fields, terminal: Pick<Terminal, 'style'>): string[] {
  const line = (name: string, value: unknown): string[] => {
    const text = Array.isArray(value)
      ? value.map(scalar).join(', ')
      : value === undefined
        ? ''
        : scalar(value)
    return text === '' ? [] : [`${terminal.style('dim', `${name}:`)} ${text}`]
  }
  const known = isFields(hints) ? HINTS.flatMap((field) => line(field, shownHint(field, hints))) : []
  const letters = isFields(mail)
    ? ['from', 'to', 'cc', 'date'].flatMap((field) => line(field, mail[field]))
    : []
  const files = Array.isArray(attachments) ? attachments.filter(isFields) : []
  return [
    ...letters,
    ...known,
    ...files.flatMap(({ name, mediaType, blob }) =>
      line('file', `${scalar(name ?? mediaType)}, ${scalar(blob)}`),
    ),
  ]
}

function shownHint(field: string, hints: Fields): unknown {
  const value = hints[field]
  if (isFields(value)) return [value['amount'], value['currency']].filter(Boolean).map(scalar).join(' ')
  return field === 'date' && hints['dateAmbiguous'] === true
    ? `${scalar(value)} (day and month may be exchanged)`
    : value
}

function pageText(
  { number, title, text, from, truncated, error }: Fields,
  terminal: Pick<Terminal, 'style'>,
): string {
  const origin = from === 'ocr' ? ' (read from the picture)' : ''
  const name = typeof title === 'string' ? `: ${scalar(title)}` : ''
  const heading = terminal.style('cyan', `Page ${scalar(number)}${name}${origin}`)
  const body = typeof text === 'string' ? harmless(text).trimEnd() : ''
  const cut = truncated === true ? terminal.style('dim', ' …') : ''
  const failure = isError(error) ? [terminal.style('red', errorText(error))] : []
  const none = failure.length === 0 ? [terminal.style('dim', 'no text on this page')] : []
  return `${[heading, ...failure, ...(body === '' ? none : [body + cut])].join('\n')}\n`
}

function skippedText(skipped: unknown, terminal: Pick<Terminal, 'style'>): string {
  if (!Array.isArray(skipped) || skipped.length === 0) return ''
  const lines = skipped.filter(isFields).map(({ path, name, reason, nextPage }) => {
    const next = typeof nextPage === 'number' ? `; go on with page ${nextPage}` : ''
    return `- ${scalar(path ?? name)}: ${scalar(reason).replace(/\.$/, '')}${next}`
  })
  return `${terminal.style('yellow', 'Left out')}\n${lines.join('\n')}\n`
}

function answerText(output: Fields, display: string, terminal: Pick<Terminal, 'style'>): string {
  const { lines, readings } = output
  const notes = Array.isArray(readings)
    ? readings.map((reading) => terminal.style('dim', `(${scalar(reading)})`))
    : []
  if (!Array.isArray(lines) || lines.length < 2) return [harmless(display), ...notes, ''].join('\n')
  const note = lines.filter(isFields).map(({ input, display: shown, error }) => {
    if (isFields(error))
      return `${scalar(input)}  ${terminal.style('red', `${scalar(error['code'])}: ${scalar(error['detail'])}`)}`
    return shown === undefined ? scalar(input) : `${scalar(input)} = ${scalar(shown)}`
  })
  return [...note, ...notes, ''].join('\n')
}

/** Anything as an indented tree: `name: value`, lists with a hyphen, stored bytes in a line. */
function tree(value: unknown, indent: string, terminal: Pick<Terminal, 'style'>): string[] {
  if (isBlob(value)) return [`${indent}${value.mediaType}, ${size(value.bytes)}, ${value.blob}`]
  if (Array.isArray(value)) {
    if (isEmpty(value)) return [`${indent}none`]
    return value.flatMap((item) => {
      const [first = '', ...rest] = tree(item, `${indent}  `, terminal)
      return [`${indent}- ${first.trimStart()}`, ...rest]
    })
  }
  if (!isFields(value))
    return scalar(value)
      .split('\n')
      .map((line) => indent + line)
  return Object.entries(value).flatMap(([name, inner]) => {
    const label = `${indent}${terminal.style('dim', `${harmless(name)}:`)}`
    const [first = '', ...rest] = tree(inner, `${indent}  `, terminal)
    const short =
      rest.length === 0 && (isBlob(inner) || inner === null || typeof inner !== 'object' || isEmpty(inner))
    return short ? [`${label} ${first.trimStart()}`] : [label, first, ...rest]
  })
}

function isBlob(value: unknown): value is BlobResult {
  return BlobResult.safeParse(value).success
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}

function scalar(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return harmless(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

function plural(count: unknown, noun: string): string | undefined {
  return typeof count === 'number' ? `${count} ${noun}${count === 1 ? '' : 's'}` : undefined
}

/** A number of bytes for a person, in powers of 1024. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const units = ['KiB', 'MiB', 'GiB', 'TiB']
  let value = bytes
  let unit = 'bytes'
  while (value >= 1024 && units.length > 0) {
    value /= 1024
    unit = units.shift() ?? unit
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}
