import { fault, type Fault } from '../../bridge/faults.ts'

/** Largest picture inside a page that is decoded, in pixels: an A2 scan of 600 dpi. pdf.js takes up to 4 bytes for each. */
export const maxPicturePixels = 150_000_000

/** Bytes around `/Width` in which the height of the same picture is looked for. */
const dictionaryBytes = 2048

/**
 * Whether the dictionary of a picture somewhere in a PDF gives it more than `maxPixels`. Dictionaries of streams
 * are never compressed or encrypted (ISO 32000-1, 7.5.7 and 7.6.1), so the bytes tell.
 */
export function holdsLargerPicture(bytes: Buffer, maxPixels: number): boolean {
  for (let at = bytes.indexOf('/Width'); at >= 0; at = bytes.indexOf('/Width', at + 6)) {
    const width = numberAfter(bytes, at, '/Width')
    if (width === undefined) continue
    const from = Math.max(0, bytes.lastIndexOf('obj', at), at - dictionaryBytes)
    const end = bytes.indexOf('stream', at)
    const height = bytes.indexOf('/Height', from)
    if (height < 0 || (end >= 0 && height > end)) continue
    if (width * (numberAfter(bytes, height, '/Height') ?? 0) > maxPixels) return true
  }
  return false
}

function numberAfter(bytes: Buffer, at: number, name: string): number | undefined {
  const found = /^\s*(\d+)/.exec(bytes.toString('latin1', at + name.length, at + name.length + 24))
  return found ? Number(found[1]) : undefined
}

/** The fault of a page that holds a picture which is not decoded. */
export function pictureTooLarge(page: number, cause: unknown): Fault {
  return fault(
    'TOO_MANY_PIXELS',
    `Page ${page} holds a picture of more than ${maxPicturePixels} pixels, or is damaged. ` +
      'Save it with a lower resolution.',
    { page, maxPicturePixels },
    cause,
  )
}
