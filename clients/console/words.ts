const number = new Intl.NumberFormat()
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** A count with its separators. */
export const count = (value: number): string => number.format(value)

/** `1 page`, `3 pages`. */
export const several = (howMany: number, one: string, many = `${one}s`): string =>
  `${count(howMany)} ${howMany === 1 ? one : many}`

/** A length of time in milliseconds, in the unit that fits: `40 µs`, `12 s`, `5 min`, `2 h 5 min`, `3 d`. */
export function duration(ms: number): string {
  if (ms < 1) return `${Math.round(ms * 1000)} µs`
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = Math.round(ms / 1000)
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d`
}

/** Bytes in the unit that fits. */
export function bytes(size: number): string {
  if (size < 1024) return `${size} B`
  return size < 1024 * 1024
    ? `${Math.round(size / 102.4) / 10} KiB`
    : `${Math.round(size / 104857.6) / 10} MiB`
}

/** A moment: the time of day when it was today, else the date too. */
export function moment(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  return date.toDateString() === new Date().toDateString() ? clock.format(date) : day.format(date)
}

/** How many words a text has. */
export const wordCount = (text: string): number => text.match(/\S+/g)?.length ?? 0
