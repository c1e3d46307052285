type Version = readonly [number, number, number]

const part = (text: string | undefined): number | undefined =>
  text === undefined || /^[xX*]?$/.test(text) ? undefined : Number(text)

/** A version, perhaps partial: missing parts are undefined. A pre-release tag or build name is left aside. */
function parse(text: string): [number | undefined, number | undefined, number | undefined] {
  const match = /^[v=]?(\d+|[xX*])?(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:[-+].*)?$/.exec(text)
  if (match === null) throw new Error(`expected a version, got "${text}"`)
  return [part(match[1]), part(match[2]), part(match[3])]
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/** Lowest version of a partial one, and the first version beyond it: `1.2` is 1.2.0 and 1.3.0. */
function bounds([major, minor, patch]: ReturnType<typeof parse>): { from: Version; until: Version } {
  if (major === undefined) return { from: [0, 0, 0], until: [Infinity, 0, 0] }
  if (minor === undefined) return { from: [major, 0, 0], until: [major + 1, 0, 0] }
  if (patch === undefined) return { from: [major, minor, 0], until: [major, minor + 1, 0] }
  return { from: [major, minor, patch], until: [major, minor, patch + 1] }
}

/** Where `^` ends: before the next change of the leftmost part that is not zero. */
function caretEnd([major, minor, patch]: ReturnType<typeof parse>): Version {
  if (major === undefined) return [Infinity, 0, 0]
  if (major > 0 || minor === undefined) return [major + 1, 0, 0]
  if (minor > 0 || patch === undefined) return [0, minor + 1, 0]
  return [0, 0, patch + 1]
}

function admits(comparator: string, version: Version): boolean {
  const match = /^(>=|<=|>|<|=|\^|~>?)?\s*(.*)$/.exec(comparator)
  const wanted = parse(match?.[2] ?? '')
  const { from, until } = bounds(wanted)
  const above = compare(version, from) >= 0
  switch (match?.[1]) {
    case '>=':
      return above
    case '>':
      return compare(version, until) >= 0
    case '<':
      return !above
    case '<=':
      return compare(version, until) < 0
    case '^':
      return above && compare(version, caretEnd(wanted)) < 0
    case '~':
    case '~>': {
      const [major, minor] = wanted
      return above && compare(version, bounds([major, minor, undefined]).until) < 0
    }
    default:
      return above && compare(version, until) < 0
  }
}

/**
 * Whether a range as package.json writes it (`^20.19.0 || >=22.12.0`) admits a released version such as
 * `20.19.0`. Semantics of npm's "Ranges" page, without pre-releases. Throws on what is no range.
 */
export function rangeAdmits(range: string, version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = parse(version)
  return range.split('||').some((alternative) => {
    const hyphen = /^\s*(\S+)\s+-\s+(\S+)\s*$/.exec(alternative)
    const comparators =
      hyphen === null
        ? alternative
            .trim()
            .replaceAll(/(>=|<=|>|<|=|\^|~>?)\s+/g, '$1')
            .split(/\s+/)
        : [`>=${hyphen[1]}`, `<=${hyphen[2]}`]
    return comparators.every((comparator) => admits(comparator, [major, minor, patch]))
  })
}
