/**
 * Turns a grey picture by a small angle: every output pixel is looked up in the source along a straight walk and
 * blended from its four neighbours (bilinear). Places are integers in Q32, of which eight bits below the pixel
 * count, so the slow twin in ../reference/turn.ts gives the same bytes.
 *
 *     0      a band of output rows, u8                                        out
 *     ...    source, u8, with a border of one pixel of ground all around      in
 */

/**
 * Output rows: the place of the first pixel is (u, v); a step along a row is (uAlong, vAlong), one down is
 * (uDown, vDown); all Q32, whole numbers. Sides are those of the source without its border.
 */
export function rows(
  count: i32,
  length: i32,
  source: usize,
  width: u32,
  height: u32,
  ground: i32,
  u: f64,
  v: f64,
  uAlong: f64,
  vAlong: f64,
  uDown: f64,
  vDown: f64,
): void {
  const stride = <usize>width + 2
  const stepU = <i64>uAlong
  const stepV = <i64>vAlong
  let to: usize = 0
  for (let y = 0; y < count; y++) {
    let s = <i64>(u + <f64>y * uDown)
    let t = <i64>(v + <f64>y * vDown)
    const end = to + <usize>length
    while (to < end) {
      // One more than the column and row of the upper left neighbour: the border's place.
      const column = <u32>(s >> 32) + 1
      const row = <u32>(t >> 32) + 1
      if (column <= width && row <= height) {
        const at = source + <usize>row * stride + <usize>column
        const upper = <u32>load<u16>(at)
        const lower = <u32>load<u16>(at + stride)
        const right = (<u32>s) >> 24
        const below = (<u32>t) >> 24
        // Upper and lower side by side in one word: 255 * 256 fits 16 bits.
        const lefts = (upper & 255) | ((lower & 255) << 16)
        const rights = (upper >> 8) | ((lower >> 8) << 16)
        const both = lefts * (256 - right) + rights * right
        store<u8>(to, ((both & 0xffff) * (256 - below) + (both >> 16) * below + 32768) >> 16)
      } else {
        store<u8>(to, ground)
      }
      s += stepU
      t += stepV
      to++
    }
  }
}
