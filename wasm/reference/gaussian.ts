import { planGaussian } from '../gaussian-plan.ts'

/** A plane of premultiplied pixels: four channels with six bits below the byte, 0..16320. */
interface Plane {
  width: number
  height: number
  values: Int32Array
}

/**
 * The slow twin of ../assembly/gaussian.ts: the same sums and roundings, a value at a time, in whole planes.
 * Blurs straight RGBA8 pixels in place; byte-equal to the kernel.
 */
export function gaussianReference(pixels: Uint8Array, width: number, height: number, sigmaPx: number): void {
  const { levels, radius, weights } = planGaussian(sigmaPx)
  if (radius === 0) return
  const sizes = [{ width, height }]
  let plane = premultiplied(pixels, width, height)
  for (let level = 0; level < levels; level++) {
    plane = halvedRows(transposed(halvedRows(transposed(plane))))
    sizes.push(plane)
  }
  plane = convolvedRows(transposed(convolvedRows(transposed(plane), weights)), weights)
  for (let level = levels - 1; level >= 0; level--) {
    const size = sizes[level] ?? { width, height }
    plane = doubledRows(transposed(doubledRows(transposed(plane), size.height)), size.width)
  }
  unpremultiply(plane, pixels)
}

/** Makes a plane of the same height whose value at (x, y, channel) is what `of` says, given one to read row y. */
function mapped(plane: Plane, width: number, of: (read: (x: number) => number, x: number) => number): Plane {
  const values = new Int32Array(width * plane.height * 4)
  for (let y = 0; y < plane.height; y++) {
    for (let channel = 0; channel < 4; channel++) {
      const read = (x: number): number => {
        const inside = Math.min(Math.max(x, 0), plane.width - 1)
        return plane.values[(y * plane.width + inside) * 4 + channel] ?? 0
      }
      for (let x = 0; x < width; x++) values[(y * width + x) * 4 + channel] = of(read, x)
    }
  }
  return { width, height: plane.height, values }
}

function transposed(plane: Plane): Plane {
  const values = new Int32Array(plane.values.length)
  for (let y = 0; y < plane.height; y++) {
    for (let x = 0; x < plane.width; x++) {
      const from = (y * plane.width + x) * 4
      values.set(plane.values.subarray(from, from + 4), (x * plane.height + y) * 4)
    }
  }
  return { width: plane.height, height: plane.width, values }
}

function convolvedRows(plane: Plane, weights: Int16Array): Plane {
  return mapped(plane, plane.width, (read, x) => {
    let sum = 8192
    weights.forEach((weight, k) => (sum += weight * (read(x - k) + read(x + k))))
    return sum >> 14
  })
}

/** Sample j lies over 2 (j - 1); there is one more than needed on either side. */
function halvedRows(plane: Plane): Plane {
  return mapped(plane, ((plane.width + 2) >> 1) + 2, (read, j) => {
    const x = 2 * (j - 1)
    return (read(x - 2) + 4 * read(x - 1) + 6 * read(x) + 4 * read(x + 1) + read(x + 2) + 8) >> 4
  })
}

function doubledRows(plane: Plane, width: number): Plane {
  return mapped(plane, width, (read, x) => {
    const j = (x >> 1) + 1
    if (x % 2 === 0) return (read(j - 1) + 6 * read(j) + read(j + 1) + 4) >> 3
    return (read(j) + read(j + 1) + 1) >> 1
  })
}

function premultiplied(pixels: Uint8Array, width: number, height: number): Plane {
  const values = Int32Array.from(pixels, (value, i) => {
    const alpha = i % 4 === 3 ? 255 : (pixels[i | 3] ?? 0)
    return (value * alpha * 16448 + 32768) >>> 16
  })
  return { width, height, values }
}

function unpremultiply(plane: Plane, pixels: Uint8Array): void {
  plane.values.forEach((value, i) => {
    const alpha = plane.values[i | 3] ?? 0
    const byte = (alpha + 32) >> 6
    if (i % 4 === 3) pixels[i] = byte
    else if (byte === 0) pixels[i] = 0
    else pixels[i] = Math.min(255, Math.floor(Math.fround(Math.fround((value * 255) / alpha) + 0.5)))
  })
}
