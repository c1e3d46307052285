/**
 * Makes an element. Text is always set as text, never parsed: what comes from files, calls and agents cannot become
 * markup. `on` adds a listener for each event; other properties are set on the element, names with a dash as
 * attributes.
 */
export function h(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split('.')
  const element = document.createElement(name)
  if (classes.length > 0) element.className = classes.join(' ')
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue
    if (key === 'on')
      for (const [type, listener] of Object.entries(value)) element.addEventListener(type, listener)
    else if (key.includes('-') || key === 'role' || key === 'for') element.setAttribute(key, value)
    else element[key] = value
  }
  element.append(
    ...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false),
  )
  return element
}

/** The element of the page with this id. */
export const byId = (id) => document.getElementById(id)

/** The part of a card that a panel fills. */
export const bodyOf = (id) => byId(id).querySelector('.body')

/**
 * Keeps a list of elements in step with a list of things: an element is made once for each key, updated in place
 * and removed when its thing is gone, so that focus and open details stay.
 */
export function keyedList(parent, { keyOf, make }) {
  const shown = new Map()
  return (things) => {
    const keys = new Set(things.map(keyOf))
    for (const [key, { element }] of shown) {
      if (keys.has(key)) continue
      element.remove()
      shown.delete(key)
    }
    for (const [index, thing] of things.entries()) {
      const key = keyOf(thing)
      if (!shown.has(key)) shown.set(key, make(thing))
      const { element, update } = shown.get(key)
      update?.(thing)
      if (parent.children[index] !== element) parent.insertBefore(element, parent.children[index] ?? null)
    }
  }
}

/** What went wrong, as a person reads it: the reason first, the code small. */
export function faultNotice(error) {
  const { code, message } = error
  return h('p.notice.bad', { role: 'alert' }, message, code === undefined ? '' : h('code', {}, code))
}
