import { cpSync, linkSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

// Lets `swapped` be, in turn and as fast as it can, a harmless file (or folder) and a link into the state folder.

const [folder = '', home = '', what] = process.argv.slice(2)
const at = (name: string): string => join(folder, name)

/** A file takes the place of another in one step: there is always one or the other. */
function swapFiles(): void {
  linkSync(at('open/agent.token'), at('next'))
  renameSync(at('next'), at('swapped'))
  symlinkSync(join(home, 'agent.token'), at('next'))
  renameSync(at('next'), at('swapped'))
}

/** A folder has to make way first. */
function swapFolders(): void {
  renameSync(at('good'), at('swapped'))
  renameSync(at('swapped'), at('good'))
  renameSync(at('link'), at('swapped'))
  renameSync(at('swapped'), at('link'))
}

cpSync(at('open'), at('good'), { recursive: true })
symlinkSync(home, at('link'))
for (let round = 0; ; round++) {
  if (what === 'file') swapFiles()
  else swapFolders()
  if (round === 0) process.send?.('swapping')
}
