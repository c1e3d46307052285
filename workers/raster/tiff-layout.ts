import { fault } from '../../bridge/faults.ts'
import { damagedPicture, refuseTooLarge } from './picture-size.ts'
import { tag, type Directory } from './tiff-directory.ts'

/** A strip or tile: where its bytes stand in the file and where its pixels in the picture. */
export interface Block {
  from: number
  bytes: number
  x: number
  y: number
  /** Pixels it holds, of which those beyond the picture's right and lower edge are filling. */
  width: number
  height: number
  /** Rows that may come in the data of the last strip, though the picture has fewer. */
  mostHeight: number
}

/** How the pixels of one TIFF page are stored. */
export interface Layout {
  width: number
  height: number
  /** Bits of a sample. */
  bits: number
  /** Samples of a pixel, those of alpha included. */
  samples: number
  photometric: number
  compression: number
  predictor: number
  /** Whether the bits of a byte stand the other way around. */
  bitsReversed: boolean
  /** Which sample is alpha, if any, and whether colours are multiplied with it. */
  alpha?: { sample: number; multiplied: boolean } | undefined
  blocks: Block[]
}

/** Samples that make up the colour, by photometric interpretation. */
export const colourSamples: Record<number, number> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3 }

const jpegCompression = 7

/** Bytes to which one strip or tile may unpack: many samples of many bits make few pixels large. */
const maxBlockBytes = 2 ** 30

/**
 * Reads how a page is stored and refuses what is too large or unknown (TIFF 6.0, sections 3 to 6, 14 and 15).
 * Faults: TOO_MANY_PIXELS, TYPE_UNSUPPORTED, DAMAGED.
 */
export function readLayout(directory: Directory, fileBytes: number, maxPixels: number): Layout {
  const [width, height] = [directory.value(tag.width, 0), directory.value(tag.height, 0)]
  if (width <= 0 || height <= 0) throw damagedPicture('TIFF', `its size is ${width} x ${height}`)
  refuseTooLarge(width, height, maxPixels)
  const photometric = directory.value(tag.photometric, 1)
  const samples = directory.value(tag.samples, 1)
  const compression = directory.value(tag.compression, 1)
  const colours = colourSamples[photometric] ?? 0
  const allBits = directory.values(tag.bits, 16)
  const bits = allBits[0] ?? 1
  const predictor = directory.value(tag.predictor, 1)
  const unknown = [
    colours === 0 && `photometric interpretation ${photometric}`,
    photometric === 6 && compression !== jpegCompression && 'YCbCr without JPEG',
    samples < colours && `${samples} samples a pixel`,
    samples > 16 && `${samples} samples a pixel`,
    (![1, 2, 4, 8, 16].includes(bits) || allBits.some((other) => other !== bits)) &&
      `${allBits.join(', ')} bits`,
    photometric === 3 && bits > 8 && `a palette of ${bits} bits`,
    ![1, 4].includes(directory.value(tag.sampleFormat, 1)) && 'samples that are not unsigned',
    samples > 1 && directory.value(tag.planar, 1) !== 1 && 'a plane for each colour',
    ![1, 2].includes(predictor) && `predictor ${predictor}`,
    predictor === 2 && bits < 8 && `a predictor over ${bits} bits`,
  ].find((reason) => reason !== false)
  if (unknown !== undefined) throw unsupportedTiff(unknown)
  const extra = directory.value(tag.extraSamples, 0)
  const blocks = directory.has(tag.tileWidth)
    ? tiles(directory, width, height, fileBytes, maxPixels)
    : strips(directory, width, height, fileBytes)
  refuseLargeBlocks(blocks, samples * bits)
  return {
    width,
    height,
    bits,
    samples,
    photometric,
    compression,
    predictor,
    bitsReversed: directory.value(tag.fillOrder, 1) === 2,
    alpha: samples > colours && extra > 0 ? { sample: colours, multiplied: extra === 1 } : undefined,
    blocks,
  }
}

/** All parts are as large as the first. */
function refuseLargeBlocks([first]: readonly Block[], bitsOfPixel: number): void {
  const most = first === undefined ? 0 : (first.width * first.mostHeight * bitsOfPixel) / 8
  if (most <= maxBlockBytes) return
  throw fault(
    'TOO_MANY_PIXELS',
    `One part of the TIFF picture would unpack to ${most} bytes; at most ${maxBlockBytes} are taken. Save it in smaller tiles.`,
    { maxBlockBytes },
  )
}

/** The fault of a TIFF that is sound, but stored in a way that is not read. */
export function unsupportedTiff(what: string): Error {
  const detail = `The TIFF picture has ${what}, which is not read. Convert it to PNG first.`
  return fault('TYPE_UNSUPPORTED', detail, { mediaType: 'image/tiff' })
}

function strips(directory: Directory, width: number, height: number, fileBytes: number): Block[] {
  const rows = Math.min(height, Math.max(1, directory.value(tag.rowsPerStrip, height)))
  const count = Math.ceil(height / rows)
  const places = placesOf(directory, tag.stripOffsets, tag.stripBytes, count, fileBytes)
  return places.map((place, index) => {
    const y = index * rows
    return { ...place, x: 0, y, width, height: Math.min(rows, height - y), mostHeight: rows }
  })
}

function tiles(
  directory: Directory,
  width: number,
  height: number,
  fileBytes: number,
  maxPixels: number,
): Block[] {
  const [tileWidth, tileHeight] = [directory.value(tag.tileWidth, 0), directory.value(tag.tileHeight, 0)]
  if (tileWidth <= 0 || tileHeight <= 0) {
    throw damagedPicture('TIFF', `its tiles have ${tileWidth} x ${tileHeight} pixels`)
  }
  refuseTooLarge(tileWidth, tileHeight, maxPixels)
  const across = Math.ceil(width / tileWidth)
  const count = across * Math.ceil(height / tileHeight)
  return placesOf(directory, tag.tileOffsets, tag.tileBytes, count, fileBytes).map((place, index) => ({
    ...place,
    x: (index % across) * tileWidth,
    y: Math.floor(index / across) * tileHeight,
    width: tileWidth,
    height: tileHeight,
    mostHeight: tileHeight,
  }))
}

function placesOf(
  directory: Directory,
  offsetTag: number,
  bytesTag: number,
  count: number,
  fileBytes: number,
): { from: number; bytes: number }[] {
  const [offsets, sizes] = [directory.values(offsetTag), directory.values(bytesTag)]
  if (offsets.length < count)
    throw damagedPicture('TIFF', `${count} parts are needed and ${offsets.length} named`)
  return offsets.slice(0, count).map((from, index) => {
    // Some old writers leave out how long their only strip is.
    const bytes = sizes[index] ?? fileBytes - from
    if (bytes <= 0 || from + bytes > fileBytes) {
      throw damagedPicture('TIFF', `part ${index} stands beyond its end`)
    }
    return { from, bytes }
  })
}
