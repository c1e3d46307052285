import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder of the project, found by walking up from this file (as built) to package.json. */
export const root: string = (() => {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
})()
