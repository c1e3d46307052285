import { WIDE } from './pixels'
import { bring, clamped, outRow, pad, put, rowBytes, slot, startRows, workRow } from './rows'
import { highPairs, lowPairs } from './vectors'

/** Samples of a level above `length` samples: -1 ..= ceil((length + 1) / 2). */
export function halved(length: i32): i32 {
  return ((length + 2) >> 1) + 2
}

/** (a + 4 b + 6 c + 4 d + e + 8) >> 4 of i16 lanes. */
function binomial(a: v128, b: v128, c: v128, d: v128, e: v128): v128 {
  const outer = i16x8.add(a, e)
  const inner = i16x8.add(b, d)
  const weights = i32x4.splat(0x0004_0006)
  const half = i32x4.splat(8)
  const first = i32x4.add(i32x4.extend_low_i16x8_s(outer), half)
  const second = i32x4.add(i32x4.extend_high_i16x8_s(outer), half)
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(first, i32x4.dot_i16x8_s(lowPairs(c, inner), weights)), 4),
    i32x4.shr_s(i32x4.add(second, i32x4.dot_i16x8_s(highPairs(c, inner), weights)), 4),
  )
}

/** Halves a level into `to`: row and column j of that lie over 2 (j - 1) of this. */
export function reduce(
  at: usize,
  width: i32,
  height: i32,
  bytes: bool,
  to: usize,
  lowWidth: i32,
  lowHeight: i32,
): void {
  startRows()
  for (let j = 0; j < lowHeight; j++) {
    const y = 2 * (j - 1)
    bring(at, width, height, bytes, max(y + 2, 0))
    const a = slot(clamped(y - 2, height))
    const b = slot(clamped(y - 1, height))
    const c = slot(clamped(y, height))
    const d = slot(clamped(y + 1, height))
    const e = slot(clamped(y + 2, height))
    for (let x: usize = 0; x < <usize>width * WIDE; x += 16) {
      v128.store(
        workRow + x,
        binomial(v128.load(a + x), v128.load(b + x), v128.load(c + x), v128.load(d + x), v128.load(e + x)),
      )
    }
    pad(workRow, width)
    halveRow(workRow - 2 * WIDE, to + <usize>j * rowBytes(lowWidth), lowWidth)
  }
}

/** Halves along a padded row, `centre` being the first output's own pixel; two outputs a step. */
function halveRow(centre: usize, to: usize, lowWidth: i32): void {
  const end = to + <usize>lowWidth * WIDE
  while (to < end) {
    const v0 = v128.load(centre - 16)
    const v1 = v128.load(centre)
    const v2 = v128.load(centre, 16)
    const v3 = v128.load(centre, 32)
    v128.store(
      to,
      binomial(
        v128.shuffle<i64>(v0, v1, 0, 2),
        v128.shuffle<i64>(v0, v1, 1, 3),
        v128.shuffle<i64>(v1, v2, 0, 2),
        v128.shuffle<i64>(v1, v2, 1, 3),
        v128.shuffle<i64>(v2, v3, 0, 2),
      ),
    )
    centre += 32
    to += 16
  }
}

/** (a + 6 b + c + 4) >> 3 of i16 lanes, without leaving them. */
function onSample(a: v128, b: v128, c: v128): v128 {
  const bend = i16x8.sub(i16x8.add(a, c), i16x8.add(b, b))
  return i16x8.add(b, i16x8.shr_s(i16x8.add(bend, i16x8.splat(4)), 3))
}

/** Doubles the level `low` into the one below it: rows first, into the work row, then along that. */
export function expand(low: usize, lowWidth: i32, at: usize, width: i32, height: i32, bytes: bool): void {
  const lowStride = rowBytes(lowWidth)
  for (let y = 0; y < height; y++) {
    const a = low + <usize>(y >> 1) * lowStride
    const b = a + lowStride
    const c = b + lowStride
    if (y & 1) {
      for (let x: usize = 0; x < lowStride; x += 16) {
        v128.store(workRow + x, i16x8.avgr_u(v128.load(b + x), v128.load(c + x)))
      }
    } else {
      for (let x: usize = 0; x < lowStride; x += 16) {
        v128.store(workRow + x, onSample(v128.load(a + x), v128.load(b + x), v128.load(c + x)))
      }
    }
    doubleRow(workRow, outRow, width)
    put(outRow, at, y, width, bytes)
  }
}

/** Doubles along a row: four pixels a step. */
function doubleRow(from: usize, to: usize, width: i32): void {
  const end = to + <usize>width * WIDE
  while (to < end) {
    const a = v128.load(from)
    const b = v128.load(from, 8)
    const c = v128.load(from, 16)
    const even = onSample(a, b, c)
    const odd = i16x8.avgr_u(b, c)
    v128.store(to, v128.shuffle<i64>(even, odd, 0, 2))
    v128.store(to, v128.shuffle<i64>(even, odd, 1, 3), 16)
    from += 16
    to += 32
  }
}
