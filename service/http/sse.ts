import type { FastifyReply } from 'fastify'

/** Takes over a reply for server-sent events. Returns how to send one and how to end. */
export function startEvents(reply: FastifyReply): {
  send(event: { id: number | string; type: string; data: unknown }): void
  onClose(listener: () => void): void
  end(): void
} {
  const { raw } = reply.hijack()
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  raw.write(': connected\n\n')
  // A comment now and then shows both ends that the connection lives.
  const beat = setInterval(() => raw.write(': alive\n\n'), 15_000).unref()
  raw.once('close', () => clearInterval(beat))
  return {
    send({ id, type, data }) {
      // A watcher that stops reading is let go before its backlog grows without bound.
      if (raw.writableLength > 1024 * 1024) raw.destroy()
      else raw.write(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    onClose: (listener) => void raw.once('close', listener),
    end: () => void raw.end(),
  }
}

/** The id a watcher saw last, from `Last-Event-ID`; 0 where it names none. */
export function lastEventId(header: string | string[] | undefined): number {
  const id = Number(header)
  return Number.isInteger(id) && id >= 0 ? id : 0
}
