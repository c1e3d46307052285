import { execFile } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { promisify } from 'node:util'
import { z } from 'zod'
import { errno } from './atomic-file.ts'

/**
 * A process, told apart from every other one, also from a later one with the same number: its start time is part
 * of it. `boot` and `space` say where the number means anything: one run of one kernel, one pid namespace.
 */
export const ProcessIdentity = z.object({
  pid: z.int().positive(),
  started: z.string(),
  host: z.string(),
  boot: z.string(),
  space: z.string(),
})
export type ProcessIdentity = z.infer<typeof ProcessIdentity>

const linux = process.platform === 'linux'

function optional(read: () => string): string {
  try {
    return read().trim()
  } catch {
    return ''
  }
}

/**
 * When a process started, or undefined when there is none with this number. Linux: field 22 of /proc/pid/stat,
 * clock ticks since boot (proc(5)). Elsewhere: `ps -o lstart`, whole seconds.
 */
async function startOf(pid: number): Promise<string | undefined> {
  if (linux) {
    try {
      const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
      // The command name (field 2) is in parentheses and may hold anything, parentheses too.
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    } catch (error) {
      if (errno(error) === 'ENOENT' || errno(error) === 'ESRCH') return undefined
      throw error
    }
  }
  try {
    const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)], { env })
    return stdout.trim() || undefined
  } catch (error) {
    // ps answers 1 when there is no such process.
    if (error instanceof Error && 'code' in error && error.code === 1) return undefined
    throw error
  }
}

/** The identity of this process. */
export async function thisProcess(): Promise<ProcessIdentity> {
  return {
    pid: process.pid,
    started: (await startOf(process.pid)) ?? '',
    host: hostname(),
    boot: linux ? optional(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')) : '',
    space: linux ? optional(() => readlinkSync('/proc/self/ns/pid')) : '',
  }
}

/**
 * Whether a process recorded earlier still lives, seen from `here`. 'unknown' when its number means nothing here:
 * another machine on a shared folder, or another container.
 */
export async function lives(
  other: ProcessIdentity,
  here: ProcessIdentity,
): Promise<'alive' | 'dead' | 'unknown'> {
  if (other.host !== here.host) return 'unknown'
  if (other.boot !== here.boot) return 'dead'
  if (other.space !== here.space) return 'unknown'
  return (await startOf(other.pid)) === other.started ? 'alive' : 'dead'
}
