// Makes a checkout ready to run: installs packages and builds dist/ when they are missing or stale.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, root } from './build.mjs'

const sourceFolders = [
  'bridge',
  'service',
  'workers',
  'wasm',
  'clients',
  'bench',
  'test',
  'scripts',
  'docs/examples',
]
const leftOut = new Set(['node_modules', 'fixtures', 'peers', 'results'])

function* sourceFiles(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (leftOut.has(entry.name)) continue
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* sourceFiles(path)
    else yield path
  }
}

function digest(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** Process ids of services that run from this folder's dist/. */
function running() {
  const folder = join(root, 'dist/.running')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .map(Number)
    .filter((pid) => {
      try {
        process.kill(pid, 0)
        return true
      } catch (error) {
        return error.code === 'EPERM'
      }
    })
}

const versions = (file) =>
  Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages).filter(([path]) => path !== '')

/** Whether node_modules of a folder holds what its lock file names, by the list that npm leaves when it is done. */
function isInstalled(folder) {
  const left = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(left)) return false
  const installed = new Map(versions(left))
  return versions(join(folder, 'package-lock.json')).every(([path, { integrity, optional, devOptional }]) => {
    const found = installed.get(path)
    // What is meant for another platform is left out.
    return found === undefined ? optional || devOptional : found.integrity === integrity
  })
}

/**
 * Installs the packages of a folder with a lock of its own when they are missing or the lock names others. `before`
 * is called first, so that it can refuse.
 */
export function install(name, what, before = () => {}) {
  const folder = join(root, name)
  // A linked tree belongs to another checkout, and npm ci would empty it there.
  const modules = lstatSync(join(folder, 'node_modules'), { throwIfNoEntry: false })
  if (modules?.isSymbolicLink() || isInstalled(folder)) return
  before()
  console.error(`Installing ${what} …`)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--loglevel=error'], { cwd: folder, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`npm ci failed in ${folder}; its message is above.`)
}

/** Installs what only the checks of the project and their tests run. */
export const installTools = () => install('scripts/check/tools', 'the tools of npm run check (once)')

/** Installs and builds what is missing or stale; a stamp of the sources and of the lock file decides on the build. */
export async function ensure() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Talaria needs Node 20.19 or newer; this is ${process.versions.node}.`)
  }
  const buildStamp = join(root, 'dist/.stamp')
  const sources = digest([
    'tsconfig.json',
    'package-lock.json',
    ...sourceFolders.filter((f) => existsSync(join(root, f))).flatMap((f) => [...sourceFiles(f)]),
  ])
  const refuseWhileRunning = () => {
    const pids = running()
    if (pids.length === 0) return
    throw new Error(
      `Sources or packages changed, but a service runs from this folder (pid ${pids.join(', ')}). Stop it first: kill ${pids[0]}`,
    )
  }
  install('.', 'packages (once; about half a minute)', refuseWhileRunning)
  if (existsSync(buildStamp) && readFileSync(buildStamp, 'utf8') === sources) return
  refuseWhileRunning()
  console.error('Building …')
  await build()
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(buildStamp, sources)
}
