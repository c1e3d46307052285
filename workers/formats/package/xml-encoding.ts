import { fault } from '../../../bridge/faults.ts'
import { withWesternMarks } from './western.ts'

/** How much is parsed between two looks at whether to stop. */
const CHUNK_BYTES = 65_536

/**
 * The text of an XML document chunk by chunk, decoded by its byte order mark, else by how its first letter is
 * written, else by its declaration, else as UTF-8 (XML 1.0, appendix F). Bytes that do not fit become U+FFFD.
 * Faults: DAMAGED for an encoding that is not known.
 */
export function* decodedXml(bytes: Uint8Array): Generator<string, void, undefined> {
  const decoder = decoderOf(encodingOf(bytes))
  // Shared memory cannot be decoded in place.
  const shared = bytes.buffer instanceof SharedArrayBuffer
  const isWestern = decoder.encoding === 'windows-1252'
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = bytes.subarray(at, at + CHUNK_BYTES)
    const text = decoder.decode(shared ? Buffer.from(chunk) : chunk, { stream: true })
    yield isWestern ? withWesternMarks(text) : text
  }
  yield decoder.decode()
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding)
  } catch (error) {
    throw fault('DAMAGED', `The XML is damaged: its encoding ${encoding} is not known.`, {}, error)
  }
}

function encodingOf(bytes: Uint8Array): string {
  switch (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) {
    case 0xfffe:
    case 0x3c00:
      return 'utf-16le'
    case 0xfeff:
    case 0x003c:
      return 'utf-16be'
    default: {
      const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
      const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1]
      // What says of itself in single bytes that it is of double bytes is not.
      return declared === undefined || /^(?:utf-?16|ucs-?2|iso-10646)/i.test(declared) ? 'utf-8' : declared
    }
  }
}
