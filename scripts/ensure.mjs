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

const readStamp = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

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

/** Installs and builds what is missing or stale; a stamp of the lock file and of the sources decides. */
export async function ensure() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Talaria needs Node 20.19 or newer; this is ${process.versions.node}.`)
  }
  const lock = digest(['package-lock.json', '.npmrc'])
  const lockStamp = join(root, 'node_modules/.talaria-stamp')
  // A linked tree belongs to another checkout, and npm ci would empty it there.
  const linked = lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  const staleInstall = !linked && readStamp(lockStamp) !== lock
  const buildStamp = join(root, 'dist/.stamp')
  const sources = digest([
    'tsconfig.json',
    ...sourceFolders.filter((f) => existsSync(join(root, f))).flatMap((f) => [...sourceFiles(f)]),
  ])
  const staleBuild = staleInstall || readStamp(buildStamp) !== sources
  if (!staleBuild) return
  const pids = running()
  if (pids.length > 0) {
    throw new Error(
      `The sources changed, but a service runs from this folder (pid ${pids.join(', ')}). Stop it first: kill ${pids[0]}`,
    )
  }
  if (staleInstall) {
    console.error('Installing packages (once; about half a minute) …')
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const { status } = spawnSync(npm, ['ci', '--loglevel=error'], { cwd: root, stdio: ['ignore', 2, 2] })
    if (status !== 0) throw new Error('npm ci failed; its message is above.')
    writeFileSync(lockStamp, lock)
  }
  console.error('Building …')
  await build()
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(buildStamp, sources)
}
