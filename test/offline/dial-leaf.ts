import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns'
import { once } from 'node:events'
import { connect } from 'node:net'
import { z } from 'zod'
import type { Leaf } from '../../workers/leaf.ts'

/** An address that leads nowhere: TEST-NET-1, kept for documentation (RFC 5737). */
export const NOWHERE = '192.0.2.1'

/** `wait`: go through with it. That is for where there is no way out at all. */
export const Dial = z.strictObject({ wait: z.boolean() })
export type Dial = z.infer<typeof Dial>

/** What came of the attempt: the code of its error. */
export interface Dialled {
  code: string
}

/** Does what nothing here may: reaches out. Unless it waits, the socket is closed before anything leaves the machine. */
export async function reachOut({ wait }: Dial): Promise<Dialled> {
  const socket = connect(9, NOWHERE)
  const failed = once(socket, 'error')
  if (!wait) socket.destroy(Object.assign(new Error('closed at once'), { code: 'CLOSED' }))
  const [error]: unknown[] = await failed
  const datagram = createSocket('udp4')
  await new Promise((resolve) => datagram.send('hello', 9, '127.0.0.1', resolve))
  datagram.close()
  await new Promise((resolve) => lookup('localhost', resolve))
  await fetch('http://127.0.0.2:50009/').catch(() => undefined)
  return { code: String(Reflect.get(Object(error), 'code')) }
}

/** The same from within a worker. */
export const dial: Leaf<Dial, Dialled> = (input) => reachOut(input)
