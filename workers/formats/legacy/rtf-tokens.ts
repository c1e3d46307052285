import { hexDigit } from './hex.ts'

/** What comes next in an RTF file (RTF 1.9.1, "RTF syntax"). */
export type RtfToken = 'open' | 'close' | 'word' | 'symbol' | 'byte' | 'text' | 'end'

const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

/** Letters of a control word that are looked at; the longest of the specification has 32. */
const MAX_WORD = 64
const MAX_DIGITS = 10

/** Walks the tokens of an RTF file. Data of `\bin` is stepped over. */
export class RtfTokens {
  readonly bytes: Uint8Array
  at = 0
  /** Of a word: its name. Of a symbol: its character. */
  name = ''
  /** Of a word: the number after it. */
  parameter: number | undefined
  /** Of a byte written as `\'hh`. */
  value = 0
  /** Of text: where it starts and ends. Line breaks of the file are no text. */
  from = 0
  to = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  next(): RtfToken {
    const { bytes } = this
    while (bytes[this.at] === 0x0a || bytes[this.at] === 0x0d || bytes[this.at] === 0) this.at += 1
    const first = bytes[this.at]
    if (first === undefined) return 'end'
    if (first === OPEN || first === CLOSE) {
      this.at += 1
      return first === OPEN ? 'open' : 'close'
    }
    if (first === BACKSLASH) return this.#control()
    this.from = this.at
    for (let byte: number | undefined = first; byte !== undefined && !ends(byte); byte = bytes[this.at])
      this.at += 1
    this.to = this.at
    return 'text'
  }

  #control(): RtfToken {
    const { bytes } = this
    const first = bytes[this.at + 1]
    if (first === undefined) {
      this.at += 1
      return 'end'
    }
    if (isLetter(first)) return this.#word()
    this.at += 2
    if (first === 0x27) {
      const high = hexDigit(bytes[this.at])
      const low = hexDigit(bytes[this.at + 1])
      if (high !== undefined && low !== undefined) {
        this.at += 2
        this.value = high * 16 + low
        return 'byte'
      }
    }
    this.name = String.fromCharCode(first)
    return 'symbol'
  }

  #word(): RtfToken {
    const { bytes } = this
    const start = this.at + 1
    let at = start
    while (isLetter(bytes[at] ?? 0)) at += 1
    this.name = String.fromCharCode(...bytes.subarray(start, Math.min(at, start + MAX_WORD)))
    const sign = bytes[at] === 0x2d && isDigit(bytes[at + 1] ?? 0) ? -1 : 1
    if (sign === -1) at += 1
    const digits = at
    let number = 0
    while (isDigit(bytes[at] ?? 0)) {
      if (at - digits < MAX_DIGITS) number = number * 10 + (bytes[at] ?? 0) - 0x30
      at += 1
    }
    this.parameter = at > digits ? sign * number : undefined
    if (bytes[at] === 0x20) at += 1
    this.at = at
    if (this.name === 'bin' && number > 0) this.at = Math.min(bytes.length, at + number)
    return 'word'
  }
}

const ends = (byte: number): boolean =>
  byte === BACKSLASH || byte === OPEN || byte === CLOSE || byte === 0x0a || byte === 0x0d || byte === 0
