import { readFileSync, readdirSync } from 'node:fs'

/**
 * Memory of a process and all that it has started, in bytes: the proportional set size, which counts a page that
 * several of them share once (Linux, `proc(5)`).
 */
export function treeBytes(root: number): number {
  const parents = new Map<number, number>()
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    const parent = Number.isInteger(pid) ? parentOf(pid) : undefined
    if (parent !== undefined) parents.set(pid, parent)
  }
  const belongs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || belongs(parents.get(pid)))
  return [...parents.keys()].filter(belongs).reduce((sum, pid) => sum + proportionalBytes(pid), 0)
}

/** Undefined for a process that has just ended. */
function parentOf(pid: number): number | undefined {
  const stat = readOrNothing(`/proc/${pid}/stat`)
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  return parent > 0 ? parent : undefined
}

function proportionalBytes(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readOrNothing(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
