import { fileTypeFromBuffer } from 'file-type'
import { fault } from '../../bridge/faults.ts'

/** Types of pictures that are read. */
export type PictureType = 'png' | 'jpeg' | 'webp' | 'gif' | 'bmp' | 'avif' | 'tiff'

const signatures: readonly [RegExp, PictureType][] = [
  [/^\x89PNG\r\n\x1a\n/, 'png'],
  [/^\xff\xd8\xff/, 'jpeg'],
  [/^RIFF[^]{4}WEBP/, 'webp'],
  [/^GIF8[79]a/, 'gif'],
  [/^BM[^]{4}\0\0\0\0/, 'bmp'],
  [/^[^]{4}ftyp([^]{4}){0,8}avi[fs]/, 'avif'],
  [/^(II\*\0|MM\0\*)/, 'tiff'],
]

const pictureName = /\.(png|apng|jpe?g|jpe|jfif|webp|gif|bmp|dib|avif|tiff?|heic|heif|jp2|jxl|psd|ico)$/i

/** What a file was said to be. */
export interface Declared {
  name?: string | undefined
  mediaType?: string | undefined
}

/**
 * The type of a picture from its bytes. Another type of picture than the name says is taken for what it is.
 * Faults: EMPTY_FILE; TYPE_MISMATCH for bytes that are no picture though name or media type say so; TYPE_UNSUPPORTED
 * for everything else, with `data.mediaType` where it is known.
 */
export async function pictureType(file: Uint8Array, declared: Declared): Promise<PictureType> {
  if (file.length === 0) throw fault('EMPTY_FILE', 'Expected a picture; the file has no bytes.')
  const start = Buffer.from(file.subarray(0, 48)).toString('latin1')
  const known = signatures.find(([signature]) => signature.test(start))
  if (known) return known[1]
  const mediaType = await mediaTypeOf(file)
  const data = mediaType === undefined ? {} : { mediaType }
  const came = mediaType === undefined ? 'of no known type' : mediaType
  const called = picturesOnly(declared)
  if (called !== undefined && !mediaType?.startsWith('image/')) {
    throw fault('TYPE_MISMATCH', `${called} says picture, but the bytes are ${came}. Check the file.`, data)
  }
  const taken = 'PNG, JPEG, WebP, GIF, BMP, AVIF and TIFF are read'
  throw fault('TYPE_UNSUPPORTED', `The file is ${came}; ${taken}. Convert it first.`, data)
}

function picturesOnly({ name, mediaType }: Declared): string | undefined {
  if (name !== undefined && pictureName.test(name)) return `The name ${name}`
  return mediaType?.startsWith('image/') ? `The media type ${mediaType}` : undefined
}

async function mediaTypeOf(file: Uint8Array): Promise<string | undefined> {
  try {
    // A copy of its own: the bytes may be shared memory.
    return (await fileTypeFromBuffer(Uint8Array.from(file.subarray(0, 65_536))))?.mime
  } catch {
    return undefined
  }
}
