/** One part of a JSON value that is too long for one answer. */
export interface Part {
  /** As much of the value as fits, in the order of the value. */
  head: unknown
  /** What follows, of the same shape; undefined when nothing does. */
  rest: unknown
  /** How many levels below the top the rest goes on inside what the head ended with. */
  open: number
}

/*
 *   {documents: [{name, pages: [1, 2, 3, 4]}], skipped: []}
 *                                 ▲ cut here, between two pages, three levels below the top
 *
 *   head   {documents: [{name, pages: [1, 2]}]}
 *   rest   {documents: [{pages: [3, 4]}], skipped: []}     open: 3, so that `joined` puts 3 and 4 behind 2
 */

/**
 * Cuts a JSON value so that the text of its head has at most `maxChars` UTF-16 units: between two entries of a list or
 * members of an object where one may go whole into the next part, else inside the entry, at last between two
 * characters of a string. A value that cannot be cut so small is left whole.
 */
export function cut(value: unknown, maxChars: number): Part {
  return cutWithin(value, maxChars, maxChars) ?? whole(value)
}

/** Puts a part behind the parts before it: the value again, after the last one. */
export function joined(before: unknown, part: unknown, open: number): unknown {
  if (open > 0) {
    if (Array.isArray(before) && Array.isArray(part)) {
      return [...before.slice(0, -1), joined(before.at(-1), part[0], open - 1), ...part.slice(1)]
    }
    if (isRecord(before) && isRecord(part)) {
      const [[key = '', inner] = [], ...others] = Object.entries(part)
      const known = Object.entries(before).filter(([name]) => name !== key)
      return Object.fromEntries([...known, [key, joined(before[key], inner, open - 1)], ...others])
    }
  }
  if (typeof before === 'string' && typeof part === 'string') return before + part
  if (Array.isArray(before) && Array.isArray(part)) return [...before, ...part]
  if (isRecord(before) && isRecord(part))
    return Object.fromEntries([...Object.entries(before), ...Object.entries(part)])
  return part
}

const whole = (value: unknown): Part => ({ head: value, rest: undefined, open: 0 })

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text length of a value within a list or an object. */
const length = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** As `cut`, in what is left of a part; undefined when not even a beginning has room there. */
function cutWithin(value: unknown, room: number, maxChars: number): Part | undefined {
  if (length(value) <= room) return whole(value)
  if (typeof value === 'string') return cutString(value, room)
  if (Array.isArray(value)) {
    const items = value.map((item): [string, unknown] => ['', item])
    return cutMembers(items, 0, room, maxChars, (members) => members.map(([, item]) => item))
  }
  if (!isRecord(value)) return undefined
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return cutMembers(members, 1, room, maxChars, (some) => Object.fromEntries(some))
}

/** Cuts a list or an object, given its members and how some of them make one again. */
function cutMembers(
  members: readonly [string, unknown][],
  named: 0 | 1,
  room: number,
  maxChars: number,
  make: (members: readonly [string, unknown][]) => unknown,
): Part | undefined {
  let left = room - 2
  for (const [index, [key, member]] of members.entries()) {
    const before = named * (length(key) + 1) + (index > 0 ? 1 : 0)
    const size = before + length(member)
    if (size <= left) {
      left -= size
      continue
    }
    const taken = members.slice(0, index)
    const others = members.slice(index + 1)
    // An entry of a list that can go whole into the next part is not torn; half of the room is kept for what is around it.
    const torn =
      index > 0 && named === 0 && size <= maxChars / 2
        ? undefined
        : cutWithin(member, left - before, maxChars)
    if (torn?.rest !== undefined) {
      return {
        head: make([...taken, [key, torn.head]]),
        rest: make([[key, torn.rest], ...others]),
        open: torn.open + 1,
      }
    }
    return index === 0 ? undefined : { head: make(taken), rest: make(members.slice(index)), open: 0 }
  }
  return undefined
}

/** Cuts a string between two characters; a character is not torn into its surrogates. */
function cutString(text: string, room: number): Part | undefined {
  let end = 0
  let left = room - 2
  for (const character of text) {
    left -= length(character) - 2
    if (left < 0) break
    end += character.length
  }
  return end === 0 ? undefined : { head: text.slice(0, end), rest: text.slice(end), open: 0 }
}
