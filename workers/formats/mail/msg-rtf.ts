import { fault } from '../../../bridge/faults.ts'
import { Fields } from '../legacy/fields.ts'

/** What the dictionary holds at the start ([MS-OXRTFCP] 2.1.2.1); the standard's own bytes. */
const PRELOADED =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans Serif' +
  'SymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx'

const DICTIONARY_BYTES = 4096
const HEADER_BYTES = 16
const COMPRESSED = 0x75465a4c
const STORED = 0x414c454d

/**
 * Unpacks RTF as Outlook stores it ([MS-OXRTFCP] 2.2). What ends early gives what it holds; undefined where it is
 * neither of the two forms. Faults: ARCHIVE_BOMB.
 */
export function unpackRtf(bytes: Uint8Array, maxBytes: number): Uint8Array | undefined {
  if (bytes.length < HEADER_BYTES) return undefined
  const fields = new Fields(bytes, 'Outlook mail')
  const form = fields.u32(8)
  if (form === STORED) return bytes.subarray(HEADER_BYTES)
  return form === COMPRESSED ? unpack(bytes, fields.u32(4), maxBytes) : undefined
}

/** Each bit of a control byte says whether a byte follows or a place and length in the last 4096 bytes. */
function unpack(bytes: Uint8Array, rawBytes: number, maxBytes: number): Uint8Array {
  const dictionary = new Uint8Array(DICTIONARY_BYTES)
  dictionary.set(Buffer.from(PRELOADED, 'latin1'))
  let write = PRELOADED.length
  // Two bytes stand for 17 at most, whatever length is declared.
  const most = Math.min(rawBytes, bytes.length * 9)
  if (most > maxBytes)
    throw fault('ARCHIVE_BOMB', `The text of the mail unfolds to more than ${maxBytes} bytes.`, { maxBytes })
  const out = new Uint8Array(most)
  let length = 0
  const put = (byte: number): void => {
    dictionary[write] = byte
    write = (write + 1) % DICTIONARY_BYTES
    if (length < most) out[length++] = byte
  }
  for (let at = HEADER_BYTES; at < bytes.length && length < most;) {
    const control = bytes[at++] ?? 0
    for (let bit = 0; bit < 8 && at < bytes.length && length < most; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        put(bytes[at++] ?? 0)
        continue
      }
      const reference = (bytes[at] ?? 0) * 0x100 + (bytes[at + 1] ?? 0)
      at += 2
      const from = reference >> 4
      if (from === write) return out.subarray(0, length)
      for (let step = 0; step < (reference & 0xf) + 2; step += 1)
        put(dictionary[(from + step) % DICTIONARY_BYTES] ?? 0)
    }
  }
  return out.subarray(0, length)
}
