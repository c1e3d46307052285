/**
 * Gaussian blur of straight RGBA8 pixels in place. Inside, colours are premultiplied and carry six bits below the
 * byte (0..16320), so that a pixel keeps its colour (exactly from alpha 4 up). All sums are exact integers with one
 * stated rounding each, so the slow twin in ../reference/gaussian.ts gives the same bytes.
 *
 * A small sigma is a separable convolution with sampled weights (Q14). A large one goes down a pyramid: each level
 * halves the picture with the binomial [1 4 6 4 1]/16, the last is convolved with what variance is left, and the
 * way up doubles it with the same binomial (Burt & Adelson, "The Laplacian pyramid as a compact image code", 1983).
 * That composite of cubic B-splines and a Gaussian is a far better Gaussian than repeated boxes, and its cost hardly
 * depends on sigma. How far to go down and the weights come from ../gaussian-plan.ts, which also states the error.
 *
 * Beyond its edges the picture goes on with its edge pixels. A level holds one sample more on either side than it
 * needs to cover the picture: there it is constant already, so that repeating its ends is exact.
 *
 *     0      weights, i16: half the centre, then each distance 1..radius      radius <= 31, odd
 *     64     taps: addresses of the rows of one output row, 4 u32 a pair of weights
 *     1024   pixels, u8 RGBA, width * height                                  in and out
 *     ...    ring: rows as i16 RGBA, 2 * radius + 1 of them                   row y is in slot y mod slots
 *     ...    two work rows, i16 RGBA, PAD pixels of room on either side
 *     ...    level 1, i16 RGBA; level 2; ... level n
 */
import { convolve, WEIGHTS } from './gaussian/convolve'
import { expand, halved, reduce } from './gaussian/pyramid'
import { layOut, layoutBytes, rowBytes } from './gaussian/rows'

const PIXELS: usize = 1024

/** Where the caller puts the weights. */
export function weightsAt(): usize {
  return WEIGHTS
}

/** Where the caller puts the pixels and finds them after. */
export function pixelsAt(): usize {
  return PIXELS
}

/** Bytes of memory that `blur` with the same arguments needs; the caller grows it first. May exceed 4 GiB. */
export function bytesNeeded(width: i32, height: i32, levels: i32, radius: i32): f64 {
  let bytes: f64 = <f64>PIXELS + 4.0 * <f64>width * <f64>height + layoutBytes(width, radius)
  for (let level = 0; level < levels; level++) {
    width = halved(width)
    height = halved(height)
    bytes += <f64>rowBytes(width) * <f64>height
  }
  return bytes
}

/** Blurs the pixels in place: `levels` halvings, then a convolution of the given odd radius. */
export function blur(width: i32, height: i32, levels: i32, radius: i32): void {
  const free = layOut(PIXELS + <usize>width * <usize>height * 4, width, radius)
  descend(PIXELS, width, height, true, free, levels, radius)
}

/** One level: convolves it when it is the last, else halves it, does the next and doubles that back. */
function descend(
  at: usize,
  width: i32,
  height: i32,
  bytes: bool,
  free: usize,
  levels: i32,
  radius: i32,
): void {
  if (levels == 0) {
    convolve(at, width, height, bytes, radius)
    return
  }
  const lowWidth = halved(width)
  const lowHeight = halved(height)
  reduce(at, width, height, bytes, free, lowWidth, lowHeight)
  descend(free, lowWidth, lowHeight, false, free + rowBytes(lowWidth) * <usize>lowHeight, levels - 1, radius)
  expand(free, lowWidth, at, width, height, bytes)
}
