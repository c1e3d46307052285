import { fault, Fault } from '../../../bridge/faults.ts'
import type { Assets } from '../../leaf.ts'
import { Engine } from './engine.ts'
import { collectGarbage } from '../../host/garbage.ts'
import type { Language } from './languages.ts'
import type { Purpose } from './traineddata.ts'

/** Engines that are kept: a page in another language, or one that may lie on its side, should not cost a start each time. */
const MAX_ENGINES = 2

/** Engines of this thread by purpose and data, the one used last at the end. */
const engines = new Map<string, Promise<Engine>>()
let wasted = false

/**
 * Uses a warm engine of this thread, or starts one. One that failed, is spent or was not used for longest is let
 * go of. Faults: UNAVAILABLE, DAMAGED and TOO_LARGE for the data, those that `work` throws, and INTERNAL where
 * Tesseract itself gives up.
 */
export async function withEngine<T>(
  purpose: Purpose,
  data: readonly Language[],
  assets: Assets,
  work: (engine: Engine) => T,
): Promise<T> {
  const key = [purpose, ...data.map(({ path, stamp }) => `${path}:${stamp}`)].join('\n')
  try {
    return await run(key, () => Engine.start(purpose, data, assets), work)
  } catch (error) {
    if (error instanceof Fault) throw error
    const codes = data.map(({ code }) => code).join('+')
    throw fault('INTERNAL', `Tesseract (${codes}) gave up on this page; the log has the reason.`, {}, error)
  } finally {
    // Only out here does nothing on the stack refer to an engine any more.
    if (wasted) collectGarbage()
    wasted = false
  }
}

async function run<T>(key: string, start: () => Promise<Engine>, work: (engine: Engine) => T): Promise<T> {
  const starting = engines.get(key) ?? start()
  engines.delete(key)
  engines.set(key, starting)
  for (const oldest of [...engines.keys()].slice(0, -MAX_ENGINES)) letGo(oldest)
  let keep = false
  try {
    const engine = await starting
    const result = work(engine)
    keep = !engine.spent
    return result
  } finally {
    if (!keep && engines.get(key) === starting) letGo(key)
  }
}

function letGo(key: string): void {
  engines.delete(key)
  wasted = true
}
