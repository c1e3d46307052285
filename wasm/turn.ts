import { checkGrey, type GreyPicture } from './grey.ts'
import { instantiate, type Kernel } from './kernel.ts'
import { planTurn } from './turn-plan.ts'

/** An instance of `assembly/turn.ts`. */
export type TurnKernel = Kernel<'rows'>

/** Makes an instance of `assembly/turn.ts`; see there for the method. */
export function turnKernel(module: WebAssembly.Module, maxBytes?: number): TurnKernel {
  return instantiate(module, ['rows'], maxBytes)
}

/** Output rows between two calls of `between`. */
const BAND = 64

/**
 * Turns a picture clockwise by a small angle, bilinear, on a canvas that holds all of it; `planTurn` says where its
 * pixels come from. RangeError as there, or when the picture needs more memory than the kernel may hold.
 *
 * @param ground level of what lies outside the picture, 0..255.
 * @param between called after every band of rows; may throw.
 */
export function turn(
  kernel: TurnKernel,
  picture: GreyPicture,
  degrees: number,
  ground: number,
  between?: () => void,
): GreyPicture {
  checkGrey(picture)
  const { width, height } = picture
  const plan = planTurn(width, height, degrees)
  const sourceAt = BAND * plan.width
  const stride = width + 2
  kernel.reserve(sourceAt + stride * (height + 2))
  const source = kernel.bytes(sourceAt, stride * (height + 2)).fill(ground)
  for (let y = 0; y < height; y++) {
    source.set(picture.pixels.subarray(y * width, (y + 1) * width), (y + 1) * stride + 1)
  }
  const pixels = new Uint8Array(plan.width * plan.height)
  for (let first = 0; first < plan.height; first += BAND) {
    const count = Math.min(BAND, plan.height - first)
    const from = [plan.u + first * plan.uDown, plan.v + first * plan.vDown]
    const steps = [plan.uAlong, plan.vAlong, plan.uDown, plan.vDown]
    kernel.call('rows', count, plan.width, sourceAt, width, height, ground, ...from, ...steps)
    pixels.set(kernel.bytes(0, count * plan.width), first * plan.width)
    between?.()
  }
  return { width: plan.width, height: plan.height, pixels }
}
