import { Fault, fault } from '../../../bridge/faults.ts'
import type { LeafContext } from '../../leaf.ts'
import type { Attachment, FormatLimits } from '../content.ts'
import { decodedPath, resolvePath } from '../package/paths.ts'
import { elements, parseXml, type XmlElement } from '../package/xml.ts'
import { Zip } from '../package/zip.ts'

/** A package of parts and what they say of each other (ECMA-376 part 2, Open Packaging Conventions). */
export interface OfficePackage {
  limits: FormatLimits
  checkpoint: () => void
  /** Name of the part that is the document. */
  main: string
  /** Bytes of a part; undefined where it is missing or damaged. */
  bytes(part: string): Uint8Array | undefined
  /** Its XML as a tree; undefined where it is missing or damaged. */
  tree(part: string | undefined): XmlElement | undefined
  /** Relationships of a part, in their order. */
  relations(part: string): Relation[]
  contentType(part: string): string | undefined
  /** Names of all parts, in the order of the archive. */
  names: readonly string[]
}

export interface Relation {
  id: string
  /** Last step of its type: `header`, `image`, `worksheet`. */
  type: string
  /** Part it leads to, as the archive names it; undefined where there is none. */
  part: string | undefined
  /** Where it leads when that is outside the package. */
  url: string | undefined
}

const relationUris = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
]

/** The id of a relationship that an element names (`r:id`, `r:embed`), whatever other ids it has. */
function relationId({ attributes }: XmlElement, name = 'id'): string | undefined {
  return relationUris.map((uri) => attributes[`${uri} ${name}`]).find(Boolean) ?? attributes[name]
}

/** The relationship an element names, of those of its part. */
export function relationOf(
  of: XmlElement,
  relations: readonly Relation[],
  name = 'id',
): Relation | undefined {
  const id = relationId(of, name)
  return id === undefined ? undefined : relationById(id, relations)
}

const byId = new WeakMap<readonly Relation[], Map<string, Relation>>()

/** The relationship of an id; of an id given twice the first. */
export function relationById(id: string, relations: readonly Relation[]): Relation | undefined {
  let index = byId.get(relations)
  if (index === undefined) {
    index = new Map(relations.toReversed().map((relation) => [relation.id, relation]))
    byId.set(relations, index)
  }
  return index.get(id)
}

/**
 * Opens a package. The document is the part the package names as its own, else the one whose content type is of a
 * main part, else the one at `usual`. Faults: DAMAGED, ENCRYPTED, ARCHIVE_BOMB, TOO_DEEP.
 */
export function openPackage(
  bytes: Uint8Array,
  limits: FormatLimits,
  { checkpoint }: Pick<LeafContext, 'checkpoint'>,
  usual: string,
): OfficePackage {
  const zip = new Zip(bytes, limits)
  const { names } = zip
  const byLowerName = new Map(names.toReversed().map((name) => [name.toLowerCase(), name]))
  const known = new Map<string, Relation[]>()
  const look = () => checkpoint()

  const named = (name: string): string | undefined => byLowerName.get(name.toLowerCase())
  const read = (part: string): Uint8Array | undefined => {
    const name = named(part)
    return name === undefined ? undefined : zip.read(name)
  }
  const tree = (part: string | undefined): XmlElement | undefined =>
    unlessDamaged(() => {
      const own = part === undefined ? undefined : read(part)
      return own === undefined ? undefined : parseXml(own, limits, look)
    })
  const relations = (part: string): Relation[] => {
    const before = known.get(part)
    if (before !== undefined) return before
    const root = tree(relationsPart(part))
    const own =
      root === undefined ? [] : elements(root, 'Relationship').map((each) => relation(each, part, named))
    known.set(part, own)
    return own
  }
  const contentType = contentTypes(tree('[Content_Types].xml'))
  const office: OfficePackage = {
    limits,
    checkpoint: look,
    main: '',
    bytes: (part) => unlessDamaged(() => read(part)),
    tree,
    relations,
    contentType,
    names,
  }
  const main =
    relations('').find(({ type, part }) => type === 'officeDocument' && part !== undefined)?.part ??
    names.find((name) => /\.main\+xml$/i.test(contentType(name) ?? '')) ??
    named(usual)
  if (main === undefined) {
    throw fault(
      'DAMAGED',
      `The package has no part that is the document (such as ${usual}). Save the file anew.`,
    )
  }
  return { ...office, main }
}

/** The bytes of the main part. Faults: DAMAGED, ENCRYPTED, ARCHIVE_BOMB. */
export function mainBytes({ bytes, main }: OfficePackage): Uint8Array {
  const own = bytes(main)
  if (own !== undefined) return own
  throw fault(
    'DAMAGED',
    `${main}, which holds the document, is damaged. Save the file anew, or send an intact copy.`,
  )
}

/** The tree of the main part. Faults: DAMAGED, ARCHIVE_BOMB, TOO_DEEP. */
export function mainTree(office: OfficePackage): XmlElement {
  return parseXml(mainBytes(office), office.limits, office.checkpoint)
}

/** Result of reading a part; undefined where the part is damaged, which costs that part and not the document. */
export function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof Fault && (error.code === 'DAMAGED' || error.code === 'ENCRYPTED')) return undefined
    throw error
  }
}

/** Files embedded by any part; the workbooks behind charts, whose values the charts give, are left out. */
export function embeddedFiles(office: OfficePackage): Attachment[] {
  const parts = new Set<string>()
  for (const name of office.names) {
    const owner = /^(?:(.*)\/)?_rels\/(.+)\.rels$/i.exec(name)
    if (owner === null || /(?:^|\/)charts?$/i.test(owner[1] ?? '')) continue
    for (const { type, part } of office.relations([owner[1], owner[2]].filter(Boolean).join('/'))) {
      if (part !== undefined && /^(?:package|oleObject)$/i.test(type)) parts.add(part)
    }
  }
  return [...parts].flatMap((part) => {
    office.checkpoint()
    const bytes = office.bytes(part)
    if (bytes === undefined) return []
    const mediaType = office.contentType(part) ?? 'application/octet-stream'
    return [{ name: part.slice(part.lastIndexOf('/') + 1), mediaType, bytes: Uint8Array.from(bytes) }]
  })
}

function relationsPart(part: string): string {
  const slash = part.lastIndexOf('/') + 1
  return `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
}

function relation(
  { attributes }: XmlElement,
  from: string,
  named: (name: string) => string | undefined,
): Relation {
  const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = attributes
  const outside = mode?.toLowerCase() === 'external'
  const inside = outside ? [] : [resolvePath(from, target), resolvePath(from, `/${target}`)]
  return {
    id,
    type: type.slice(type.lastIndexOf('/') + 1),
    part: inside.map((name) => named(name) ?? named(decodedPath(name))).find((name) => name !== undefined),
    url: outside && target !== '' ? target : undefined,
  }
}

function contentTypes(root: XmlElement | undefined): (part: string) => string | undefined {
  const [parts, endings] = [new Map<string, string>(), new Map<string, string>()]
  for (const { attributes } of root === undefined ? [] : elements(root)) {
    const { PartName: part, Extension: ending, ContentType: type = '' } = attributes
    if (part !== undefined) parts.set(part.replace(/^\//, '').toLowerCase(), type)
    else if (ending !== undefined) endings.set(ending.toLowerCase(), type)
  }
  return (part) => {
    const name = part.toLowerCase()
    return parts.get(name) ?? endings.get(name.slice(name.lastIndexOf('.') + 1))
  }
}
