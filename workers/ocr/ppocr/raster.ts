import type { Grey } from '../../recognition.ts'
import type { TurnedRect } from './geometry.ts'

/** The same picture turned clockwise. */
export function turned(picture: Grey, degrees: 0 | 90 | 180 | 270): Grey {
  const { width, height, pixels } = picture
  if (degrees === 0) return picture
  const count = width * height
  const turnedPixels = new Uint8Array(count)
  if (degrees === 180) {
    for (let i = 0; i < count; i++) turnedPixels[count - 1 - i] = pixels[i] ?? 0
    return { width, height, pixels: turnedPixels }
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = degrees === 90 ? x * height + height - 1 - y : (width - 1 - x) * height + y
      turnedPixels[to] = pixels[y * width + x] ?? 0
    }
  }
  return { width: height, height: width, pixels: turnedPixels }
}

/** For each place of the new row: the first old place it looks at, and the weight of that and those behind. */
function weightsOf(from: number, to: number): { first: number; weights: number[] }[] {
  const scale = from / to
  const reach = Math.max(scale, 1)
  return Array.from({ length: to }, (_, i) => {
    const centre = (i + 0.5) * scale
    const first = Math.max(Math.ceil(centre - reach - 0.5), 0)
    const last = Math.min(Math.floor(centre + reach - 0.5), from - 1)
    const raw = Array.from({ length: last - first + 1 }, (__, k) =>
      Math.max(1 - Math.abs(first + k + 0.5 - centre) / reach, 1e-6),
    )
    const sum = raw.reduce((total, weight) => total + weight, 0)
    return { first, weights: raw.map((weight) => weight / sum) }
  })
}

/** Resizes by a triangle filter as wide as the step: bilinear when growing, free of aliasing when shrinking. */
export function resized({ width, height, pixels }: Grey, toWidth: number, toHeight: number): Float32Array {
  const rows = new Float32Array(toWidth * height)
  for (const [x, { first, weights }] of weightsOf(width, toWidth).entries()) {
    for (let y = 0; y < height; y++) {
      let sum = 0
      for (let k = 0; k < weights.length; k++) sum += (weights[k] ?? 0) * (pixels[y * width + first + k] ?? 0)
      rows[y * toWidth + x] = sum
    }
  }
  const result = new Float32Array(toWidth * toHeight)
  for (const [y, { first, weights }] of weightsOf(height, toHeight).entries()) {
    for (let k = 0; k < weights.length; k++) {
      const [weight, from] = [weights[k] ?? 0, (first + k) * toWidth]
      for (let x = 0; x < toWidth; x++) {
        const i = y * toWidth + x
        result[i] = (result[i] ?? 0) + weight * (rows[from + x] ?? 0)
      }
    }
  }
  return result
}

/** Bilinear value at a place; the outermost pixels go on for ever. */
function valueAt({ width, height, pixels }: Grey, x: number, y: number): number {
  const [u, v] = [Math.min(Math.max(x - 0.5, 0), width - 1), Math.min(Math.max(y - 0.5, 0), height - 1)]
  const [left, top] = [Math.floor(u), Math.floor(v)]
  const [right, below] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)]
  const [a, b] = [u - left, v - top]
  const upper = (pixels[top * width + left] ?? 0) * (1 - a) + (pixels[top * width + right] ?? 0) * a
  const lower = (pixels[below * width + left] ?? 0) * (1 - a) + (pixels[below * width + right] ?? 0) * a
  return upper * (1 - b) + lower * b
}

/**
 * Straightens a turned rectangle into a picture of the given size, by bilinear sampling at as many places a
 * pixel as the rectangle is larger.
 */
export function cropped(picture: Grey, rect: TurnedRect, width: number, height: number): Grey {
  const pixels = new Uint8Array(width * height)
  const [stepX, stepY] = [rect.width / width, rect.height / height]
  const times = Math.max(Math.round(Math.min(stepX, stepY)), 1)
  const [cos, sin] = [Math.cos(rect.angle), Math.sin(rect.angle)]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let k = 0; k < times * times; k++) {
        const u = (x + ((k % times) + 0.5) / times) * stepX - rect.width / 2
        const v = (y + (Math.floor(k / times) + 0.5) / times) * stepY - rect.height / 2
        sum += valueAt(picture, rect.x + u * cos - v * sin, rect.y + u * sin + v * cos)
      }
      pixels[y * width + x] = Math.round(sum / (times * times))
    }
  }
  return { width, height, pixels }
}
