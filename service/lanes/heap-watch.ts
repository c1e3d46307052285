import { Session, type InspectorNotification, type NodeWorker } from 'node:inspector'

/** The few answers of the DevTools protocol we ask for. */
interface Reply {
  id?: number
  result?: { usedSize?: number }
}

/**
 * Reads the heap of worker threads from outside, even while they compute and never yield: the inspector interrupts
 * their JavaScript to answer.
 *
 * The heap limit Node gives a worker is not enough. When the heap grows past it in small steps Node ends the worker,
 * but one single allocation larger than what is left (a Map or an array that doubles) is a fatal error of the whole
 * process: a Map filled without end under a limit of 512 MB takes the process down with it on Node 20.20. So threads
 * get a limit far above the one that is meant, and the one that is meant is watched here.
 */
export class HeapWatch {
  readonly #session = new Session()
  /** Inspector sessions by thread id. */
  readonly #sessions = new Map<number, string>()
  readonly #asked = new Map<number, { sessionId: string; answer: (reply: Reply | undefined) => void }>()
  #lastId = 0

  constructor() {
    this.#session.connect()
    this.#session.on('NodeWorker.attachedToWorker', ({ params }) => {
      const threadId = threadOf(params.workerInfo.title)
      if (threadId !== undefined) this.#sessions.set(threadId, params.sessionId)
    })
    this.#session.on('NodeWorker.detachedFromWorker', ({ params }) => this.#detached(params.sessionId))
    this.#session.on('NodeWorker.receivedMessageFromWorker', (message) => this.#hear(message))
    this.#session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  }

  /** Bytes of heap a thread uses, garbage included; undefined when the thread is gone. */
  async usedBytes(threadId: number): Promise<number | undefined> {
    const reply = await this.#ask(threadId, 'Runtime.getHeapUsage')
    return reply?.result?.usedSize
  }

  /**
   * Bytes a thread uses after a full garbage collection. `HeapProfiler.collectGarbage` would wait for the thread to
   * yield; a sampling profile collects on the spot when it ends, and with this interval takes next to no samples.
   */
  async liveBytes(threadId: number): Promise<number | undefined> {
    await this.#ask(threadId, 'HeapProfiler.startSampling', { samplingInterval: 2 ** 30 })
    await this.#ask(threadId, 'HeapProfiler.stopSampling')
    return this.usedBytes(threadId)
  }

  close(): void {
    this.#session.disconnect()
    for (const { answer } of this.#asked.values()) answer(undefined)
    this.#asked.clear()
  }

  #ask(threadId: number, method: string, params: object = {}): Promise<Reply | undefined> {
    const sessionId = this.#sessions.get(threadId)
    if (sessionId === undefined) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const id = ++this.#lastId
      this.#asked.set(id, { sessionId, answer: resolve })
      const message = JSON.stringify({ id, method, params })
      this.#session.post('NodeWorker.sendMessageToWorker', { sessionId, message }, (error) => {
        if (error instanceof Error && this.#asked.delete(id)) resolve(undefined)
      })
    })
  }

  #hear({ params }: InspectorNotification<NodeWorker.ReceivedMessageFromWorkerEventDataType>): void {
    const reply: Reply = JSON.parse(params.message)
    if (reply.id === undefined) return
    this.#asked.get(reply.id)?.answer(reply)
    this.#asked.delete(reply.id)
  }

  #detached(sessionId: string): void {
    for (const [threadId, own] of this.#sessions) if (own === sessionId) this.#sessions.delete(threadId)
    for (const [id, asked] of this.#asked) {
      if (asked.sessionId !== sessionId) continue
      this.#asked.delete(id)
      asked.answer(undefined)
    }
  }
}

/** Node titles a worker's inspector `[worker <thread id>]`; its `workerId` is a count of its own. */
function threadOf(title: string): number | undefined {
  const id = /^\[worker (\d+)\]/.exec(title)?.[1]
  return id === undefined ? undefined : Number(id)
}
