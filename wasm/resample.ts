import { checkGrey, type GreyPicture } from './grey.ts'
import { instantiate, type Kernel } from './kernel.ts'
import { planAxis, type AxisPlan } from './resample-plan.ts'

/** An instance of `assembly/resample.ts`. */
export type ResampleKernel = Kernel<'rows'>

/** Makes an instance of `assembly/resample.ts`; see there for the method. */
export function resampleKernel(module: WebAssembly.Module, maxBytes?: number): ResampleKernel {
  return instantiate(module, ['rows'], maxBytes)
}

/** Output rows between two calls of `between`. */
const BAND = 64

/**
 * Rescales a picture to other sides: each axis by area averaging when it becomes shorter, by cubic convolution
 * (Catmull-Rom) when it becomes longer. RangeError when a side is not a whole number above 0, or the picture needs
 * more memory than the kernel may hold.
 *
 * @param between called after every band of rows; may throw.
 */
export function resample(
  kernel: ResampleKernel,
  picture: GreyPicture,
  width: number,
  height: number,
  between?: () => void,
): GreyPicture {
  checkGrey(picture)
  if (!(Number.isInteger(width) && Number.isInteger(height) && width >= 1 && height >= 1))
    throw new RangeError(`${width} x ${height} are not the sides of a picture`)
  const [down, along] = [planAxis(picture.height, height), planAxis(picture.width, width)]
  let free = 0
  const take = (bytes: number): number => {
    const at = free
    free += Math.ceil(bytes / 16) * 16
    return at
  }
  const downAt = take(down.starts.byteLength)
  const downWeightsAt = take(down.weights.byteLength)
  const alongAt = take(along.starts.byteLength)
  const alongWeightsAt = take(along.weights.byteLength)
  // A vector may begin at the last pixel and go on for as many as there are weights.
  const workAt = take(2 * (picture.width + along.taps + 8))
  const bandAt = take(BAND * width)
  const sourceAt = take(picture.pixels.length + 16)
  kernel.reserve(free)
  put(kernel, down, downAt, downWeightsAt)
  put(kernel, along, alongAt, alongWeightsAt)
  kernel.bytes(sourceAt, picture.pixels.length).set(picture.pixels)
  const pixels = new Uint8Array(width * height)
  for (let first = 0; first < height; first += BAND) {
    const count = Math.min(BAND, height - first)
    const tail = [alongAt, alongWeightsAt, along.taps, width, workAt, bandAt]
    const head = [sourceAt, picture.width, downAt, downWeightsAt, down.used, down.taps]
    kernel.call('rows', first, count, ...head, ...tail)
    pixels.set(kernel.bytes(bandAt, count * width), first * width)
    between?.()
  }
  return { width, height, pixels }
}

function put(
  kernel: ResampleKernel,
  { starts, weights }: AxisPlan,
  startsAt: number,
  weightsAt: number,
): void {
  kernel.bytes(startsAt, starts.byteLength).set(new Uint8Array(starts.buffer))
  kernel.bytes(weightsAt, weights.byteLength).set(new Uint8Array(weights.buffer))
}
