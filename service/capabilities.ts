import type { Operation } from '../bridge/operation.ts'
import type { Lanes } from './lanes/lane.ts'
import type { Readiness } from './readiness.ts'
import { languageFolder, type Settings } from './settings.ts'

/** Whether an operation works now, what there is to know about it, and what to do if it does not. */
export interface Capability {
  name: string
  live: boolean
  detail?: string
  remedy?: string
}

/** How long the list of languages may take; a lane that is busy for longer is told of elsewhere. */
const LIST_MS = 2000

/** Each operation, live or with its remedy: the lane of its leaves works, and what they need is there. */
export async function capabilitiesOf(
  operations: Iterable<Operation>,
  readiness: Readiness,
  lanes: Pick<Lanes, 'run'>,
  settings: Settings,
): Promise<Capability[]> {
  return Promise.all(
    [...operations].map(async ({ name, lane }): Promise<Capability> => {
      if (lane !== 'inline' && lane !== 'home' && !readiness.lanes[lane].live) {
        const remedy = readiness.lanes[lane].detail ?? `The lane ${lane} does not answer; see the log.`
        return { name, live: false, remedy }
      }
      return name === 'ocr.recognize' ? recognition(name, lanes, settings) : { name, live: true }
    }),
  )
}

async function recognition(name: string, lanes: Pick<Lanes, 'run'>, settings: Settings): Promise<Capability> {
  const folder = languageFolder(settings)
  const more = `for more put <language>.traineddata of Tesseract into ${folder}`
  try {
    const { output } = await lanes.run({
      leaf: 'ocr.languages',
      lane: 'quick',
      input: { dataFolder: folder },
      files: new Map(),
      signal: new AbortController().signal,
      deadline: Date.now() + LIST_MS,
      priority: 'interactive',
      client: 'status',
    })
    const { languages } = output as { languages: string[] }
    if (languages.length > 0) return { name, live: true, detail: `${languages.join(', ')}; ${more}` }
    return { name, live: false, remedy: `No language is there. Run npm ci and start again; ${more}.` }
  } catch (error) {
    return { name, live: true, detail: `its languages are not known now: ${(error as Error).message}` }
  }
}
