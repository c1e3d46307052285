import { planGaussian } from './gaussian-plan.ts'
import { instantiate, type Kernel } from './kernel.ts'

/** Pixels as four bytes each (red, green, blue, alpha), rows from top to bottom without gaps. */
export interface Picture {
  width: number
  height: number
  pixels: Uint8Array
}

/** An instance of the Gaussian kernel. */
export type GaussianKernel = Kernel<'bytesNeeded' | 'weightsAt' | 'pixelsAt' | 'blur'>

/** Makes an instance of `assembly/gaussian.ts`; see there for the method. */
export function gaussianKernel(module: WebAssembly.Module, maxBytes?: number): GaussianKernel {
  return instantiate(module, ['bytesNeeded', 'weightsAt', 'pixelsAt', 'blur'], maxBytes)
}

/**
 * Blurs a picture in place with a Gaussian. Alpha is straight on both sides and premultiplied in between; beyond
 * its edges the picture goes on with its edge pixels. A sigma of 0 changes nothing, not even a hidden colour.
 *
 * RangeError when sigma is out of range or the picture needs more memory than the kernel may hold.
 */
export function gaussianBlur(kernel: GaussianKernel, picture: Picture, sigmaPx: number): void {
  const { width, height, pixels } = picture
  if (!(width >= 1 && height >= 1 && pixels.length === width * height * 4)) {
    throw new RangeError(`${pixels.length} bytes are not ${width} x ${height} pixels`)
  }
  const { levels, radius, weights } = planGaussian(sigmaPx)
  if (radius === 0) return
  kernel.reserve(kernel.call('bytesNeeded', width, height, levels, radius))
  const pixelsAt = kernel.call('pixelsAt')
  kernel
    .bytes(kernel.call('weightsAt'), weights.byteLength)
    .set(new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength))
  const inside = kernel.bytes(pixelsAt, pixels.length)
  inside.set(pixels)
  kernel.call('blur', width, height, levels, radius)
  pixels.set(inside)
}
