// Between straight bytes and premultiplied pixels with i16 channels.

/** Bytes of a pixel with i16 channels. */
export const WIDE: usize = 8

/** Opaque: 255 with six bits below. */
const FULL: i32 = 16320

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
export function widen(from: usize, to: usize, width: i32): void {
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
export function narrow(from: usize, to: usize, width: i32): void {
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
