import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Operation } from '../../bridge/operation.ts'
import { sourcesOf } from '../../bridge/operation-files.ts'
import { inputSchema } from '../../bridge/text-fields.ts'
import { root } from '../root.ts'

/** One input of an operation; every door is given it. */
export interface Case {
  title: string
  input: unknown
  /** Whether its schema refuses it, so that clients refuse it before they send anything. */
  refused?: boolean
}

/** Where the files of the cases are. */
export interface Places {
  /** Folder with the files that `makePlaces` put there. */
  folder: string
  /** State folder of the service, which is protected. */
  home: string
}

/** Makes the files that the cases of operations on files name. */
export function makePlaces(folder: string, home: string): Places {
  mkdirSync(join(folder, 'folder'))
  writeFileSync(join(folder, 'empty'), '')
  writeFileSync(join(folder, 'text.txt'), 'Nothing but words.\n')
  symlinkSync(home, join(folder, 'into-home'))
  return { folder, home }
}

/** The input with every relative path made absolute, from the root of the project. */
export function withAbsolutePaths(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withAbsolutePaths)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'path') return [name, absolute(inner)]
      if (name === 'roots' && Array.isArray(inner)) return [name, inner.map(absolute)]
      return [name, withAbsolutePaths(inner)]
    }),
  )
}

const absolute = (path: unknown): unknown =>
  typeof path === 'string' && !isAbsolute(path) ? join(root, path) : path

/** Every case of an operation: its examples, what its schema refuses, bad files, and a few of its own. */
export function casesOf(operation: Operation, places: Places): Case[] {
  const examples = operation.examples.map(({ title, input }) => ({ title, input: withAbsolutePaths(input) }))
  const own = (OWN[operation.name]?.(places) ?? []).map((input) => ({ title: short(input), input }))
  return [...examples, ...own, ...refusedCases(operation), ...fileCases(operation, places)]
}

/** Inputs that the schema refuses, made from the first example and the schema itself. */
function refusedCases(operation: Operation): Case[] {
  const example = exampleOf(operation)
  const { properties = {} } = inputSchema(operation.input)
  const inputs: [string, unknown][] = [
    ['an unknown field', { ...example, noSuchField: 1 }],
    ['a list for an object', [example]],
    ['null', null],
    ...Object.keys(example).map((name): [string, unknown] => [`without ${name}`, without(example, name)]),
    ...Object.keys(properties).map((name): [string, unknown] => [
      `${name} of the wrong type`,
      { ...example, [name]: { not: 'this' } },
    ]),
  ]
  return inputs
    .filter(([, input]) => !operation.input.safeParse(input).success)
    .map(([title, input]) => ({ title, input, refused: true }))
}

/** Files that cannot be read, alone and among others. */
function fileCases(operation: Operation, { folder, home }: Places): Case[] {
  const { files } = operation
  if (files === undefined) return []
  const sources: [string, unknown][] = [
    ['a missing file', { path: join(folder, 'missing') }],
    ['a folder', { path: join(folder, 'folder') }],
    ['an empty file', { path: join(folder, 'empty') }],
    ['a file of another type', { path: join(folder, 'text.txt') }],
    ['a relative path', { path: 'text.txt' }],
    ['a protected file', { path: join(home, 'agent.token') }],
    ['a protected file through a link', { path: join(folder, 'into-home', 'agent.token') }],
    ['a blob that is not stored', { blob: `sha256:${'0'.repeat(64)}` }],
  ]
  const example = exampleOf(operation)
  const { one, many } = files
  const rest = [one, many, 'path'].reduce<Record<string, unknown>>(
    (input, field) => (field === undefined ? input : without(input, field)),
    example,
  )
  const alone =
    one === undefined ? [] : sources.map(([title, source]) => ({ title, input: { ...rest, [one]: source } }))
  if (many === undefined) return alone
  const all = [...sourcesOf(operation, example), ...sources.map(([, source]) => source)]
  return [
    ...alone,
    { title: 'bad files among good ones', input: { ...rest, [many]: [...all, ...all] } },
    ...sources.map(([title, source]) => ({
      title: `${title} in a list`,
      input: { ...rest, [many]: [source] },
    })),
  ]
}

/** The first example as an object with absolute paths. */
export function exampleOf(operation: Operation): Record<string, unknown> {
  const input = withAbsolutePaths(operation.examples[0]?.input)
  return isRecord(input) ? input : {}
}

function without(input: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([key]) => key !== name))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function short(input: unknown): string {
  const text = JSON.stringify(input).replaceAll(root, '')
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

const fixture = (name: string): string => join(root, 'test/fixtures', name)

/** Inputs of single operations that reach what no schema tells of: other lanes, several leaves, faults of their own. */
const OWN: Readonly<Record<string, (places: Places) => unknown[]>> = {
  'calc.eval': () => [
    { input: '2^4000 / 3^100', precision: 200 },
    { input: 'rent = 1,250\nheat = 180\nrent + heat\n1/0\n\nrent / 0.3' },
    { input: '25 % + 1' },
    { input: '2 pi' },
    { input: '1/0' },
    { input: '2 +' },
    { input: '' },
    { input: 'sqrt(0-2)' },
    { input: 'no_such_name + 1' },
    { input: '('.repeat(300) + '1' + ')'.repeat(300) },
    { input: '9^9^9^9' },
    { input: '1+'.repeat(10_000) + '1' },
    { input: '1+'.repeat(40_000) + '1' },
    { input: 'ünïcode “quotes” \u{1f600} \u2028' },
  ],
  'documents.read': () => [
    { path: join(root, 'samples/report.pdf'), pages: 'all' },
    { path: join(root, 'samples/report.pdf'), pages: '6,2-3', maxChars: 40 },
    { path: join(root, 'samples/report.pdf'), pages: '7' },
    {
      sources: [{ path: join(root, 'samples/report.pdf') }, { path: join(root, 'samples/form.pdf') }],
      limit: 1,
    },
    { path: fixture('documents/enc-user-rc4-128.pdf') },
    { path: fixture('documents/enc-user-rc4-128.pdf'), password: 'no' },
    { path: fixture('documents/dmg-half.pdf') },
    { path: fixture('documents/bomb-flate-150mb.pdf') },
    { path: fixture('documents/hebrew.pdf'), pages: 'all' },
    { path: fixture('documents/hebrew.pdf'), detail: 'words' },
    { path: join(root, 'samples/form.pdf'), detail: 'blocks', format: 'markdown' },
    { path: join(root, 'README.md'), maxChars: 500, detail: 'blocks' },
    { path: join(root, 'samples'), limit: 2, ocr: 'never' },
  ],
  'documents.places': () => [{ roots: [join(root, 'samples')] }, { roots: [join(root, 'none')] }],
  'documents.render': () => [
    { path: join(root, 'samples/report.pdf'), pages: '6,2-3', dpi: 50 },
    { path: join(root, 'samples/report.pdf'), pages: '7' },
    { path: join(root, 'samples/receipt.jpg'), format: 'jpeg' },
    { path: fixture('documents/Pages-tree-refs.pdf'), pages: 'all', dpi: 36 },
    { path: fixture('documents/enc-user-rc4-128.pdf') },
    { path: fixture('documents/enc-user-rc4-128.pdf'), password: 'open-me', dpi: 36 },
    { path: fixture('documents/bomb-flate-150mb.pdf') },
    { path: fixture('documents/huge-mediabox.pdf'), dpi: 36 },
    { path: fixture('image/codec/bomb-header.png') },
  ],
  'documents.outline': () => [
    { path: join(root, 'samples/report.pdf') },
    { path: join(root, 'README.md') },
    { path: join(root, 'samples/picture.png') },
    { path: fixture('documents/enc-user-rc4-128.pdf') },
    { path: fixture('documents/enc-user-rc4-128.pdf'), password: 'open-me' },
    { path: fixture('documents/dmg-half.pdf') },
    { path: fixture('documents/bomb-flate-150mb.pdf') },
  ],
  'documents.searchable': () => [
    { path: join(root, 'samples/letter.pdf') },
    { path: join(root, 'samples/receipt.jpg'), languages: ['eng'] },
    { path: fixture('documents/enc-user-rc4-128.pdf') },
    { path: fixture('documents/dmg-half.pdf') },
    { path: join(root, 'README.md') },
  ],
  'image.filter': () =>
    ['gray-alpha', 'interlaced', 'onebit', 'bomb-header', 'truncated', 'jpeg-named'].map((name) => ({
      source: { path: fixture(`image/codec/${name}.png`) },
      steps: [{ op: 'gaussianBlur', sigmaPx: 1.5 }],
    })),
  'bridge.audit': () => [{ before: 'no such entry' }],
}
