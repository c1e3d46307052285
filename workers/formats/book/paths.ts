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

/** Path in the archive that a reference in another of its files points to, its fragment left out (RFC 3986, 5.2). */
export function resolvePath(from: string, href: string): string {
  const path = decoded(href.replace(/[#?].*$/s, ''))
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
