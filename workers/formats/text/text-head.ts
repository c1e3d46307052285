import { fault } from '../../../bridge/faults.ts'
import { decodeText } from './encoding.ts'

/** No encoding takes more bytes for a UTF-16 unit; what escapes take on top is given a share. */
const BYTES_PER_CHAR = 4
const SPARE_BYTES = 1024

/**
 * The first characters of a text, line ends as `\n`, in whatever encoding it is. Of a huge text only as many bytes are
 * decoded as may be needed. Fault: DAMAGED where the bytes are no text.
 */
export function textHead(bytes: Uint8Array, maxChars: number): { text: string; truncated: boolean } {
  const most = BYTES_PER_CHAR * maxChars + SPARE_BYTES
  const isCut = bytes.length > most
  const decoded = decodeText(bytes.subarray(0, most - (most % 2)))
  if (decoded === undefined) {
    throw fault(
      'DAMAGED',
      'Text was expected; the file holds zero bytes or controls. Send it with its own type.',
    )
  }
  const whole = isCut ? decoded.text.replace(/\ufffd$/, '') : decoded.text
  const text = whole.slice(0, maxChars).replace(/\r\n?/g, '\n')
  return { text, truncated: isCut || whole.length > maxChars }
}
