import type { Kind } from './kinds.ts'
import type { Cell, Sheet } from './lines.ts'
import { above, below, placeOf, type Place } from './neighbours.ts'
import { isAddress, isNameLike, legalFormEnd, nameKey } from './names.ts'
import { findParties, type Parties } from './parties.ts'

export interface VendorFound {
  /** Undefined where none stands out. */
  name: string | undefined
  at: Place | undefined
  /** Most likely first. */
  candidates: string[]
  /** Names of the customer, by `nameKey`. */
  customers: ReadonlySet<string>
}

interface Candidate {
  name: string
  cell: Cell
  at: Place | undefined
  evidence: Map<string, number>
}

/** What speaks for a name; each kind of evidence counts once. */
const weight = {
  labelled: 6,
  form: 4,
  top: 2.2,
  segment: 1.5,
  taxId: 2,
  domain: 3,
  repeated: 1,
  large: 0.6,
  early: 0.5,
}

/** Below this no name is given: where the kind is not known, or of a contract, a first line alone is not enough. */
const enough = { named: 2, unnamed: 4 }

/** Nearer than this to the next, the first in reading order is taken. */
const margin = 0.4

/** Names that are weighed; a document that has more of them is a list. */
const maxCandidates = 24

/** Separators of a sender's line: "Acme GmbH · Street 1 · 12345 Town". */
const separators = /\s*[·•●∙|]\s*|\s+[-–—]\s+|\s{3,}/u

const notOwn = /copyright|©|\(c\)|powered by|created with|erstellt mit|generated|beispielrechnung|c\/o/i

/**
 * Who made the document: named as seller, or by a legal form, a sender's line, tax numbers or a web address beside the
 * name; never who it is made out to. No list of companies is asked.
 */
export function findVendor(sheet: Sheet, kind: Kind | undefined): VendorFound {
  const parties = findParties(sheet)
  const customers = new Set(parties.customers.map(({ text }) => nameKey(text)))
  const candidates = new Map<string, Candidate>()
  const add = (name: string, cell: Cell, at: Place | undefined, kindOf: keyof typeof weight): void => {
    const clean = cleaned(name)
    const key = nameKey(clean)
    if (
      key.length < 2 ||
      isCustomer(key, customers) ||
      (candidates.size >= maxCandidates && !candidates.has(key))
    )
      return
    const own = candidates.get(key) ?? { name: clean, cell, at, evidence: new Map<string, number>() }
    own.evidence.set(kindOf, weight[kindOf])
    candidates.set(key, own)
  }
  for (const { text, cell, at } of parties.sellers) {
    add(text, cell, at, 'labelled')
    if (legalFormEnd(text) !== undefined) add(text, cell, at, 'form')
  }
  for (const cell of sheet.cells) addByForm(sheet, cell, parties, add)
  addTop(sheet, parties, add)
  for (const candidate of candidates.values()) weigh(sheet, candidate)
  const ranked = merged([...candidates.values()]).sort((a, b) => scoreOf(b, kind) - scoreOf(a, kind))
  const [first, second] = ranked
  const score = first ? scoreOf(first, kind) : 0
  const next = second ? scoreOf(second, kind) : 0
  const least = kind === undefined || kind === 'contract' ? enough.unnamed : enough.named
  const stands =
    first !== undefined &&
    score >= least &&
    (score - next >= margin || first.cell.order < (second?.cell.order ?? 0))
  return {
    name: stands ? first.name : undefined,
    at: stands ? first.at : undefined,
    candidates: ranked
      .filter((own) => scoreOf(own, kind) >= 1)
      .slice(0, 5)
      .map(({ name }) => name),
    customers,
  }
}

const scoreOf = ({ evidence, name }: Candidate, kind: Kind | undefined): number => {
  const bank =
    /\b(?:\p{L}*bank|sparkasse|banque|banco|banca|caixa)\b/iu.test(name) && kind !== 'statement' ? -3 : 0
  return [...evidence.values()].reduce((sum, value) => sum + value, bank)
}

function isCustomer(key: string, customers: ReadonlySet<string>): boolean {
  for (const customer of customers) {
    if (
      customer === key ||
      (customer.length >= 6 && key.includes(customer)) ||
      (key.length >= 6 && customer.includes(key))
    ) {
      return true
    }
  }
  return false
}

type Add = (name: string, cell: Cell, at: Place | undefined, kindOf: keyof typeof weight) => void

function addByForm(sheet: Sheet, cell: Cell, { customerCells }: Parties, add: Add): void {
  if (customerCells.has(cell) || cell.text.length > 260 || notOwn.test(cell.text)) return
  const segments = cell.text.split(separators)
  const isLine = segments.length >= 3
  let at = 0
  segments.forEach((segment, index) => {
    const start = cell.text.indexOf(segment, at)
    at = start + segment.length
    const end = legalFormEnd(segment)
    const name = (end === undefined ? segment : segment.slice(0, end)).replace(/^.*:\s*/, '')
    const behind = end === undefined ? '' : segment.slice(end)
    if (end !== undefined && isName(name, behind)) {
      const full = index === 0 ? withLineAbove(sheet, cell, name) : name
      add(full, cell, placeOf(cell, start, at), 'form')
      if (isLine) add(full, cell, placeOf(cell, start, at), 'segment')
    } else if (
      index === 0 &&
      isLine &&
      isAddress(segments.slice(1).join(' ')) &&
      isNameLike(name) &&
      segment.length >= 3
    ) {
      add(name, cell, placeOf(cell, start, at), 'segment')
      add(name, cell, placeOf(cell, start, at), 'early')
    }
  })
}

/** A company's name in running text is part of a sentence, not of a letterhead. */
function isName(name: string, behind: string): boolean {
  const words = name.trim().split(/\s+/)
  if (!isNameLike(name) || words.length > 8) return false
  const lower = words.filter((word) => /^\p{Ll}{3,}/u.test(word)).length
  if (lower > words.length / 2) return false
  return behind.trim() === '' || !/^\s\p{Ll}{2,}|^\s?:/u.test(behind)
}

/** The first line of a letterhead whose second line ends with the legal form. */
function withLineAbove(sheet: Sheet, cell: Cell, name: string): string {
  const over = above(sheet, cell, 0.7)
  if (over === undefined || over.order > 1 || cell.order > 3 || !isNameLike(over.text, over.labels))
    return name
  const words = over.text.split(' ').length
  return legalFormEnd(over.text) === undefined && words <= 3 && over.labels.length === 0
    ? `${over.text} ${name}`
    : name
}

/** Cells looked at from the top of the first page for a name that nothing marks as one. */
const topCells = 6

function addTop({ cells }: Sheet, { customerCells }: Parties, add: Add): void {
  for (const cell of cells.slice(0, topCells)) {
    if (customerCells.has(cell)) return
    const [segment = ''] = cell.text.split(separators)
    const end = legalFormEnd(segment) ?? segment.length
    const name = segment.slice(0, end)
    if (!isName(name, segment.slice(end))) continue
    if (
      isNameLike(name, segment === cell.text ? cell.labels : []) &&
      !notOwn.test(cell.text) &&
      name.length <= 50
    ) {
      add(name, cell, placeOf(cell, 0, name.length), 'top')
      return
    }
    if (isAddress(cell.text)) return
  }
}

/** Adds what the surroundings of a name say: tax numbers in its block, its web address, the size it is set in. */
function weigh(sheet: Sheet, candidate: Candidate): void {
  const { name, cell, evidence } = candidate
  const hasTaxId = (other: Cell): boolean => other.labels.some(({ label }) => label === 'taxId')
  if (hasTaxId(cell)) evidence.set('taxId', weight.taxId)
  let line = cell
  for (let step = 0; step < 5; step += 1) {
    const next = below(sheet, line, 1.6)
    if (next === undefined || next.labels[0]?.label === 'customer') break
    if (hasTaxId(next)) evidence.set('taxId', weight.taxId)
    line = next
  }
  const key = nameKey(name)
  const size = cell.box?.[3] ?? 0
  if (size > 0 && size > 1.25 * typical(sheet)) evidence.set('large', weight.large)
  if (cell.row.index < 12) evidence.set('early', weight.early)
  const { keys } = factsOf(sheet)
  const seen = sheet.cells.filter((_, index) => keys[index]?.includes(key))
  if (seen.length > 1) evidence.set('repeated', weight.repeated)
  if (seen.some(hasTaxId)) evidence.set('taxId', weight.taxId)
  if (domains(sheet).some((domain) => isOf(domain, name))) evidence.set('domain', weight.domain)
}

interface Facts {
  domains: string[]
  /** Height of most cells. */
  size: number
  /** Each cell's text as names are compared. */
  keys: string[]
}

const known = new WeakMap<Sheet, Facts>()

/** Domains of web and mail addresses, without those of mail providers. */
function domains(sheet: Sheet): string[] {
  return factsOf(sheet).domains
}

const typical = (sheet: Sheet): number => factsOf(sheet).size

function factsOf(sheet: Sheet): Facts {
  const own = known.get(sheet)
  if (own) return own
  const found = new Set<string>()
  for (const { text } of sheet.cells) {
    for (const [, domain = ''] of text.matchAll(
      /(?:@|www\.|https?:\/\/(?:www\.)?)([\p{L}\d-]+)\.[\p{L}]{2,}/giu,
    )) {
      if (
        !/^(?:gmail|gmx|web|yahoo|hotmail|outlook|icloud|example|mail|t-online|orange|free|localhost)$/i.test(
          domain,
        )
      )
        found.add(nameKey(domain))
    }
  }
  const heights = sheet.cells.flatMap(({ box }) => (box ? [box[3]] : [])).sort((a, b) => a - b)
  const facts = {
    domains: [...found].slice(0, 20),
    size: heights[Math.floor(heights.length / 2)] ?? 0,
    keys: sheet.cells.map(({ text }) => nameKey(text)),
  }
  known.set(sheet, facts)
  return facts
}

function isOf(domain: string, name: string): boolean {
  const key = nameKey(name)
  if (domain.length >= 4 && key.includes(domain)) return true
  const words = name
    .split(/[^\p{L}\d]+/u)
    .map(nameKey)
    .filter((word) => word.length >= 4)
  return domain.length >= 4 && words.some((word) => domain.includes(word))
}

/** Names of which one is part of another are one: the longer, unless only the shorter is named as seller. */
function merged(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = []
  for (const candidate of [...candidates].sort((a, b) => b.name.length - a.name.length)) {
    const key = nameKey(candidate.name)
    const longer = kept.find((own) => key.length >= 4 && nameKey(own.name).includes(key))
    if (longer === undefined) {
      kept.push(candidate)
      continue
    }
    for (const [kind, value] of candidate.evidence) longer.evidence.set(kind, value)
    if (candidate.cell.order < longer.cell.order && longer.name.length > 60) longer.name = candidate.name
  }
  return kept
}

const cleaned = (name: string): string =>
  name
    .trim()
    .replace(/^[\s\-–·•●|*,.:;"“„]+|[\s\-–·•●|*,:;"”]+$/gu, '')
    .replace(/\s+/g, ' ')
