import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { fault } from '../../bridge/faults.ts'
import { codeOf } from './write-new.ts'

/** Name of the state file in the folder that is written to. */
export const stateName = '.talaria-watch.json'

const State = z.object({
  version: z.literal(1),
  /** What has been written, by the digest of the file it was made of. */
  done: z.record(z.string(), z.object({ from: z.string(), to: z.string() })),
})

/** Remembers across restarts what has been done, by content: a file that is moved or copied is not done again. */
export class WatchState {
  readonly #folder: string
  readonly #done: Map<string, { from: string; to: string }>

  private constructor(folder: string, done: Map<string, { from: string; to: string }>) {
    this.#folder = folder
    this.#done = done
  }

  /** Reads the state of a folder; a new one where there is none. Fault: DAMAGED for a file that is not one of ours. */
  static async open(folder: string): Promise<WatchState> {
    const path = join(folder, stateName)
    let text: string
    try {
      text = await readFile(path, 'utf8')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return new WatchState(folder, new Map())
      throw error
    }
    const parsed = State.safeParse(parseJson(text))
    if (!parsed.success) {
      throw fault('DAMAGED', `${path} is no state of talaria watch; move it away to begin anew.`, { path })
    }
    return new WatchState(folder, new Map(Object.entries(parsed.data.done)))
  }

  get(digest: string): { from: string; to: string } | undefined {
    return this.#done.get(digest)
  }

  /** Remembers one more; the file is replaced whole, so that it is never half-written. */
  async add(digest: string, entry: { from: string; to: string }): Promise<void> {
    this.#done.set(digest, entry)
    const path = join(this.#folder, stateName)
    const state: z.infer<typeof State> = { version: 1, done: Object.fromEntries(this.#done) }
    await writeFile(`${path}.part`, `${JSON.stringify(state, undefined, 1)}\n`)
    await rename(`${path}.part`, path)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
