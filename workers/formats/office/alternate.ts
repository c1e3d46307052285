import type { XmlElement } from '../package/xml.ts'

/** Elements that only wrap what is in them, at any level (ECMA-376 part 1, sections 17.5.1, 17.5.2, 17.13.5). */
const wrappers: ReadonlySet<string> = new Set([
  'sdtContent',
  'customXml',
  'smartTag',
  'ins',
  'moveTo',
  'bdo',
  'dir',
])

/**
 * Child elements, with those that merely wrap others replaced by what is in them, and of alternatives only the first
 * (ECMA-376 part 3, section 10): the second says the same for older programs.
 */
export function* contentOf({ children }: XmlElement): Generator<XmlElement, void, undefined> {
  for (const child of children) {
    if (typeof child === 'string') continue
    if (child.name === 'AlternateContent') yield* chosen(child)
    else if (child.name === 'sdt') yield* sdtContent(child)
    else if (wrappers.has(child.name)) yield* contentOf(child)
    else yield child
  }
}

function* chosen({ children }: XmlElement): Generator<XmlElement, void, undefined> {
  const alternatives = children.filter((child): child is XmlElement => typeof child !== 'string')
  const choice = alternatives.find(({ name, children: own }) => name === 'Choice' && own.length > 0)
  const taken = choice ?? alternatives.find(({ name }) => name === 'Fallback')
  if (taken !== undefined) yield* contentOf(taken)
}

function* sdtContent({ children }: XmlElement): Generator<XmlElement, void, undefined> {
  for (const child of children) {
    if (typeof child !== 'string' && child.name === 'sdtContent') yield* contentOf(child)
  }
}

/** Whether an on/off property is set: present, and not turned off (ECMA-376 part 1, section 17.17.4). */
export function isOn(property: XmlElement | undefined): boolean {
  return property !== undefined && isTrue(property.attributes['val'] ?? 'true')
}

/** `1`, `true` and `on`. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:1|true|on|t)$/i.test(value)
}
