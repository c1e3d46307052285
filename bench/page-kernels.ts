import { groundOf, flattenLight, lightKernel } from '../wasm/light.ts'
import type { GreyPicture } from '../wasm/grey.ts'
import { kernelModule } from '../wasm/modules.ts'
import { flattenReference, groundReference } from '../wasm/reference/light.ts'
import { resampleReference } from '../wasm/reference/resample.ts'
import { turnReference } from '../wasm/reference/turn.ts'
import { resample, resampleKernel } from '../wasm/resample.ts'
import { turn, turnKernel } from '../wasm/turn.ts'
import { components } from '../workers/ocr/prepare/components.ts'
import { quarterTurn } from '../workers/ocr/prepare/quarter-turn.ts'
import { skewOf } from '../workers/ocr/prepare/skew.ts'
import { median } from './harness.ts'
import { keepResults, printTable } from './report.ts'

/** A4 at 300 dpi, under a slope of light, with rows of small strokes where letters would be. */
function page(width: number, height: number): GreyPicture {
  const pixels = new Uint8Array(width * height)
  for (let i = 0; i < pixels.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const ink = y % 50 < 24 && (x % 17 < 4 || y % 50 < 3) && x % 128 < 100
    pixels[i] = (240 - (x * 120) / width) * (ink ? 0.2 : 1)
  }
  return { width, height, pixels }
}

function timed(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

/** Points as `ocr.measure` finds on a full page: a hundred thousand on sixty lines. */
function feet(): Int32Array {
  return Int32Array.from({ length: 200_000 }, (_, i) =>
    i % 2 === 0 ? (i >> 1) % 1240 : 28 * ((i >> 1) % 60),
  )
}

/**
 * The kernels for grey pages, copies in and out included, against their slow twins on a page of 2480 x 3508; and
 * what stayed TypeScript, with the time it takes.
 */
export async function bench(): Promise<void> {
  const whole = page(2480, 3508)
  const half = page(1240, 1754)
  const [light, scaling, turning] = [
    lightKernel(kernelModule('light')),
    resampleKernel(kernelModule('resample')),
    turnKernel(kernelModule('turn')),
  ]
  const ground = groundOf(light, whole)
  const cases: { name: string; kernel: () => void; twin: () => void }[] = [
    { name: 'ground', kernel: () => groundOf(light, whole), twin: () => groundReference(whole) },
    {
      name: 'flatten',
      kernel: () => flattenLight(light, whole, ground),
      twin: () => flattenReference(whole, ground),
    },
    {
      name: 'half size',
      kernel: () => resample(scaling, whole, 1240, 1754),
      twin: () => resampleReference(whole, 1240, 1754),
    },
    {
      name: 'twice the size, of a quarter',
      kernel: () => resample(scaling, half, 2480, 3508),
      twin: () => resampleReference(half, 2480, 3508),
    },
    {
      name: 'turn by 3.3 degrees',
      kernel: () => turn(turning, whole, 3.3, 255),
      twin: () => turnReference(whole, 3.3, 255),
    },
  ]
  const figures = cases.map(({ name, kernel, twin }) => {
    const kernelMs = median([1, 2, 3, 4, 5].map(() => timed(kernel)))
    const twinMs = timed(twin)
    return { name, kernelMs, twinMs, ratio: twinMs / kernelMs }
  })
  printTable([
    ['kernel', 'kernel ms', 'twin ms', 'twin/kernel'],
    ...figures.map(({ name, kernelMs, twinMs, ratio }) => [
      name,
      kernelMs.toFixed(1),
      twinMs.toFixed(0),
      ratio.toFixed(1),
    ]),
  ])
  const points = feet()
  const options = { threshold: 60, neighbours: 8, maxLabels: 600_000 } as const
  const plain: { name: string; run: () => void }[] = [
    { name: 'components, at half size', run: () => components(half, options) },
    { name: 'skew, 100,000 points', run: () => skewOf(points) },
    { name: 'quarter turn', run: () => quarterTurn(whole, 90) },
  ]
  const stayed = plain.map(({ name, run }) => ({ name, ms: median([1, 2, 3, 4, 5].map(() => timed(run))) }))
  printTable([['TypeScript only', 'ms'], ...stayed.map(({ name, ms }) => [name, ms.toFixed(1)])])
  keepResults('page-kernels', { figures, stayed })
}
