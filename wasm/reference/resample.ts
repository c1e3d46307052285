import type { GreyPicture } from '../grey.ts'
import { planAxis, type AxisPlan } from '../resample-plan.ts'

/** The slow twin of `resample`: weighted sums down the columns, rounded to Q6, then along the rows. */
export function resampleReference(picture: GreyPicture, width: number, height: number): GreyPicture {
  const [down, along] = [planAxis(picture.height, height), planAxis(picture.width, width)]
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = Array.from({ length: picture.width }, (_, x) => {
      return (sum(down, y, (k) => picture.pixels[k * picture.width + x] ?? 0) + 128) >> 8
    })
    for (let x = 0; x < width; x++) {
      const level = (sum(along, x, (k) => row[k] ?? 0) + 524_288) >> 20
      pixels[y * width + x] = Math.max(0, Math.min(255, level))
    }
  }
  return { width, height, pixels }
}

function sum({ starts, weights, taps, used }: AxisPlan, i: number, sample: (k: number) => number): number {
  let total = 0
  for (let k = 0; k < used; k++) total += (weights[i * taps + k] ?? 0) * sample((starts[i] ?? 0) + k)
  return total
}
