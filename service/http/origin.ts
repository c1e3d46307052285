import type { IncomingHttpHeaders } from 'node:http'
import { fault } from '../../bridge/faults.ts'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses requests that a web page elsewhere could have made: an unknown Host (DNS rebinding) or an Origin other
 * than our own. Throws FORBIDDEN.
 */
export function makeOriginCheck(allowedHosts: readonly string[]): (headers: IncomingHttpHeaders) => void {
  const allowed = new Set([...LOOPBACK, ...allowedHosts.map((host) => host.toLowerCase())])
  let lastGood = ''
  return (headers) => {
    const { host, origin } = headers
    if (host === undefined || host !== lastGood) {
      const name = (host ?? '').toLowerCase().replace(/:\d+$/, '')
      if (!allowed.has(name)) {
        throw fault(
          'FORBIDDEN',
          `The Host "${host ?? ''}" is not one of this service; use 127.0.0.1 or localhost.`,
        )
      }
      lastGood = host ?? ''
    }
    if (origin !== undefined && origin !== `http://${host}`) {
      throw fault('FORBIDDEN', `Pages of ${origin} may not call this service.`)
    }
  }
}
