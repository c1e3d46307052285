import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { frugalEnvironment } from '../clients/cli/allocator.ts'
import { root } from '../test/root.ts'

export interface BenchServer {
  url: string
  pid: number
  /** Headers that a call needs. */
  headers: Record<string, string>
  stop(): Promise<void>
}

async function start(
  script: string,
  argv: string[],
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [join(root, 'dist/bench', script), ...argv], {
    env: frugalEnvironment(process.env),
    stdio: ['ignore', 'pipe', process.env['TALARIA_BENCH_LOG'] === undefined ? 'ignore' : 'inherit'],
  })
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += String(chunk)
      const ready = /ready at (\S+)/.exec(text)
      if (ready) resolve(ready[1]!)
    })
    void exited.then(() => reject(new Error(`${script} ended before it was ready`)))
  })
  return {
    url,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** A bare Fastify that answers hello, in a process of its own. */
export async function startHello(): Promise<BenchServer> {
  return { ...(await start('hello-server.js', [])), headers: {} }
}

/** The shipped service with default settings in a process of its own, its log written to nowhere. */
export async function startBenchService(flags: Record<string, string> = {}): Promise<BenchServer> {
  const home = mkdtempSync(join(tmpdir(), 'talaria-bench-'))
  const argv = Object.entries({ port: '0', home, ...flags }).flatMap(([name, value]) => [`--${name}`, value])
  const service = await start('service-main.js', argv)
  const token = readFileSync(join(home, 'agent.token'), 'utf8').trim()
  return {
    ...service,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    stop: async () => {
      await service.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
