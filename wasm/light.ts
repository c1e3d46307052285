import { checkGrey, type GreyPicture } from './grey.ts'
import { instantiate, type Kernel } from './kernel.ts'
import { groundBlock, groundRow, smoothGround, type Ground } from './light-plan.ts'

/** An instance of `assembly/light.ts`; it holds a band of rows, so it stays small. */
export type LightKernel = Kernel<'maximaAt' | 'groundAt' | 'rowsAt' | 'bytesNeeded' | 'maxima' | 'divide'>

/** Makes an instance of `assembly/light.ts`; see there for the method. */
export function lightKernel(module: WebAssembly.Module): LightKernel {
  return instantiate(module, ['maximaAt', 'groundAt', 'rowsAt', 'bytesNeeded', 'maxima', 'divide'])
}

/** Widest picture: the maxima of a row of blocks have 4096 bytes. */
const MAX_SIDE = 65_535

/**
 * How bright the ground of a page is: in each block the brightest mean of 4 x 4 pixels, which is paper between
 * letters rather than noise; then smoothed. RangeError when the picture has no pixels or is too wide.
 *
 * @param between called after every row of blocks; may throw.
 */
export function groundOf(kernel: LightKernel, picture: GreyPicture, between?: () => void): Ground {
  const { band, blockPx, columns, stride } = open(kernel, picture)
  const rows = Math.ceil(picture.height / blockPx)
  const levels = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let y = 0; y < blockPx; y++) bring(band, stride, y, picture, row * blockPx + y)
    kernel.call('maxima', stride, blockPx)
    levels.set(kernel.bytes(kernel.call('maximaAt'), columns), row * columns)
    between?.()
  }
  return smoothGround({ blockPx, columns, rows, levels })
}

/**
 * Divides a page by its ground, so that the ground becomes white and ink keeps its share of the light:
 * min(255, 255 p / ground), the ground linear between the middles of its blocks.
 *
 * @param between called after every band of rows; may throw.
 */
export function flattenLight(
  kernel: LightKernel,
  picture: GreyPicture,
  ground: Ground,
  between?: () => void,
): Uint8Array<ArrayBuffer> {
  const { band, blockPx, stride } = open(kernel, picture)
  const { width, height } = picture
  if (ground.blockPx !== blockPx || ground.levels.length !== (stride / blockPx) * Math.ceil(height / blockPx))
    throw new RangeError(`this is not the ground of ${width} x ${height} pixels`)
  const outcome = new Uint8Array(width * height)
  const [upper, lower] = [0, 1].map((row) => {
    const bytes = kernel.bytes(kernel.call('groundAt') + 4 * stride * row, 4 * stride)
    return new Float32Array(bytes.buffer, bytes.byteOffset, stride)
  })
  // From the middle of one row of blocks to that of the next.
  for (let row = -1, first = -blockPx / 2; first < height; row++, first += blockPx) {
    upper?.set(groundRow(ground, row))
    lower?.set(groundRow(ground, row + 1))
    for (let y = Math.max(0, first); y < Math.min(height, first + blockPx); y++) {
      bring(band, stride, 0, picture, y)
      kernel.call('divide', stride, 0, (y - first + 0.5) / blockPx)
      outcome.set(band.subarray(0, width), y * width)
    }
    between?.()
  }
  return outcome
}

interface Opened {
  band: Uint8Array
  blockPx: number
  columns: number
  stride: number
}

function open(kernel: LightKernel, picture: GreyPicture): Opened {
  checkGrey(picture)
  const { width, height } = picture
  if (width > MAX_SIDE)
    throw new RangeError(`the picture is ${width} pixels wide; at most ${MAX_SIDE} are taken`)
  const blockPx = groundBlock(width, height)
  const columns = Math.ceil(width / blockPx)
  const stride = columns * blockPx
  kernel.reserve(kernel.call('bytesNeeded', stride, blockPx))
  return { band: kernel.bytes(kernel.call('rowsAt', stride), stride * blockPx), blockPx, columns, stride }
}

/** Copies row `y` of the picture, or the last, into the band and repeats its last pixel up to the stride. */
function bring(
  band: Uint8Array,
  stride: number,
  to: number,
  { width, height, pixels }: GreyPicture,
  y: number,
): void {
  const from = Math.min(y, height - 1) * width
  band.set(pixels.subarray(from, from + width), to * stride)
  band.fill(pixels[from + width - 1] ?? 0, to * stride + width, (to + 1) * stride)
}
