import { WIDE } from './pixels'
import { bring, clamped, outRow, pad, put, slot, startRows, workRow } from './rows'
import { highPairs, lowPairs } from './vectors'

/** Weights in Q14: half the centre's, then each distance's; pairs of them fill a lane. */
export const WEIGHTS: usize = 0

/** Addresses of the rows of one output row: the two at each distance, as pairs of pairs. */
const TAPS: usize = 64

/** Convolves a level in place, a row at a time: down the columns into the work row, then along it. */
export function convolve(at: usize, width: i32, height: i32, bytes: bool, radius: i32): void {
  const pairs = (<usize>(radius + 1)) >> 1
  startRows()
  for (let y = 0; y < height; y++) {
    bring(at, width, height, bytes, y + radius)
    for (let k = 0; k <= radius; k++) {
      store<usize>(TAPS + ((<usize>k) << 3), slot(clamped(y - k, height)))
      store<usize>(TAPS + ((<usize>k) << 3), slot(clamped(y + k, height)), 4)
    }
    columns(workRow, width, pairs)
    pad(workRow, width)
    along(workRow, outRow, width, pairs)
    put(outRow, at, y, width, bytes)
  }
}

/** One row of the convolution down the columns, of the rows whose addresses are the taps; four pixels a step. */
function columns(to: usize, width: i32, pairs: usize): void {
  const end = <usize>width * WIDE
  const half = i32x4.splat(8192)
  for (let x: usize = 0; x < end; x += 32) {
    let a = half
    let b = half
    let c = half
    let d = half
    const last = TAPS + (pairs << 4)
    let weightAt = WEIGHTS
    for (let tap = TAPS; tap < last; tap += 16) {
      const up = load<usize>(tap) + x
      const down = load<usize>(tap, 4) + x
      const upper = load<usize>(tap, 8) + x
      const lower = load<usize>(tap, 12) + x
      const weights = v128.load32_splat(weightAt)
      let near = i16x8.add(v128.load(up), v128.load(down))
      let far = i16x8.add(v128.load(upper), v128.load(lower))
      a = i32x4.add(a, i32x4.dot_i16x8_s(lowPairs(near, far), weights))
      b = i32x4.add(b, i32x4.dot_i16x8_s(highPairs(near, far), weights))
      near = i16x8.add(v128.load(up, 16), v128.load(down, 16))
      far = i16x8.add(v128.load(upper, 16), v128.load(lower, 16))
      c = i32x4.add(c, i32x4.dot_i16x8_s(lowPairs(near, far), weights))
      d = i32x4.add(d, i32x4.dot_i16x8_s(highPairs(near, far), weights))
      weightAt += 4
    }
    v128.store(to + x, i16x8.narrow_i32x4_s(i32x4.shr_s(a, 14), i32x4.shr_s(b, 14)))
    v128.store(to + x, i16x8.narrow_i32x4_s(i32x4.shr_s(c, 14), i32x4.shr_s(d, 14)), 16)
  }
}

/** The convolution along a padded row; four pixels a step. */
function along(from: usize, to: usize, width: i32, pairs: usize): void {
  const end = <usize>width * WIDE
  const half = i32x4.splat(8192)
  const last = WEIGHTS + (pairs << 2)
  for (let x: usize = 0; x < end; x += 32) {
    let a = half
    let b = half
    let c = half
    let d = half
    let left = from + x
    let right = left
    for (let w = WEIGHTS; w < last; w += 4) {
      const weights = v128.load32_splat(w)
      let near = i16x8.add(v128.load(left), v128.load(right))
      let far = i16x8.add(v128.load(left - WIDE), v128.load(right, 8))
      a = i32x4.add(a, i32x4.dot_i16x8_s(lowPairs(near, far), weights))
      b = i32x4.add(b, i32x4.dot_i16x8_s(highPairs(near, far), weights))
      near = i16x8.add(v128.load(left, 16), v128.load(right, 16))
      far = i16x8.add(v128.load(left, 8), v128.load(right, 24))
      c = i32x4.add(c, i32x4.dot_i16x8_s(lowPairs(near, far), weights))
      d = i32x4.add(d, i32x4.dot_i16x8_s(highPairs(near, far), weights))
      left -= 2 * WIDE
      right += 2 * WIDE
    }
    v128.store(to + x, i16x8.narrow_i32x4_s(i32x4.shr_s(a, 14), i32x4.shr_s(b, 14)))
    v128.store(to + x, i16x8.narrow_i32x4_s(i32x4.shr_s(c, 14), i32x4.shr_s(d, 14)), 16)
  }
}
