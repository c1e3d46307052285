import { fault } from '../../bridge/faults.ts'
import type { LeafContext } from '../../workers/leaf.ts'
import type { LeafLocation } from '../../workers/leaves.ts'

/** Leaves that misbehave in every way the lanes must survive, and a few that behave. */

/** Where a leaf of this file is. */
export const laneLeaf = (name: string): LeafLocation => ({ url: import.meta.url, export: name })

export const laneLeaves: Record<string, LeafLocation> = {
  'lane.noop': laneLeaf('noop'),
  'lane.echo': laneLeaf('echo'),
  'lane.spin': laneLeaf('spin'),
  'lane.step': laneLeaf('step'),
  'lane.sleep': laneLeaf('sleep'),
  'lane.deaf': laneLeaf('deaf'),
  'lane.write': laneLeaf('write'),
  'lane.count': laneLeaf('count'),
  'lane.refuse': laneLeaf('refuse'),
  'lane.break': laneLeaf('breakDown'),
  'lane.die': laneLeaf('die'),
  'lane.stray': laneLeaf('stray'),
  'lane.leak': laneLeaf('leak'),
  'lane.hoard': laneLeaf('hoard'),
  'lane.grow': laneLeaf('grow'),
  'lane.environment': laneLeaf('environment'),
  'lane.print': laneLeaf('print'),
  'lane.process': laneLeaf('processId'),
  'lane.function': laneLeaf('giveFunction'),
  'lane.missing': { url: new URL('./lane-missing.js', import.meta.url).href, export: 'missing' },
  'lane.asset': laneLeaf('asset'),
  'lane.priority': laneLeaf('priority'),
}

/** Gives its input back. */
export const noop = (input: unknown): unknown => input

/** Gives back the files named in its input, byte for byte. */
export function echo(input: { digests: string[] }, { files }: LeafContext): string[] {
  return input.digests.map((digest) => files.write(files.read(digest)))
}

const until = (ms: number, step: () => void): void => {
  for (const end = performance.now() + ms; performance.now() < end;) step()
}

/** Computes for so long and hears nothing. */
export function spin({ ms }: { ms: number }): string {
  until(ms, () => undefined)
  return 'spun'
}

/** Computes for so long without yielding, but checks whether it should end. */
export function step({ ms }: { ms: number }, ctx: LeafContext): string {
  const started = performance.now()
  until(ms, () => {
    ctx.checkpoint()
    ctx.progress((performance.now() - started) / ms)
  })
  return 'stepped'
}

/** Waits, and ends at once when its signal is aborted. */
export function sleep({ ms }: { ms: number }, { signal }: LeafContext): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('slept'), ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** Waits without yielding to anybody's wishes. */
export function deaf({ ms }: { ms: number }): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve('deaf'), ms))
}

/** Writes files of the given sizes, each byte its position times a factor, and returns their digests. */
export function write(input: { sizes: number[]; factor: number }, { files }: LeafContext): string[] {
  return input.sizes.map((size) => files.write(new Uint8Array(size).map((_, i) => (i * input.factor) & 255)))
}

/** Reports three items on its way. */
export async function count(_input: unknown, ctx: LeafContext): Promise<string> {
  for (let i = 1; i <= 3; i += 1) {
    ctx.progress(i / 3, { item: i })
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return 'counted'
}

export function refuse(): never {
  throw fault('ENCRYPTED', 'A password was expected; none came. Give one.', { page: 3 })
}

export function breakDown(): never {
  throw new RangeError('secret content')
}

/** Ends its thread or process in the given way. */
export function die({ how }: { how: string }): void {
  if (how === 'exit') process.exit(3)
  else process.kill(process.pid, how)
  until(10_000, () => undefined)
}

/** Ends well, and leaves something behind that throws soon after. */
export function stray(): string {
  setTimeout(() => {
    throw new Error('left behind')
  }, 20)
  return 'ended'
}

/** Ends well, but with a rejection on the way that nobody awaits. */
export async function leak(): Promise<string> {
  void Promise.reject(new Error('nobody waits for this'))
  await new Promise((resolve) => setTimeout(resolve, 10))
  return 'ended'
}

/** Takes heap until there is none, in one of several shapes. */
export function hoard({ shape }: { shape: 'objects' | 'arrays' | 'strings' | 'map' | 'piece' }): number {
  const kept: unknown[] = []
  const map = new Map<number, unknown>()
  for (let i = 0; ; i += 1) {
    if (shape === 'objects') kept.push({ i, text: `${i}` })
    else if (shape === 'arrays') kept.push(Array.from({ length: 10_000 }, () => i))
    else if (shape === 'piece') kept.push(Array.from({ length: 20_000_000 }, () => 1.5))
    else if (shape === 'strings') kept.push(`${i}`.repeat(1000).split('').join('-'))
    else map.set(i, { i })
  }
}

/** Takes memory outside the heap, a megabyte at a time, and stays there. */
export async function grow({ megabytes }: { megabytes: number }, ctx: LeafContext): Promise<number> {
  const kept: Buffer[] = []
  while (kept.length < megabytes) kept.push(Buffer.alloc(1024 * 1024, kept.length))
  for (let i = 0; i < 200; i += 1) {
    ctx.checkpoint()
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return kept.length
}

export const environment = (): string[] => Object.keys(process.env)

export function print({ lines }: { lines: string[] }): string {
  for (const line of lines) console.log(line)
  return 'printed'
}

export const processId = (): number => process.pid

export const giveFunction = (): unknown => ({ give: () => 1 })

export const asset = (input: { package: string; path: string }, { assets }: LeafContext): string =>
  assets.packagePath(input.package, input.path)

/** The nice value of the thread that runs it, as the system tells it. */
export async function priority(): Promise<number> {
  const { readFileSync, readlinkSync } = await import('node:fs')
  const stat = readFileSync(`/proc/${readlinkSync('/proc/thread-self')}/stat`, 'latin1')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
}
