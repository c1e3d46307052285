import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { root } from '../root.ts'

/** The command line as it is shipped. */
export const program = join(root, 'dist/clients/cli/main.js')

export interface Outcome {
  /** Exit code, or the signal that ended it. */
  code: number | NodeJS.Signals
  /** Bytes of standard output. */
  bytes: Buffer
  stdout: string
  stderr: string
}

export interface Run {
  home: string
  input?: string | Uint8Array
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** Another program than the command line itself. */
  script?: string
}

/** Environment of a command: ours without what could point it to another service. */
function environment({ home, env }: Run): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(TALARIA_|NO_COLOR|FORCE_COLOR|NODE_TEST)/.test(name),
  )
  return { ...Object.fromEntries(inherited), TALARIA_HOME: home, TALARIA_PORT: '0', ...env }
}

/** Starts a command line as a process of its own. */
export function start(argv: readonly string[], run: Run): { child: ChildProcess; outcome: Promise<Outcome> } {
  const child = spawn(process.execPath, [run.script ?? program, ...argv], {
    cwd: run.cwd ?? root,
    env: environment(run),
    stdio: 'pipe',
  })
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  child.stdout?.on('data', (chunk: Buffer) => chunks.stdout.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.stderr.push(chunk))
  // A command that ends before it has read its input closes the pipe; what it says is what counts.
  child.stdin?.on('error', () => {})
  child.stdin?.end(run.input ?? '')
  const outcome = new Promise<Outcome>((resolve) => {
    child.once('close', (code, signal) => {
      const bytes = Buffer.concat(chunks.stdout)
      const stderr = Buffer.concat(chunks.stderr).toString()
      resolve({ code: code ?? signal ?? 'SIGKILL', bytes, stdout: bytes.toString(), stderr })
    })
  })
  return { child, outcome }
}

/** Runs a command line to its end. */
export function talaria(argv: readonly string[], run: Run): Promise<Outcome> {
  return start(argv, run).outcome
}

/** What `service.json` of a home says. */
export function serviceRecord(home: string): { pid: number; port: number } {
  return JSON.parse(readFileSync(join(home, 'service.json'), 'utf8'))
}

/** A home that does not exist yet; its service, if one runs then, ends with the test, and then the folder goes away. */
export function serviceHome(t: TestContext): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'talaria-cli-'))
  const home = join(folder, 'home')
  t.after(async () => {
    const { code, stderr } = await talaria(['stop'], { home })
    assert.equal(code, 0, stderr)
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  return home
}

/** Asks the service of a home over HTTP, with its agent token. */
export function http(home: string, path: string, init: RequestInit = {}): Promise<Response> {
  const token = readFileSync(join(home, 'agent.token'), 'utf8').trim()
  return fetch(`http://127.0.0.1:${serviceRecord(home).port}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
  })
}
