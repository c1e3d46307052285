import type { XmlElement } from '../package/xml.ts'

/** All elements of a name within one, in order. */
export function descendants(root: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const visit = ({ children }: XmlElement): void => {
    for (const child of children) {
      if (typeof child === 'string') continue
      if (child.name === name) found.push(child)
      visit(child)
    }
  }
  visit(root)
  return found
}
