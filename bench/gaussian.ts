import { createCanvas, ImageData, type Canvas } from '@napi-rs/canvas'
import { gaussianBlur, gaussianKernel, type Picture } from '../wasm/gaussian.ts'
import { kernelModule } from '../wasm/modules.ts'
import { gaussianExact } from '../wasm/reference/gaussian-exact.ts'
import { gaussianReference } from '../wasm/reference/gaussian.ts'

const SIGMAS = [1, 2, 4, 20, 100]
const ROUNDS = 5

/** An opaque picture with smooth parts, hard edges and grain, the same every time. */
function photograph(width: number, height: number): Picture {
  const pixels = new Uint8Array(width * height * 4)
  let state = 1
  for (let i = 0; i < pixels.length; i++) {
    const [x, y, channel] = [(i >> 2) % width, Math.floor((i >> 2) / width), i & 3]
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    const shade = 96 + 60 * Math.sin(x / 90 + channel) * Math.cos(y / 70) + (((x >> 6) + (y >> 6)) % 2) * 60
    pixels[i] = channel === 3 ? 255 : shade + (state >>> 27)
  }
  return { width, height, pixels }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN
}

function timed(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function canvasOf({ width, height, pixels }: Picture): Canvas {
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').putImageData(new ImageData(Uint8ClampedArray.from(pixels), width, height), 0, 0)
  return canvas
}

/** Blurs a canvas into another by Skia; a pixel is read back, so that the drawing has been done. */
function blurCanvas(from: Canvas, to: Canvas, sigmaPx: number): void {
  const context = to.getContext('2d')
  context.filter = `blur(${sigmaPx}px)`
  context.drawImage(from, 0, 0)
  context.getImageData(0, 0, 1, 1)
}

/** Largest difference of the red channel to the exact Gaussian, away from the edges, where canvas blurs into nothing. */
function error(pixels: ArrayLike<number>, exact: Float64Array, side: number, margin: number): number {
  let most = 0
  for (let y = margin; y < side - margin; y++) {
    for (let x = margin; x < side - margin; x++) {
      most = Math.max(most, Math.abs((pixels[(y * side + x) * 4] ?? 0) - (exact[y * side + x] ?? 0)))
    }
  }
  return most
}

/**
 * The Gaussian kernel, copies in and out included, against the blur of @napi-rs/canvas (Skia) on 12 Mpx, and
 * against its slow twin on a hundredth of that; then the largest error of each on a small picture.
 */
export async function bench(): Promise<void> {
  const kernel = gaussianKernel(kernelModule('gaussian'))
  const large = photograph(4000, 3000)
  const small = photograph(400, 300)
  const [from, to] = [canvasOf(large), createCanvas(large.width, large.height)]
  console.log('sigma   kernel   canvas   canvas/kernel   twin/kernel, per pixel   (medians, ms at 12 Mpx)')
  for (const sigmaPx of SIGMAS) {
    const times: { kernel: number[]; canvas: number[]; twin: number[] } = { kernel: [], canvas: [], twin: [] }
    for (let round = 0; round < ROUNDS; round++) {
      times.kernel.push(timed(() => gaussianBlur(kernel, large, sigmaPx)))
      times.canvas.push(timed(() => blurCanvas(from, to, sigmaPx)))
    }
    times.twin.push(timed(() => gaussianReference(small.pixels, small.width, small.height, sigmaPx)))
    const [ours, theirs, twin] = [median(times.kernel), median(times.canvas), median(times.twin) * 100]
    console.log(
      `${String(sigmaPx).padStart(5)} ${ours.toFixed(0).padStart(8)} ${theirs.toFixed(0).padStart(8)} ` +
        `${(theirs / ours).toFixed(1).padStart(15)} ${(twin / ours).toFixed(0).padStart(24)}`,
    )
  }
  console.log('sigma   largest error in levels of 255: kernel, canvas')
  const side = 192
  for (const sigmaPx of [2, 4, 10]) {
    const picture = photograph(side, side)
    const red = picture.pixels.filter((_, i) => i % 4 === 0)
    const exact = gaussianExact(red, side, side, sigmaPx)
    const [source, target] = [canvasOf(picture), createCanvas(side, side)]
    blurCanvas(source, target, sigmaPx)
    gaussianBlur(kernel, picture, sigmaPx)
    const skia = target.getContext('2d').getImageData(0, 0, side, side).data
    const margin = Math.ceil(4 * sigmaPx)
    const errors = [picture.pixels, skia].map((pixels) =>
      error(pixels, exact, side, margin).toFixed(2).padStart(8),
    )
    console.log(`${String(sigmaPx).padStart(5)} ${errors.join(' ')}`)
  }
}
