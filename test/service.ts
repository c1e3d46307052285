import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import pino from 'pino'
import { loadSettings } from '../service/load-settings.ts'
import { startService, type Extension, type RunningService } from '../service/run.ts'
import { testOperations, testPlans } from './operations.ts'

export interface TestService extends RunningService {
  home: string
  agent: string
  owner: string
  /** fetch with the agent's token unless `token` says otherwise; an object body is sent as JSON. */
  call(path: string, init?: CallInit): Promise<Response>
}

export interface CallInit {
  method?: string
  token?: string | null
  headers?: Record<string, string>
  json?: unknown
  body?: BodyInit
  signal?: AbortSignal
}

/** A temporary folder that goes away with the test. */
export function temporaryFolder(t: TestContext, name = 'talaria'): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a real service on a free port with a home of its own, with the tests' operations; ends with the test. */
export async function startTestService(
  t: TestContext,
  flags: Record<string, string> = {},
  extension: Extension = {},
): Promise<TestService> {
  const home = flags['home'] ?? mkdtempSync(join(tmpdir(), 'talaria-home-'))
  // The machine of a test may be busy with other tests; a late event loop is tested by itself.
  const quiet = { port: '0', logLevel: 'silent', 'lanes.maxLoopDelayMs': '60000' }
  const settings = loadSettings({ ...quiet, ...flags, home }, {})
  const running = await startService(settings, pino({ level: 'silent' }), {
    operations: [...testOperations, ...(extension.operations ?? [])],
    plans: { ...testPlans, ...extension.plans },
    ...(extension.leaves && { leaves: extension.leaves }),
    ...(extension.routes && { routes: extension.routes }),
  })
  t.after(async () => {
    await running.close()
    if (flags['home'] === undefined) rmSync(home, { recursive: true, force: true })
  })
  const token = (name: string): string => readFileSync(join(home, `${name}.token`), 'utf8').trim()
  const agent = token('agent')
  return {
    ...running,
    home,
    agent,
    owner: token('owner'),
    call: (path, init = {}) => {
      const headers: Record<string, string> = { ...init.headers }
      if (init.token !== null) headers['authorization'] = `Bearer ${init.token ?? agent}`
      if (init.json !== undefined) headers['content-type'] = 'application/json'
      const body = init.json === undefined ? init.body : JSON.stringify(init.json)
      return fetch(running.url + path, {
        method: init.method ?? (body === undefined ? 'GET' : 'POST'),
        headers,
        redirect: 'manual',
        ...(body !== undefined && { body }),
        ...(init.signal && { signal: init.signal }),
        ...(body instanceof ReadableStream && { duplex: 'half' }),
      } as RequestInit)
    },
  }
}
