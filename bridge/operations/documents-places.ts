import { z } from 'zod'
import { operation } from '../operation.ts'

export const PlacesInput = z.strictObject({
  roots: z
    .array(z.string().min(1).max(4096))
    .min(1)
    .max(20)
    .describe('Folders in which documents are kept, as absolute paths'),
})
export type PlacesInput = z.infer<typeof PlacesInput>

export const Pattern = z.strictObject({
  pattern: z.string().describe('Such as `{yyyy}/{name}` or `{date} {name} {kind} {number}`'),
  share: z.number().min(0).max(1).describe('How many of the documents follow it'),
  example: z.string(),
})
export type Pattern = z.infer<typeof Pattern>

export const Place = z.strictObject({
  path: z.string(),
  documents: z.int().positive().describe('In it and in the folders below it'),
  types: z.record(z.string(), z.int()).describe('How many by the ending of their names'),
  layout: Pattern.optional().describe('How the folders below it are named, where documents lie deeper'),
  naming: Pattern.optional().describe('How the files are named, where most follow one pattern'),
})
export type Place = z.infer<typeof Place>

export const PlacesOutput = z.strictObject({
  places: z.array(Place).describe('Those with most documents first'),
  skipped: z.array(z.strictObject({ path: z.string(), reason: z.string() })),
})
export type PlacesOutput = z.infer<typeof PlacesOutput>

export const places = operation({
  name: 'documents.places',
  tool: { name: 'system_documents', action: 'places' },
  cli: { positional: ['roots'], paths: ['roots'] },
  summary: 'List the folders in which documents are already filed, with their layout and naming.',
  description:
    'Looks at names only, never into files. Each folder of a root that holds documents is a place, and the root itself ' +
    'where some lie in it directly. In patterns {date}, {yyyy}, {yyyy-mm}, {quarter}, {month} stand for dates, {number} for what ' +
    'has digits, {total} for a sum of money, {kind} for a word such as invoice, {name} for any other words. Links are ' +
    'not followed; hidden and protected folders are left out.',
  tier: { base: 'read' },
  lane: 'inline',
  input: PlacesInput,
  output: PlacesOutput,
  limits: { timeoutMs: 60_000, maxInputBytes: 64 * 1024 },
  deterministic: false,
  volatile: [],
  cache: 'none',
  version: 1,
  faults: ['NOT_FOUND', 'PROTECTED_PATH'],
  examples: [{ title: 'Where documents lie in the samples', input: { roots: ['samples'] }, cli: 'samples' }],
})
