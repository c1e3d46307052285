import { Fault } from '../../bridge/faults.ts'
import type { ReadInput, ReadOutput } from '../../bridge/operations/documents.ts'
import type { Source } from '../../bridge/sources.ts'
import { isKnownName } from '../../workers/media-type.ts'
import type { Folder } from '../files/guarded-folder.ts'
import type { PlanContext } from '../plan.ts'

export interface NamedSources {
  named: Source[]
  /** Whether one file alone was asked for, whose fault is that of the call. */
  alone: boolean
  /** What stands in a folder that was named and is not read. */
  leftOut: ReadOutput['skipped']
}

/** The files a call names: a folder stands for the documents and pictures in it, by their names. */
export async function namedSources(input: ReadInput, ctx: PlanContext): Promise<NamedSources> {
  const asked = input.sources ?? [input.source ?? { path: input.path ?? '' }]
  const found: NamedSources = { named: [], alone: input.sources === undefined, leftOut: [] }
  for (const source of asked) {
    const folder = 'path' in source ? await listed(source.path, ctx) : undefined
    if (folder === undefined || !('path' in source)) {
      found.named.push(source)
      continue
    }
    found.alone = false
    const files = folder.entries.filter(({ kind }) => kind === 'file')
    const readable = files.filter(({ name }) => isKnownName(name))
    found.named.push(...readable.map(({ path }) => ({ path })))
    const others = files.length - readable.length
    const notes = [
      ...(readable.length === 0 ? ['There is no document in this folder.'] : []),
      ...(others > 0 ? [`${others} files whose names do not speak of a document were left out.`] : []),
      ...(folder.more ? ['The folder has more entries than are looked at.'] : []),
    ]
    found.leftOut.push(...notes.map((reason) => ({ path: source.path, reason })))
  }
  return found
}

/** The entries of a folder. What may not be looked into is left to whoever opens it, with the fault for its entry. */
async function listed(path: string, ctx: PlanContext): Promise<Folder | undefined> {
  try {
    return await ctx.list(path)
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof Fault)) throw error
    return undefined
  }
}
