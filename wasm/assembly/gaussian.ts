/**
 * Gaussian blur of straight RGBA8 pixels in place. Inside, colours are premultiplied and carry six bits below
 * the byte (0..16320), so that a pixel keeps its colour (exactly from alpha 4 up); all sums are exact integers with one stated
 * rounding each, so the slow twin in ../reference/gaussian.ts gives the same bytes.
 *
 * A small sigma is a separable convolution with sampled weights (Q14). A large one goes down a pyramid: each
 * level halves the picture with the binomial [1 4 6 4 1]/16, the last is convolved with what variance is
 * left, and the way up doubles it with the same binomial (Burt & Adelson, "The Laplacian pyramid as a compact
 * image code", 1983). That composite of cubic B-splines and a Gaussian is a far better Gaussian than repeated
 * boxes, and its cost hardly depends on sigma. How far to go down and the weights come from
 * ../gaussian-plan.ts, which also states the error.
 *
 * Beyond its edges the picture goes on with its edge pixels. A level holds one sample more on either side than
 * it needs to cover the picture: there it is constant already, so that repeating its ends is exact.
 *
 *     0      weights, i16: half the centre, then each distance 1..radius      radius <= 31, odd
 *     64     taps: addresses of the rows of one output row, 4 u32 a pair of weights
 *     1024   pixels, u8 RGBA, width * height                                  in and out
 *     ...    ring: rows as i16 RGBA, 2 * radius + 1 of them                   row y is in slot y mod slots
 *     ...    two work rows, i16 RGBA, PAD pixels of room on either side
 *     ...    level 1, i16 RGBA; level 2; ... level n
 */

const WEIGHTS: usize = 0
const TAPS: usize = 64
const PIXELS: usize = 1024
/** Pixels of room on either side of a work row: the largest radius, and what whole vectors overrun. */
const PAD: i32 = 36
/** Bytes of a pixel with i16 channels. */
const WIDE: usize = 8
/** Opaque: 255 with six bits below. */
const FULL: i32 = 16320

let ring: usize = 0
let slots: i32 = 0
let stride: usize = 0
let brought: i32 = 0
let workRow: usize = 0
let outRow: usize = 0

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
  let bytes: f64 = <f64>PIXELS + 4.0 * <f64>width * <f64>height + 16.0
  bytes += <f64>(2 * radius + 3) * <f64>rowBytes(width) + <f64>(4 * PAD) * <f64>WIDE
  for (let level = 0; level < levels; level++) {
    width = halved(width)
    height = halved(height)
    bytes += <f64>rowBytes(width) * <f64>height
  }
  return bytes
}

/** Blurs the pixels in place: `levels` halvings, then a convolution of the given odd radius. */
export function blur(width: i32, height: i32, levels: i32, radius: i32): void {
  stride = rowBytes(width)
  slots = 2 * radius + 1
  ring = (PIXELS + <usize>width * <usize>height * 4 + 15) & ~15
  workRow = ring + <usize>slots * stride + <usize>PAD * WIDE
  outRow = workRow + stride + <usize>(2 * PAD) * WIDE
  descend(PIXELS, width, height, true, outRow + stride + <usize>PAD * WIDE, levels, radius)
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

// --- rows -------------------------------------------------------------------------------------------------

/** Bytes of a row with i16 channels, with room for whole vectors. */
function rowBytes(width: i32): usize {
  return ((<usize>width + 5) * WIDE) & ~15
}

/** Samples of a level above `length` samples: -1 ..= ceil((length + 1) / 2). */
function halved(length: i32): i32 {
  return ((length + 2) >> 1) + 2
}

function clamped(index: i32, length: i32): i32 {
  return max(0, min(index, length - 1))
}

function slot(y: i32): usize {
  return ring + <usize>(y % slots) * stride
}

/** Brings rows up to and including `last` into the ring, in order. */
function bring(at: usize, width: i32, height: i32, bytes: bool, last: i32): void {
  const end = min(last, height - 1)
  while (brought <= end) {
    if (bytes) widen(at + <usize>brought * <usize>width * 4, slot(brought), width)
    else memory.copy(slot(brought), at + <usize>brought * rowBytes(width), <usize>width * WIDE)
    brought++
  }
}

/** Puts a finished row in its place. */
function put(row: usize, at: usize, y: i32, width: i32, bytes: bool): void {
  if (bytes) narrow(row, at + <usize>y * <usize>width * 4, width)
  else memory.copy(at + <usize>y * rowBytes(width), row, <usize>width * WIDE)
}

/** Repeats the ends of a work row into its room. */
function pad(row: usize, width: i32): void {
  const first = load<u64>(row)
  const last = load<u64>(row + <usize>(width - 1) * WIDE)
  const end = row + <usize>width * WIDE
  for (let i: usize = 0; i < <usize>PAD * WIDE; i += WIDE) {
    store<u64>(row - WIDE - i, first)
    store<u64>(end + i, last)
  }
}

/** Two straight pixels as bytes in i16 lanes -> premultiplied: round(64 c a / 255), alpha 64 a. */
function premultiply(pixels: v128): v128 {
  const alphas = v128.shuffle<i16>(pixels, i16x8.splat(255), 3, 3, 3, 8, 7, 7, 7, 8)
  const products = i16x8.mul(pixels, alphas)
  // 16448 / 65536 is 64 / 255 to within a quarter of a unit over the whole range.
  const scale = i16x8.splat(16448)
  const half = i32x4.splat(32768)
  return i16x8.narrow_i32x4_u(
    i32x4.shr_u(i32x4.add(i32x4.extmul_low_i16x8_u(products, scale), half), 16),
    i32x4.shr_u(i32x4.add(i32x4.extmul_high_i16x8_u(products, scale), half), 16),
  )
}

/** A row of straight bytes -> premultiplied i16. */
function widen(from: usize, to: usize, width: i32): void {
  const whole = from + ((<usize>width) & ~3) * 4
  while (from < whole) {
    const pixels = v128.load(from)
    const low = i16x8.extend_low_i8x16_u(pixels)
    const high = i16x8.extend_high_i8x16_u(pixels)
    if (i32x4.all_true(i32x4.eq(i32x4.shr_u(pixels, 24), i32x4.splat(255)))) {
      v128.store(to, i16x8.shl(low, 6))
      v128.store(to, i16x8.shl(high, 6), 16)
    } else {
      v128.store(to, premultiply(low))
      v128.store(to, premultiply(high), 16)
    }
    from += 16
    to += 32
  }
  for (let left = width & 3; left > 0; left--) {
    v128.store64_lane(to, premultiply(i16x8.extend_low_i8x16_u(v128.load32_zero(from))), 0)
    from += 4
    to += WIDE
  }
}

/** A premultiplied pixel -> straight bytes: round(255 c / a), half up in f32; nothing where alpha rounds to 0. */
function straight(from: usize): u32 {
  const alpha = <i32>load<u16>(from, 6)
  const byte = (alpha + 32) >> 6
  if (byte == 0) return 0
  const colours = f32x4.convert_i32x4_s(v128.load16x4_u(from))
  const quotients = f32x4.div(f32x4.mul(colours, f32x4.splat(255)), f32x4.splat(<f32>alpha))
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.add(quotients, f32x4.splat(0.5)))
  const lanes = i16x8.narrow_i32x4_s(i32x4.replace_lane(whole, 3, byte), whole)
  return i32x4.extract_lane(i8x16.narrow_i16x8_u(lanes, lanes), 0)
}

/** A row of premultiplied i16 -> straight bytes. */
function narrow(from: usize, to: usize, width: i32): void {
  const whole = to + ((<usize>width) & ~3) * 4
  const opaque = i16x8.splat(<i16>FULL)
  const half = i16x8.splat(32)
  while (to < whole) {
    const first = v128.load(from)
    const second = v128.load(from, 16)
    const alphas = v128.shuffle<i16>(first, second, 3, 7, 11, 15, 3, 7, 11, 15)
    if (i16x8.all_true(i16x8.eq(alphas, opaque))) {
      v128.store(
        to,
        i8x16.narrow_i16x8_u(i16x8.shr_u(i16x8.add(first, half), 6), i16x8.shr_u(i16x8.add(second, half), 6)),
      )
    } else {
      store<u32>(to, straight(from))
      store<u32>(to, straight(from + 8), 4)
      store<u32>(to, straight(from + 16), 8)
      store<u32>(to, straight(from + 24), 12)
    }
    from += 32
    to += 16
  }
  for (let left = width & 3; left > 0; left--) {
    store<u32>(to, straight(from))
    from += WIDE
    to += 4
  }
}

// --- convolution ------------------------------------------------------------------------------------------

function lowPairs(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
}

function highPairs(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
}

/** Convolves a level in place, a row at a time: down the columns into the work row, then along it. */
function convolve(at: usize, width: i32, height: i32, bytes: bool, radius: i32): void {
  const pairs = (<usize>(radius + 1)) >> 1
  brought = 0
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

// --- halving and doubling ---------------------------------------------------------------------------------

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
function reduce(
  at: usize,
  width: i32,
  height: i32,
  bytes: bool,
  to: usize,
  lowWidth: i32,
  lowHeight: i32,
): void {
  brought = 0
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
function expand(low: usize, lowWidth: i32, at: usize, width: i32, height: i32, bytes: bool): void {
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
