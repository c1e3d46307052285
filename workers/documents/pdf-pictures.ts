import { fault } from '../../bridge/faults.ts'

/** Largest picture inside a page that is decoded, in pixels: an A2 scan of 600 dpi. pdf.js takes up to 4 bytes for each. */
export const maxPicturePixels = 150_000_000

/** Bytes around `/Width` in which the height of the same picture is looked for. */
const dictionaryBytes = 2048

/**
 * Refuses a PDF with a picture too large to be decoded, before pdf.js sees it: that would leave the picture out, and a
 * scan would look like an empty page. Dictionaries of streams are never compressed or encrypted (ISO 32000-1, 7.5.7
 * and 7.6.1), so the bytes tell; a size named by reference is not followed. Fault: TOO_MANY_PIXELS.
 */
export function refuseLargePictures(bytes: Buffer): void {
  for (let at = bytes.indexOf('/Width'); at >= 0; at = bytes.indexOf('/Width', at + 6)) {
    const width = numberAfter(bytes, at, '/Width')
    if (width === undefined) continue
    const from = Math.max(0, at - dictionaryBytes, bytes.lastIndexOf('obj', at))
    const end = bytes.indexOf('stream', at)
    const found = bytes
      .subarray(from, Math.min(end < 0 ? bytes.length : end, at + dictionaryBytes))
      .indexOf('/Height')
    const height = found < 0 ? 0 : (numberAfter(bytes, from + found, '/Height') ?? 0)
    if (width * height <= maxPicturePixels) continue
    throw fault(
      'TOO_MANY_PIXELS',
      `The PDF holds a picture of ${width} x ${height} pixels; at most ${maxPicturePixels} are decoded. ` +
        'Save it with a lower resolution.',
      { width, height, maxPixels: maxPicturePixels },
    )
  }
}

function numberAfter(bytes: Buffer, at: number, name: string): number | undefined {
  const found = /^\s*(\d+)(?!\d|\s+\d+\s+R)/.exec(
    bytes.toString('latin1', at + name.length, at + name.length + 32),
  )
  return found ? Number(found[1]) : undefined
}
