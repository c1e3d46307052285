import { spawn } from 'node:child_process'
import { fault } from '../../bridge/faults.ts'

/** Opens an address in the user's browser. Faults: UNAVAILABLE when the system has no way to. */
export function openInBrowser(url: string): Promise<void> {
  const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
  return new Promise((resolve, reject) => {
    const child = spawn(program, [url], { stdio: 'ignore', detached: true })
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
    child.once('error', (error) => {
      reject(fault('UNAVAILABLE', `${program} could not be run; open the link yourself.`, {}, error))
    })
  })
}
