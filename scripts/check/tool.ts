import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { toolFolder } from './lock-file.ts'

/** What a tool answered; `output` is all it printed. */
export interface ToolAnswer {
  status: number
  stdout: string
  output: string
}

/** Runs a JavaScript tool of `toolFolder` in `root` and waits for its end. Throws when it cannot be started. */
export function runTool(root: string, script: string, args: readonly string[]): ToolAnswer {
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [join(root, toolFolder, 'node_modules', script), ...args],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (error !== undefined) throw error
  return { status: status ?? 1, stdout, output: `${stdout}${stderr}` }
}

/** The last lines of an answer that names no file, so that the reason is not lost. */
export function tail({ output }: ToolAnswer): string {
  return output.trim().split('\n').slice(-5).join(' / ')
}
