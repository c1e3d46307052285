import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lines, serverEvents } from './lines.ts'

/** A stream of the bytes of a text, cut at the given places, so that characters may be split. */
function streamOf(
  text: string,
  cuts: readonly number[] = [],
  onCancel = () => {},
): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return new ReadableStream({
    start(controller) {
      for (let index = 1; index < places.length; index++) {
        controller.enqueue(bytes.subarray(places[index - 1], places[index]))
      }
      controller.close()
    },
    cancel: onCancel,
  })
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test('lines come out as they went in, however the bytes are cut', async () => {
  const line = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n]/g, ''))
  await fc.assert(
    fc.asyncProperty(
      fc.array(line),
      fc.array(fc.nat()),
      fc.constantFrom('\n', '\r\n'),
      async (texts, cuts, end) => {
        const whole = texts.map((text) => text + end).join('')
        const wellFormed = texts.map((text) => new TextDecoder().decode(new TextEncoder().encode(text)))
        // A decoder drops a byte order mark at the very beginning.
        wellFormed[0] = wellFormed[0]?.replace(/^\ufeff/, '') ?? ''
        assert.deepEqual(await collect(lines(streamOf(whole, cuts))), texts.length === 0 ? [] : wellFormed)
      },
    ),
  )
})

test('a last line without an end counts', async () => {
  assert.deepEqual(await collect(lines(streamOf('a\nb'))), ['a', 'b'])
})

test('leaving the loop cancels the stream', async () => {
  let cancelled = false
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('again\n')),
    cancel: () => {
      cancelled = true
    },
  })
  for await (const line of lines(endless)) {
    assert.equal(line, 'again')
    break
  }
  assert.equal(cancelled, true)
})

// The examples of the WHATWG HTML standard, section 9.2.6 "Interpreting an event stream".
test('events of the standard: comments, several data lines, ids that last, fields without a value', async () => {
  const text = [
    ': test stream',
    '',
    'data: first event',
    'id: 1',
    '',
    'data:second event',
    'id',
    '',
    'data:  third event',
    '',
    'event: state',
    'id: 7',
    'data: YHOO',
    'data: +2',
    'data: 10',
    '',
    'data: never ended',
  ].join('\n')
  assert.deepEqual(await collect(serverEvents(streamOf(text))), [
    { event: 'message', data: 'first event', id: '1' },
    { event: 'message', data: 'second event', id: '' },
    { event: 'message', data: ' third event', id: '' },
    { event: 'state', data: 'YHOO\n+2\n10', id: '7' },
  ])
})
