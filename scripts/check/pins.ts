import { posix } from 'node:path'
import type { Check, Problem } from './check.ts'
import { everyLockedPackage, installedFolders, lineOf, manifest } from './lock-file.ts'
import { rangeAdmits } from './version-range.ts'

/** The oldest Node that the project promises to run on. */
const oldestNode = '20.19.0'
const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/

function looseVersions(root: string, folder: string): Problem[] {
  const file = posix.join(folder, 'package.json')
  const { dependencies, devDependencies, overrides } = manifest(root, folder)
  return [dependencies, devDependencies, overrides]
    .flatMap((group) => Object.entries(group))
    .filter(([, version]) => !exact.test(version) && !version.startsWith('$'))
    .map(([name, version]) => ({
      file,
      line: lineOf(root, file, `"${name}": "${version}"`),
      message: `${name} is pinned to "${version}"; an exact version is expected`,
    }))
}

function manifestProblems(root: string): Problem[] {
  const file = 'package.json'
  const loose = installedFolders.flatMap((folder) => looseVersions(root, folder))
  const node = manifest(root).engines['node'] ?? ''
  if (rangeAdmits(node, oldestNode)) return loose
  return [...loose, { file, message: `engines.node is "${node}"; Node ${oldestNode} is promised` }]
}

/** The same packages everywhere and on the oldest Node promised, from whatever registry npm is set to. */
export const pins: Check = {
  name: 'pins',
  rule: `Versions are exact, the lock files name no addresses, and every package runs on Node ${oldestNode}.`,
  run(root) {
    const problems: Problem[] = manifestProblems(root)
    for (const { lockFile: file, key, name, version, resolved, integrity, engines } of everyLockedPackage(
      root,
    )) {
      const problem = (message: string) => {
        problems.push({
          file,
          line: lineOf(root, file, `"${key}"`),
          message: `${name} ${version}: ${message}`,
        })
      }
      if (resolved !== undefined) problem(`has the address ${resolved}; remove its "resolved"`)
      if (integrity === undefined) problem('has no integrity digest; install it again with npm')
      const node = Array.isArray(engines)
        ? engines.find((engine) => engine.startsWith('node'))?.slice('node'.length)
        : engines?.node
      if (node !== undefined && !rangeAdmits(node, oldestNode)) {
        problem(`runs on Node ${node}; ${oldestNode} is promised: take an older version or override it`)
      }
    }
    return problems
  },
}
