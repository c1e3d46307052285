import type { FormatLimits } from '../content.ts'
import { walkXml, type OpenElement, type XmlElement } from '../package/xml.ts'

/** Ends the walk when enough has been read. */
class Enough extends Error {}

export interface PartHandlers {
  /** Whether an element is taken whole, with all that is in it. */
  isPart(name: string, parent: string): boolean
  part(element: XmlElement): void
  open?(name: string, attributes: Record<string, string>): void
  close?(name: string): void
  /** Asked after each part. */
  isEnough(): boolean
}

/**
 * Walks a document part by part, so that no more of it than one part is held as a tree. Returns whether it was read
 * to its end. Faults: those of `walkXml`.
 */
export function walkParts(
  bytes: Uint8Array,
  limits: Pick<FormatLimits, 'maxDepth'>,
  handlers: PartHandlers,
  checkpoint: () => void,
): boolean {
  const parents: string[] = []
  const path: OpenElement[] = []
  const open = (name: string, attributes: Record<string, string>, uri: string): void => {
    const parent = path.at(-1)
    if (parent === undefined && !handlers.isPart(name, parents.at(-1) ?? '')) {
      parents.push(name)
      handlers.open?.(name, attributes)
      return
    }
    const element: OpenElement = { name, uri, attributes, children: [] }
    parent?.children.push(element)
    path.push(element)
  }
  const close = (name: string): void => {
    const element = path.pop()
    if (element === undefined) {
      parents.pop()
      handlers.close?.(name)
    } else if (path.length === 0) {
      handlers.part(element)
      if (handlers.isEnough()) throw new Enough()
    }
  }
  const text = (piece: string): void => void path.at(-1)?.children.push(piece)
  try {
    walkXml(bytes, limits, { open, text, close }, checkpoint)
    return true
  } catch (error) {
    if (error instanceof Enough) return false
    throw error
  }
}
