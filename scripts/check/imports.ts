import { existsSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { API } from 'typescript/unstable/sync'
import type { Check, Problem } from './check.ts'

/** An import as it stands in a file; both paths run from the root of the project. */
export interface Import {
  from: string
  to: string
  line: number
}

/** The imports of a TypeScript file that name files of ours, and whether it is a barrel. */
export interface ModuleFile {
  file: string
  imports: Import[]
  /** The file has statements, and all of them pass on what other files export; or it has an `export *`. */
  barrel: boolean
}

/** Which rooms a room may import from, besides itself. */
const allowed: Record<string, readonly string[]> = {
  wasm: [],
  bridge: [],
  workers: ['wasm', 'bridge'],
  service: ['bridge', 'workers'],
  clients: ['bridge'],
  docs: ['clients', 'bridge'],
}
/** Rooms whose files may import anything, and that nothing outside them may import. */
const open = new Set(['bench', 'test', 'scripts'])

const room = (file: string) => file.slice(0, file.indexOf('/'))
const isTest = (file: string) => /\.(test|browser)\.ts$/.test(file)

/**
 * Reads the imports (`import`, `export … from`, `import()`, types included) of every TypeScript file of the
 * project that lies in `root`, as the compiler itself parses them.
 */
export function readImports(root: string): ModuleFile[] {
  const api = new API({ cwd: root })
  try {
    const config = join(root, 'tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`${config} does not open as a project`)
    const files = project.program
      .getSourceFileNames()
      .map((name) => relative(root, name).split(sep).join('/'))
      .filter(
        (name) => !name.startsWith('..') && !name.includes('node_modules/') && !name.startsWith('dist/'),
      )
    return files.sort().map((file) => {
      const source = project.program.getSourceFile(join(root, file))
      if (source === undefined) throw new Error(`${file} is in the project but cannot be read`)
      const imports = source.imports.flatMap((node) => {
        const specifier = source.text.slice(node.pos, node.end).trim().slice(1, -1)
        if (!specifier.startsWith('.')) return []
        const to = posix.join(posix.dirname(file), specifier)
        // Asked of its end: `pos` counts the white space before the literal, which may hold line breaks.
        return [{ from: file, to, line: source.getLineAndCharacterOfPosition(node.end - 1).line + 1 }]
      })
      return {
        file,
        imports,
        barrel: isBarrel(source.statements.map((node) => source.text.slice(node.pos, node.end))),
      }
    })
  } finally {
    api.close()
  }
}

const comment = /^(\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/
function isBarrel(statements: readonly string[]): boolean {
  const bare = statements.map((text) => text.replace(comment, ''))
  if (bare.some((text) => /^export\s*(type\s*)?\*/.test(text))) return true
  return bare.length > 0 && bare.every((text) => /^export\s*(type\s*)?\{[^}]*\}\s*from\b/.test(text))
}

/**
 * Files of `workers` that `service` may import: those directly in the folder, what a worker says and hears
 * (`workers/host/`), and the leaves that `workers/leaves.ts` names (the inline lane calls them on the main thread).
 */
function isWorkerEntry(root: string, file: string): boolean {
  if (/^workers\/(host\/)?[^/]+$/.test(file)) return true
  const table = join(root, 'workers/leaves.ts')
  const inFolder = `./${file.slice('workers/'.length).replace(/\.ts$/, '.js')}`
  return existsSync(table) && readFileSync(table, 'utf8').includes(`'${inFolder}'`)
}

function directionProblem(root: string, { from, to, line }: Import): Problem | undefined {
  const [source, target] = [room(from), room(to)]
  const problem = (message: string): Problem => ({ file: from, line, message })
  if (source === target || open.has(source) || isTest(from)) return undefined
  if (open.has(target)) return problem(`imports ${to}; only tests and benchmarks may`)
  if (!allowed[source]?.includes(target)) {
    const list = allowed[source] ?? []
    return problem(
      `imports ${to}; ${source} may import ${list.length > 0 ? list.join(' and ') : 'nothing of ours'}`,
    )
  }
  if (target === 'workers' && !isWorkerEntry(root, to)) {
    return problem(
      `imports ${to}, which is no entry point of workers: neither directly in it, nor in host/, nor in leaves.ts`,
    )
  }
  return undefined
}

/** Circles of imports, each as the imports that close it, found by a depth-first walk. */
export function cycles(modules: readonly ModuleFile[]): Import[][] {
  const byFile = new Map(modules.map((module) => [module.file, module]))
  const done = new Set<string>()
  const found: Import[][] = []
  const walk = (file: string, path: Import[]) => {
    if (done.has(file)) return
    const start = path.findIndex((edge) => edge.from === file)
    if (start >= 0) {
      found.push(path.slice(start))
      return
    }
    for (const edge of byFile.get(file)?.imports ?? []) walk(edge.to, [...path, edge])
    done.add(file)
  }
  for (const { file } of modules) walk(file, [])
  return found
}

/** A call walks through the rooms in one direction, and so do imports; no cycles, no barrels. */
export const imports: Check = {
  name: 'imports',
  rule: 'Imports follow the direction of a call; no cycles, no barrels.',
  run(root) {
    const modules = readImports(root)
    const problems: Problem[] = []
    for (const { file, imports: edges, barrel } of modules) {
      if (barrel) problems.push({ file, message: 'is a barrel; import from where things are declared' })
      for (const edge of edges) {
        const problem = directionProblem(root, edge)
        if (problem !== undefined) problems.push(problem)
      }
    }
    for (const circle of cycles(modules)) {
      const [first] = circle
      if (first === undefined) continue
      const files = [...circle.map((edge) => edge.from), first.from]
      problems.push({ file: first.from, line: first.line, message: `closes a cycle: ${files.join(' → ')}` })
    }
    return problems
  },
}
