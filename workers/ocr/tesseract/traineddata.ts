import { readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { fault } from '../../../bridge/faults.ts'
import type { Language } from './languages.ts'

/** The largest of Tesseract's own files, unpacked, has 65 MB. */
const MAX_BYTES = 256 * 1024 * 1024

/** Which engine of Tesseract a file must serve: the network that reads, or the older one that finds the way up. */
export type Purpose = 'reading' | 'orientation'

/** Place of the part that the engine cannot do without (`TessdataType` in Tesseract's `tessdatamanager.h`). */
const NEEDED: Record<Purpose, number> = { reading: 17, orientation: 4 }

/**
 * Bytes of a language file, unpacked. The engine believes what such a file says and passes over one that it
 * cannot use without a word, so its table of contents is checked here: a number of parts, then where each begins
 * (64 bits, little-endian, -1 for none). Faults: DAMAGED, TOO_LARGE, UNAVAILABLE.
 */
export function readTrainedData(language: Language, purpose: Purpose): Uint8Array {
  const packed = readBounded(language)
  const data = packed[0] === 0x1f && packed[1] === 0x8b ? unpack(language, packed) : packed
  if (!holds(data, NEEDED[purpose])) {
    throw fault(
      'DAMAGED',
      `The file of the language ${language.code} is not one that Tesseract 4 or 5 can use. Get it again, from ` +
        'tessdata_best or tessdata_fast.',
      { language: language.code },
    )
  }
  return data
}

function readBounded(language: Language): Uint8Array {
  try {
    if (statSync(language.path).size <= MAX_BYTES) return readFileSync(language.path)
  } catch (error) {
    throw fault(
      'UNAVAILABLE',
      `The file of the language ${language.code} is there but cannot be read. Check who may read it.`,
      { language: language.code },
      error,
    )
  }
  throw tooLarge(language)
}

function unpack(language: Language, packed: Uint8Array): Uint8Array {
  try {
    return gunzipSync(packed, { maxOutputLength: MAX_BYTES })
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(language)
    throw fault(
      'DAMAGED',
      `The file of the language ${language.code} could not be unpacked. Get it again.`,
      { language: language.code },
      error,
    )
  }
}

const tooLarge = (language: Language) =>
  fault('TOO_LARGE', `The file of the language ${language.code} has more than ${MAX_BYTES} bytes.`, {
    maxBytes: MAX_BYTES,
  })

function holds(data: Uint8Array, part: number): boolean {
  if (data.length < 4) return false
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const parts = view.getUint32(0, true)
  const head = 4 + 8 * parts
  if (parts <= part || parts > 64 || data.length < head) return false
  for (let i = 0; i < parts; i++) {
    const begin = view.getBigInt64(4 + 8 * i, true)
    const inside = begin >= BigInt(head) && begin < BigInt(data.length)
    if (begin === -1n ? i === part : !inside) return false
  }
  return true
}
