/** Properties of an event that people read, and what they are called (RFC 5545, section 3.8). */
const SHOWN: Readonly<Record<string, string>> = {
  DTSTART: 'Start',
  DTEND: 'End',
  DUE: 'Due',
  RRULE: 'Repeats',
  LOCATION: 'Location',
  ORGANIZER: 'Organizer',
  ATTENDEE: 'Attendee',
  STATUS: 'Status',
}

/**
 * Text of each event, task or entry of a calendar (RFC 5545): its summary, then a line for each of time, place and
 * people, then its description. Alarms and definitions of time zones are left out.
 */
export function calendarTexts(text: string, checkpoint: () => void): string[] {
  const found: string[] = []
  let lines: string[] | undefined
  let summary = ''
  let description = ''
  for (const [number, line] of text
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .entries()) {
    if (number % 4096 === 0) checkpoint()
    const { name, parameters, value } = contentLine(line)
    const component = value.toUpperCase()
    if (name === 'BEGIN' && /^V(EVENT|TODO|JOURNAL)$/.test(component)) {
      lines = []
      summary = ''
      description = ''
    } else if (name === 'END' && /^V(EVENT|TODO|JOURNAL)$/.test(component) && lines !== undefined) {
      found.push([summary, ...lines, description].filter(Boolean).join('\n'))
      lines = undefined
    } else if (lines !== undefined) {
      if (name === 'SUMMARY') summary ||= unescaped(value)
      else if (name === 'DESCRIPTION') description ||= unescaped(value)
      else if (Object.hasOwn(SHOWN, name)) lines.push(`${SHOWN[name]}: ${shown(name, parameters, value)}`)
    }
  }
  return found
}

/** `NAME;PARAM="a:b":value` taken apart. */
function contentLine(line: string): { name: string; parameters: string; value: string } {
  let quoted = false
  let colon = 0
  while (colon < line.length && (quoted || line[colon] !== ':')) {
    if (line[colon] === '"') quoted = !quoted
    colon += 1
  }
  const head = line.slice(0, colon)
  const semicolon = head.indexOf(';')
  const name = semicolon === -1 ? head : head.slice(0, semicolon)
  const parameters = semicolon === -1 ? '' : head.slice(semicolon + 1)
  return { name: name.trim().toUpperCase(), parameters, value: line.slice(colon + 1) }
}

function shown(name: string, parameters: string, value: string): string {
  const [, commonName] = /(?:^|;)CN=("[^"]*"|[^;]*)/i.exec(parameters) ?? []
  if (name === 'ORGANIZER' || name === 'ATTENDEE') {
    const address = value.replace(/^mailto:/i, '')
    return commonName === undefined ? address : `${commonName.replaceAll('"', '')} <${address}>`
  }
  const time = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(value)
  if (time === null) return unescaped(value)
  const [, year, month, day, hour, minute, second, utc] = time
  const zone = /(?:^|;)TZID=("[^"]*"|[^;]*)/i.exec(parameters)?.[1]?.replaceAll('"', '')
  const date = `${year}-${month}-${day}`
  if (hour === undefined) return date
  return `${date}T${hour}:${minute}:${second}${utc ?? ''}${zone === undefined ? '' : ` (${zone})`}`
}

/** Section 3.3.11. */
const unescaped = (value: string): string =>
  value.replace(/\\([nN,;\\])/g, (_, char: string) => (char === 'n' || char === 'N' ? '\n' : char)).trim()
