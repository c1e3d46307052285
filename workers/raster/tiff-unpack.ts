import { inflateSync } from 'node:zlib'
import { damagedPicture } from './picture-size.ts'
import { unsupportedTiff } from './tiff-layout.ts'

/**
 * Unpacks a strip or tile of a TIFF picture into at least `needed` and at most `most` bytes.
 * Faults: DAMAGED where fewer come; TYPE_UNSUPPORTED for a compression that is not known.
 */
export function unpack(data: Uint8Array, compression: number, needed: number, most: number): Uint8Array {
  const bytes = unpacked(data, compression, most)
  if (bytes.length < needed)
    throw damagedPicture('TIFF', `${needed} bytes of a part are needed; ${bytes.length} came`)
  return bytes
}

function unpacked(data: Uint8Array, compression: number, most: number): Uint8Array {
  switch (compression) {
    case 1:
      return Uint8Array.from(data.subarray(0, most))
    case 5:
      return lzw(data, most)
    case 8:
    case 32_946:
      return inflate(data, most)
    case 32_773:
      return packBits(data, most)
    default:
      throw unsupportedTiff(`compression ${compression}`)
  }
}

function inflate(data: Uint8Array, most: number): Uint8Array {
  try {
    return inflateSync(data, { maxOutputLength: most })
  } catch (error) {
    throw damagedPicture('TIFF', 'its pixels cannot be unpacked', error)
  }
}

/** PackBits (TIFF 6.0, section 9). */
function packBits(data: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(most)
  let to = 0
  for (let at = 0; at < data.length && to < most;) {
    const length = data[at] ?? 128
    at += 1
    if (length < 128) {
      const literal = data.subarray(at, Math.min(at + length + 1, at + most - to))
      out.set(literal, to)
      to += literal.length
      at += length + 1
    } else if (length > 128) {
      const end = Math.min(most, to + 257 - length)
      out.fill(data[at] ?? 0, to, end)
      to = end
      at += 1
    }
  }
  return out.subarray(0, to)
}

const clearCode = 256
const endCode = 257
const maxCodes = 4096

/**
 * LZW as TIFF has it (TIFF 6.0, section 13): codes of 9 to 12 bits from the highest bit on, growing one code early.
 * What a code stands for was always written just before the code was made: so the table holds places in the output.
 */
function lzw(data: Uint8Array, most: number): Uint8Array {
  const out = new Uint8Array(most)
  const starts = new Uint32Array(maxCodes)
  const lengths = new Uint32Array(maxCodes)
  let [to, bits, held, at] = [0, 0, 0, 0]
  let [width, next, lastStart, lastLength] = [9, endCode + 1, 0, 0]
  while (to < most) {
    while (bits < width && at < data.length) {
      held = ((held << 8) | (data[at] ?? 0)) & 0xff_ffff
      at += 1
      bits += 8
    }
    if (bits < width) break
    bits -= width
    const code = (held >>> bits) & ((1 << width) - 1)
    if (code === endCode) break
    if (code === clearCode) {
      ;[width, next, lastLength] = [9, endCode + 1, 0]
      continue
    }
    if (lastLength > 0 && next < maxCodes) {
      // The string before and the first byte of this one, which comes right after it.
      starts[next] = lastStart
      lengths[next] = lastLength + 1
      next += 1
    }
    if (code >= next) throw damagedPicture('TIFF', `code ${code} comes before it is made`)
    const start = to
    if (code < clearCode) {
      out[to] = code
      to += 1
    } else {
      const from = starts[code] ?? 0
      const end = Math.min(most, to + (lengths[code] ?? 0))
      // Byte by byte, since a string may run into what is being written.
      for (let read = from; to < end; read += 1, to += 1) out[to] = out[read] ?? 0
    }
    ;[lastStart, lastLength] = [start, to - start]
    if (next + 1 >= 1 << width && width < 12) width += 1
  }
  return out.subarray(0, to)
}

/** Turns the bits of each byte around, for files whose first pixel stands in the lowest bit. */
export function reverseBits(data: Uint8Array): Uint8Array {
  return Uint8Array.from(data, (byte) => {
    let reversed = 0
    for (let bit = 0; bit < 8; bit += 1) reversed |= ((byte >> bit) & 1) << (7 - bit)
    return reversed
  })
}
