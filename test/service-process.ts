import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { root } from './root.ts'

export interface ServiceProcess {
  child: ChildProcess
  url: string
  home: string
  token(name: 'agent' | 'owner'): string
  call(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>
  /** Ends with a signal and resolves with exit code and signal. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** What a service that could not start said, and its exit code. */
export class StartFailure extends Error {
  readonly exitCode: number | null

  constructor(message: string, exitCode: number | null) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Starts the service as a process and waits until it says that it is ready; whatever happens it ends with the test.
 * `program` is what Node runs: its own options and the main file. Rejects with a StartFailure.
 */
export async function startProcess(
  t: Pick<TestContext, 'after'>,
  home: string,
  flags: Record<string, string> = {},
  program: readonly string[] = [join(root, 'dist/test/service-main.js')],
): Promise<ServiceProcess> {
  const settings: Record<string, string> = {
    port: '0',
    logLevel: 'error',
    'lanes.maxLoopDelayMs': '60000',
    ...flags,
  }
  const argv = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const child = spawn(process.execPath, [...program, '--home', home, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  t.after(() => child.kill('SIGKILL'))
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += String(chunk)
      const ready = /ready at (\S+)/.exec(text)
      if (ready) resolve(ready[1]!)
    })
    void exited.then(([code]) => reject(new StartFailure(errors.trim(), code)))
  })
  const token = (name: string): string => readFileSync(join(home, `${name}.token`), 'utf8').trim()
  return {
    child,
    url,
    home,
    token,
    call: (path, { json, ...init } = {}) =>
      fetch(url + path, {
        ...init,
        ...(json !== undefined && { method: init.method ?? 'POST', body: JSON.stringify(json) }),
        headers: {
          authorization: `Bearer ${token('agent')}`,
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...init.headers,
        },
      }),
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      const [code, by] = (await exited) as [number | null, NodeJS.Signals | null]
      return { code, signal: by }
    },
  }
}
