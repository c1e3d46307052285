import { basename, extname } from 'node:path'
import { fault } from '../../bridge/faults.ts'
import type { Place, PlacesInput, PlacesOutput } from '../../bridge/operations/documents-places.ts'
import { isKnownName } from '../../workers/media-type.ts'
import type { Folder } from '../files/guarded-folder.ts'
import type { Plan, PlanContext } from '../plan.ts'
import { patternOf, usualPattern } from './name-pattern.ts'

/** Plan of `documents.places`: walks the folders by their listings, widest first, so that a limit cuts off what is deep. */
export const placesPlan: Plan<PlacesInput, PlacesOutput> = async ({ roots }, ctx) => {
  const walk = new Walk(ctx)
  const places: Place[] = []
  for (const root of roots) {
    const folder = await walk.list(root)
    if (folder === undefined) throw fault('NOT_FOUND', `There is no folder at ${root}.`, { path: root })
    const own = placeOf(root, documentsIn(folder, ''))
    if (own) places.push(own)
    for (const { kind, path } of folder.entries) {
      const place = kind === 'folder' ? placeOf(path, await walk.documentsBelow(path)) : undefined
      if (place) places.push(place)
    }
  }
  places.sort((a, b) => b.documents - a.documents || (a.path < b.path ? -1 : 1))
  return { places, skipped: walk.skipped }
}

/** A document below a place: the folders that lead to it, joined by `/`, and its name. */
interface Filed {
  folders: string
  name: string
}

const documentsIn = ({ entries }: Folder, folders: string): Filed[] =>
  entries
    .filter(({ kind, name }) => kind === 'file' && isKnownName(name))
    .map(({ name }) => ({ folders, name }))

class Walk {
  readonly skipped: PlacesOutput['skipped'] = []
  readonly #ctx: PlanContext
  #left: number

  constructor(ctx: PlanContext) {
    this.#ctx = ctx
    this.#left = ctx.settings.documents.maxPlaces
  }

  async list(path: string): Promise<Folder | undefined> {
    this.#ctx.signal.throwIfAborted()
    this.#left -= 1
    const folder = await this.#ctx.list(path)
    if (folder?.more === true) this.skipped.push({ path, reason: 'It has more entries than are looked at.' })
    return folder
  }

  async documentsBelow(path: string): Promise<Filed[]> {
    const filed: Filed[] = []
    const waiting = [{ path, folders: '' }]
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (this.#left <= 0) {
        this.skipped.push({ path, reason: 'There are more folders than are looked at in one call.' })
        break
      }
      const folder = await this.list(next.path)
      if (folder === undefined) continue
      filed.push(...documentsIn(folder, next.folders))
      for (const { kind, name, path: below } of folder.entries) {
        if (kind !== 'folder') continue
        waiting.push({ path: below, folders: next.folders === '' ? name : `${next.folders}/${name}` })
      }
    }
    return filed
  }
}

function placeOf(path: string, filed: readonly Filed[]): Place | undefined {
  if (filed.length === 0) return undefined
  const types: Record<string, number> = {}
  for (const { name } of filed) {
    const ending = extname(name).slice(1).toLowerCase()
    types[ending] = (types[ending] ?? 0) + 1
  }
  const deeper = filed.filter(({ folders }) => folders !== '').map(({ folders }) => folders)
  const layout = usualPattern(deeper, (folders) => folders.split('/').map(patternOf).join('/'))
  const naming = usualPattern(
    filed.map(({ name }) => basename(name, extname(name))),
    patternOf,
  )
  return {
    path,
    documents: filed.length,
    types,
    ...(layout && { layout }),
    ...(naming && { naming }),
  }
}
