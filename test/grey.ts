import type { GreyPicture } from '../wasm/grey.ts'
import { seeded } from './random.ts'

/** A grey picture made pixel by pixel; levels outside 0..255 are taken to the nearest. */
export function grey(width: number, height: number, of: (x: number, y: number) => number): GreyPicture {
  const pixels = Uint8Array.from({ length: width * height }, (_, i) =>
    Math.max(0, Math.min(255, Math.round(of(i % width, Math.floor(i / width))))),
  )
  return { width, height, pixels }
}

/** Random levels, the same for the same seed; half of them are black or white, where roundings show. */
export function randomGrey(width: number, height: number, seed: number): GreyPicture {
  const random = seeded(seed)
  return grey(width, height, () => {
    const extreme = random() < 0.5
    return extreme ? (random() < 0.5 ? 0 : 255) : random() * 255
  })
}

/** Sides at the edges of vectors and blocks, some of them random, in pairs. */
export function oddSizes(seed: number, count: number): [width: number, height: number][] {
  const random = seeded(seed)
  const side = (): number => 1 + Math.floor(random() * 97)
  const edges = [1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65]
  return [
    ...edges.map((edge): [number, number] => [edge, side()]),
    ...edges.map((edge): [number, number] => [side(), edge]),
    ...Array.from({ length: count }, (): [number, number] => [side(), side()]),
  ]
}
