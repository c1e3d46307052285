import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Grey } from '../workers/recognition.ts'
import { decodePng } from '../workers/image/png-decode.ts'
import { kernelModule } from '../wasm/modules.ts'
import { pngFilterKernel } from '../wasm/png-filters.ts'
import { root } from './root.ts'

/** A picture of `test/fixtures/ocr` in grey. */
export function greyFixture(name: string): Grey {
  const file = readFileSync(join(root, 'test/fixtures/ocr', name))
  const limits = { maxPixels: 4_000_000, maxSide: 8000 }
  const { picture } = decodePng(file, limits, pngFilterKernel(kernelModule('png-filters')))
  const { width, height, pixels } = picture
  const at = (i: number): number => pixels[i] ?? 0
  // Rec. 601 luma.
  const grey = Uint8Array.from({ length: width * height }, (_, i) =>
    Math.round(0.299 * at(4 * i) + 0.587 * at(4 * i + 1) + 0.114 * at(4 * i + 2)),
  )
  return { width, height, pixels: grey }
}

/** A page of one grey. */
export function flatPage(width: number, height: number, grey = 255): Grey {
  return { width, height, pixels: new Uint8Array(width * height).fill(grey) }
}

/** The page turned clockwise by 90 degrees. */
export function turned({ width, height, pixels }: Grey): Grey {
  const out = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) out[x * height + (height - 1 - y)] = pixels[y * width + x] ?? 0
  }
  return { width: height, height: width, pixels: out }
}
