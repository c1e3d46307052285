import { PassThrough } from 'node:stream'
import type { Operation } from '../../bridge/operation.ts'
import { main } from '../../clients/cli/main.ts'

/** How a command line is run in this process. */
export interface Capture {
  /** Text of standard input. */
  input?: string
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Whether a person sits at a terminal and types the input. */
  terminal?: boolean
  operations?: readonly Operation[]
  /** Hears standard error as it is written. */
  onStderr?: (text: string) => void
}

/** Runs a command line in this process on streams of its own; its exit code and what it wrote. */
export async function captured(
  argv: readonly string[],
  { input = '', env = {}, cwd = process.cwd(), terminal = false, operations, onStderr }: Capture = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const stdin = Object.assign(new PassThrough(), { isTTY: terminal })
  const stdout = Object.assign(new PassThrough(), { isTTY: terminal })
  const stderr = Object.assign(new PassThrough(), { isTTY: terminal })
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  stdout.on('data', (chunk: Buffer) => chunks.stdout.push(chunk))
  stderr.on('data', (chunk: Buffer) => chunks.stderr.push(chunk))
  if (onStderr) stderr.on('data', (chunk: Buffer) => onStderr(chunk.toString()))
  stdin.end(input)
  const code = await main(argv, { stdin, stdout, stderr, env, cwd, ...(operations && { operations }) })
  await new Promise((resolve) => setImmediate(resolve))
  return {
    code,
    stdout: Buffer.concat(chunks.stdout).toString(),
    stderr: Buffer.concat(chunks.stderr).toString(),
  }
}
