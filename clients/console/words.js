const number = new Intl.NumberFormat()
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** A count with its separators. */
export const count = (value) => number.format(value)

/** A length of time in milliseconds, in the unit that fits: `40 µs`, `12 s`, `5 min`, `2 h 5 min`, `3 d`. */
export function duration(ms) {
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
export function bytes(size) {
  if (size < 1024) return `${size} B`
  return size < 1024 * 1024
    ? `${Math.round(size / 102.4) / 10} KiB`
    : `${Math.round(size / 104857.6) / 10} MiB`
}

/** A moment: the time of day when it was today, else the date too. */
export function moment(iso) {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return String(iso)
  return date.toDateString() === new Date().toDateString() ? clock.format(date) : day.format(date)
}

/** `one page`, `3 pages`. */
export const several = (howMany, one, many = `${one}s`) => `${count(howMany)} ${howMany === 1 ? one : many}`
