import type { OutputOf } from '../calls.ts'
import type { Service } from './service.ts'
import { ServiceError } from './wire.ts'

type Places = OutputOf<'documents.places'>

/** The folders below a folder in which documents are kept. Throws ServiceError, Unreachable or the signal's reason. */
export const placesIn = (service: Service, folder: string, signal: AbortSignal): Promise<Places> =>
  service.call<Places>('documents.places', { roots: [folder] }, signal)

/**
 * The names of the folders with documents in each of these folders; none for one that is not there, as that of a year
 * that has just begun. Throws as `placesIn` does.
 */
export async function foldersIn(
  service: Service,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>()
  for (const folder of folders) names.set(folder, await namesIn(service, folder, signal))
  return names
}

async function namesIn(service: Service, folder: string, signal: AbortSignal): Promise<string[]> {
  try {
    const { places } = await placesIn(service, folder, signal)
    return places.filter(({ path }) => path !== folder).map(({ path }) => path.slice(folder.length + 1))
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return []
    throw error
  }
}
