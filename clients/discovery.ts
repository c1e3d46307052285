import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { fault } from '../bridge/faults.ts'
import type { Role } from './transport.ts'

/** Port of a service that was told none. */
export const defaultPort = 8790

/** What a running service says of itself in `service.json` of its state folder. */
const ServiceRecord = z.looseObject({
  pid: z.int().positive(),
  port: z.int().min(1).max(65_535),
  version: z.string(),
  startedAt: z.union([z.string(), z.number()]),
})
export type ServiceRecord = z.infer<typeof ServiceRecord>

export interface Endpoint {
  /** Base address, without a slash at its end. */
  url: string
  /** How it was found, in the order tried. */
  from: 'option' | 'TALARIA_URL' | 'service.json' | 'port'
}

export interface Search {
  url?: string | undefined
  /** State folder, absolute. */
  home: string
  env: NodeJS.ProcessEnv
  fetch: typeof fetch
  signal?: AbortSignal | undefined
}

/** The state folder: the option, else `$TALARIA_HOME`, else `$XDG_DATA_HOME/talaria`, as an absolute path. */
export function stateFolder(env: NodeJS.ProcessEnv, home?: string): string {
  const data = env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share')
  return resolve(home ?? (env['TALARIA_HOME'] || join(data, 'talaria')))
}

/**
 * Looks for a service: the address given, `TALARIA_URL`, `service.json` of the home (its process alive, its port
 * answering), then port 8790. Undefined when none is there; an address that was named is not probed. Faults:
 * INVALID_INPUT for an address that is none.
 */
export async function discover(search: Search): Promise<Endpoint | undefined> {
  if (search.url !== undefined) return { url: baseAddress(search.url), from: 'option' }
  const named = search.env['TALARIA_URL']
  if (named) return { url: baseAddress(named), from: 'TALARIA_URL' }
  const own = await ownService(search)
  if (own) return own
  const url = `http://127.0.0.1:${defaultPort}`
  return (await answersHealth(url, search)) ? { url, from: 'port' } : undefined
}

/** The live service of a state folder, or undefined when `service.json` is missing, damaged or stale. */
export async function ownService(search: Omit<Search, 'url' | 'env'>): Promise<Endpoint | undefined> {
  const record = await readServiceRecord(search.home)
  if (!record || !isAlive(record.pid)) return undefined
  const url = `http://127.0.0.1:${record.port}`
  return (await answersHealth(url, search)) ? { url, from: 'service.json' } : undefined
}

/** Reads `service.json`; undefined when it is missing or not what a service writes. */
export async function readServiceRecord(home: string): Promise<ServiceRecord | undefined> {
  try {
    const parsed = ServiceRecord.safeParse(JSON.parse(await readFile(join(home, 'service.json'), 'utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** Whether a process of this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether `/healthz` answers with success within `timeoutMs`. */
export async function answersHealth(
  url: string,
  options: { fetch: typeof fetch; signal?: AbortSignal | undefined; timeoutMs?: number },
): Promise<boolean> {
  const { signal, timeoutMs = 2000 } = options
  const controller = new AbortController()
  const stop = () => controller.abort()
  const timer = setTimeout(stop, timeoutMs)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    const response = await options.fetch(`${url}/healthz`, { signal: controller.signal, redirect: 'error' })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** The token of a role in a state folder; undefined when it is not there or not readable. */
export async function readToken(home: string, role: Role): Promise<string | undefined> {
  try {
    return (await readFile(join(home, `${role}.token`), 'utf8')).trim() || undefined
  } catch {
    return undefined
  }
}

/**
 * Whether the tokens of the state folder may be sent there. Only to a service of this machine, and not to one
 * that merely happens to listen on the usual port: whoever took that port would get the token.
 */
export function mayHaveToken(endpoint: Endpoint): boolean {
  return endpoint.from !== 'port' && isThisMachine(endpoint.url)
}

/** Whether an address is of this machine, so that paths mean the same there. */
export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

function baseAddress(text: string): string {
  const wrong = (cause?: unknown) =>
    fault('INVALID_INPUT', `Expected an address such as http://127.0.0.1:8790; "${text}" came.`, {}, cause)
  let url: URL
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  } catch (error) {
    throw wrong(error)
  }
  if (!/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) throw wrong()
  return url.origin + url.pathname.replace(/\/+$/, '')
}
