import { fault } from '../../bridge/faults.ts'
import type { LeafContext } from '../leaf.ts'
import type { Grey } from '../recognition.ts'
import { canvasPicture } from './canvas-picture.ts'
import { greyOnWhite } from './grey.ts'
import { jpegSize } from './jpeg-size.ts'
import { damagedPicture, type Fields } from './picture-size.ts'
import { Directory, tag, tiffFields } from './tiff-directory.ts'
import { faxCompressions, faxPicture } from './tiff-fax.ts'
import { readLayout, type Block, type Layout } from './tiff-layout.ts'
import { undoPredictor, toRgba } from './tiff-samples.ts'
import { reverseBits, unpack } from './tiff-unpack.ts'
import { upright } from './upright.ts'

/** Pages of one file; more is a chain made to be long. */
const maxFrames = 10_000

const jpegCompression = 7

/**
 * Reads one page of a TIFF 6.0 file, from 0, upright: strips and tiles of 1 to 16 bits, uncompressed, PackBits, LZW,
 * Deflate, CCITT and JPEG; grey, RGB, palette and CMYK. Faults: DAMAGED, TOO_MANY_PIXELS, TYPE_UNSUPPORTED,
 * INVALID_INPUT for a page that is not there.
 */
export async function tiffPicture(
  file: Uint8Array,
  frame: number,
  maxPixels: number,
  ctx: LeafContext,
): Promise<{ grey: Grey; frames: number; dpi: number | undefined }> {
  const fields = tiffFields(file)
  const directories = directoriesOf(fields)
  const directory = directories[frame]
  if (directory === undefined) {
    const frames = directories.length
    throw fault('INVALID_INPUT', `The file has ${frames} pictures; number ${frame + 1} was asked for.`, {
      frames,
    })
  }
  const layout = readLayout(directory, file.length, maxPixels)
  const grey = faxCompressions.includes(layout.compression)
    ? await faxPicture(file, layout, directory.value(tag.t4Options, 0), ctx)
    : await blocksPicture(file, layout, directory, fields.little, ctx)
  return { grey: upright(grey, directory.orientation), frames: directories.length, dpi: directory.dpi }
}

/** Pages of a TIFF file. Fault: DAMAGED. */
export function tiffPages(file: Uint8Array): number {
  return directoriesOf(tiffFields(file)).length
}

function directoriesOf(fields: Fields): Directory[] {
  const directories: Directory[] = []
  const seen = new Set<number>()
  for (let at = fields.u32(4); at !== 0;) {
    if (seen.has(at) || seen.size >= maxFrames) throw damagedPicture('TIFF', 'its pages go round in a circle')
    seen.add(at)
    const directory = new Directory(fields, at)
    directories.push(directory)
    at = directory.next
  }
  if (directories.length === 0) throw damagedPicture('TIFF', 'it holds no picture')
  return directories
}

async function blocksPicture(
  file: Uint8Array,
  layout: Layout,
  directory: Directory,
  little: boolean,
  ctx: LeafContext,
): Promise<Grey> {
  const { width, height } = layout
  const pixels = new Uint8Array(width * height)
  const palette = layout.photometric === 3 ? directory.values(tag.palette, 3 * 256) : []
  const tables = directory.range(tag.jpegTables)
  for (const block of layout.blocks) {
    ctx.checkpoint()
    const data = file.subarray(block.from, block.from + block.bytes)
    const grey =
      layout.compression === jpegCompression
        ? await jpegBlock(data, block, layout, tables && file.subarray(tables.from, tables.end), ctx)
        : plainBlock(data, block, layout, palette, little)
    const kept = Math.min(block.width, width - block.x)
    for (let row = 0; row < Math.min(block.height, height - block.y); row += 1) {
      const from = row * block.width
      pixels.set(grey.subarray(from, from + kept), (block.y + row) * width + block.x)
    }
  }
  return { width, height, pixels }
}

function plainBlock(
  data: Uint8Array,
  block: Block,
  layout: Layout,
  palette: readonly number[],
  little: boolean,
): Uint8Array {
  const rowBytes = Math.ceil((block.width * layout.samples * layout.bits) / 8)
  const ordered = layout.bitsReversed ? reverseBits(data) : data
  const rows = unpack(ordered, layout.compression, rowBytes * block.height, rowBytes * block.mostHeight)
  if (layout.predictor === 2) undoPredictor(rows, rowBytes, layout, little)
  const grey = new Uint8Array(block.width * block.height)
  for (let y = 0; y < block.height; y += 1) {
    const row = rows.subarray(y * rowBytes, (y + 1) * rowBytes)
    greyOnWhite(toRgba(row, block.width, layout, palette, little), grey, y * block.width)
  }
  return grey
}

/** A strip or tile that is a JPEG of its own, but for the tables all share (TIFF Technical Note 2). */
async function jpegBlock(
  data: Uint8Array,
  block: Block,
  layout: Layout,
  tables: Uint8Array | undefined,
  ctx: LeafContext,
): Promise<Uint8Array> {
  // An Adobe marker says whether colours are RGB or YCbCr.
  const colours = layout.photometric === 2 ? 0 : 1
  const adobe = Buffer.from([0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, colours])
  const jpeg = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    layout.samples === 3 ? adobe : Buffer.alloc(0),
    tables && tables.length > 4 ? tables.subarray(2, -2) : Buffer.alloc(0),
    data.subarray(2),
  ])
  const size = jpegSize(jpeg)
  if (size.width !== block.width || size.height < block.height || size.height > block.mostHeight) {
    const came = `${size.width} x ${size.height}`
    throw damagedPicture('TIFF', `a part should have ${block.width} x ${block.height} pixels and has ${came}`)
  }
  const { pixels } = await canvasPicture(jpeg, 'jpeg', size, ctx)
  return layout.photometric === 0 ? pixels.map((value) => 255 - value) : pixels
}
