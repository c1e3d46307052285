import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { z } from 'zod'
import { fault } from '../bridge/faults.ts'
import { SettingsSchema, defaultHome, type Settings } from './settings.ts'

type Tree = { [key: string]: unknown }

/** The dotted name of every setting, such as `blobs.keepMs`, in the order of the schema. */
export function settingNames(): string[] {
  const names: string[] = []
  const walk = (schema: unknown, prefix: string): void => {
    const node = schema as { properties?: Record<string, unknown> }
    for (const [key, child] of Object.entries(node.properties ?? {})) {
      const name = prefix === '' ? key : `${prefix}.${key}`
      if (child !== null && typeof child === 'object' && 'properties' in child) walk(child, name)
      else names.push(name)
    }
  }
  walk(z.toJSONSchema(SettingsSchema, { io: 'output', unrepresentable: 'any' }), '')
  return names
}

/** The environment variable of a setting: `blobs.keepMs` is `TALARIA_BLOBS_KEEP_MS`. */
export function environmentName(setting: string): string {
  return `TALARIA_${setting
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase()}`
}

function put(tree: Tree, name: string, value: unknown): void {
  const dot = name.indexOf('.')
  if (dot < 0) tree[name] = value
  else put((tree[name.slice(0, dot)] ??= {}) as Tree, name.slice(dot + 1), value)
}

function merge(base: Tree, over: Tree): Tree {
  const merged: Tree = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const old = merged[key]
    merged[key] = isTree(old) && isTree(value) ? merge(old, value) : value
  }
  return merged
}

function isTree(value: unknown): value is Tree {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function fileSettings(home: string): Tree {
  let text: string
  try {
    text = readFileSync(join(home, 'config.yaml'), 'utf8')
  } catch {
    return {}
  }
  try {
    const tree: unknown = parseYaml(text)
    if (tree === null) return {}
    if (isTree(tree)) return tree
  } catch (error) {
    throw fault('INVALID_INPUT', `config.yaml in ${home} is not YAML: ${(error as Error).message}`)
  }
  throw fault('INVALID_INPUT', `config.yaml in ${home} must be a mapping of settings.`)
}

/**
 * The settings of a service: flags (`--blobs.keepMs 1000`, already split into names and values) over the
 * environment over `config.yaml` over the defaults. Throws INVALID_INPUT that names the setting at fault.
 */
export function loadSettings(flags: Record<string, string | boolean>, env: NodeJS.ProcessEnv): Settings {
  const names = settingNames()
  const fromFlags: Tree = {}
  for (const [name, value] of Object.entries(flags)) {
    if (!names.includes(name)) throw fault('INVALID_INPUT', `There is no setting --${name}.`)
    put(fromFlags, name, value)
  }
  const fromEnvironment: Tree = {}
  for (const name of names) {
    const value = env[environmentName(name)]
    if (value !== undefined && value !== '') put(fromEnvironment, name, value)
  }
  const named = merge(fromEnvironment, fromFlags)['home']
  const home = resolve(typeof named === 'string' ? named : defaultHome(env))
  const tree = merge(merge(fileSettings(home), fromEnvironment), fromFlags)
  const parsed = SettingsSchema.safeParse({ ...tree, home })
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map((issue) => `Setting ${issue.path.join('.')}: ${issue.message}`)
  throw fault('INVALID_INPUT', wrong.join('\n'))
}
