import { fault } from '../bridge/faults.ts'

/** Longest line taken, in UTF-16 code units: far above any page of text, far below what fills the memory. */
const maxLineUnits = 64 * 1024 * 1024

/**
 * The lines of a UTF-8 stream, ended by LF or CRLF, as they arrive. Leaving the loop cancels the stream, which
 * tells the service that nobody listens. Faults: TOO_LARGE for a line without end.
 */
export async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const parts = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n')
      rest = parts.pop() ?? ''
      for (const line of parts) yield line.endsWith('\r') ? line.slice(0, -1) : line
      if (rest.length > maxLineUnits) {
        throw fault('TOO_LARGE', `A line of the answer is longer than ${maxLineUnits} characters.`)
      }
      if (!done) continue
      if (rest !== '') yield rest
      return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** One event of a `text/event-stream`. */
export interface ServerEvent {
  /** Its `event:` field; `message` when it has none. */
  event: string
  data: string
  /** Last id seen, for `Last-Event-ID` when the stream is opened again. */
  id: string
}

/** Events of a `text/event-stream` (WHATWG HTML, section 9.2.6); comments, which keep it alive, are left out. */
export async function* serverEvents(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerEvent, void, undefined> {
  let event = ''
  let id = ''
  let data: string[] = []
  for await (const line of lines(stream)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), id }
      event = ''
      data = []
      continue
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1))
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id' && !value.includes('\0')) id = value
  }
}
