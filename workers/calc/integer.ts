/** Whole-number work on BigInt that the language does not bring: sizes, roots, common divisors, products. */

const safe = BigInt(Number.MAX_SAFE_INTEGER)
const two32 = 2 ** 32

/** Hears a cancel inside long loops; throws the fault that ends the call. */
export type Checkpoint = () => void

/** Bits of |x|; 0 for 0. Linear in the size of x. */
export function bitLength(x: bigint): number {
  const size = x < 0n ? -x : x
  if (size <= safe) {
    const small = Number(size)
    return small < two32 ? 32 - Math.clz32(small) : 64 - Math.clz32(Math.floor(small / two32))
  }
  const hex = size.toString(16)
  return hex.length * 4 - Math.clz32(Number.parseInt(hex.charAt(0), 16)) + 28
}

const tens: bigint[] = [1n]

/** 10 to the power k; the first 1024 powers are kept. */
export function powerOfTen(k: number): bigint {
  const known = tens[k]
  if (known !== undefined) return known
  if (k >= 1024) return 10n ** BigInt(k)
  let power = tens[tens.length - 1] ?? 1n
  while (tens.length <= k) {
    power *= 10n
    tens.push(power)
  }
  return power
}

function smallGcd(x: number, y: number): number {
  while (y !== 0) {
    const rest = x % y
    x = y
    y = rest
  }
  return x
}

/** Greatest common divisor of |x| and |y|. */
export function gcd(x: bigint, y: bigint, checkpoint?: Checkpoint): bigint {
  let a = x < 0n ? -x : x
  let b = y < 0n ? -y : y
  if (a === 1n || b === 1n) return 1n
  if (a < b) [a, b] = [b, a]
  while (b > safe) {
    if (b >> 512n > 0n) [a, b] = lehmer(a, b, checkpoint)
    else [a, b] = [b, a % b]
  }
  if (b === 0n) return a
  if (a > safe) [a, b] = [b, a % b]
  return BigInt(smallGcd(Number(a), Number(b)))
}

/**
 * Shrinks a pair a >= b to a far smaller one with the same divisor: Lehmer's method, which runs most Euclidean
 * steps on the leading 52 bits only (Knuth, The Art of Computer Programming 2, 4.5.2, algorithm L).
 */
function lehmer(a: bigint, b: bigint, checkpoint?: Checkpoint): [bigint, bigint] {
  let length = bitLength(a)
  for (let round = 1; b >> 512n > 0n; round++) {
    if (round % 64 === 0) checkpoint?.()
    // `length` may be too high by now: look at the top 128 bits to learn the true one.
    const window = Math.max(0, length - 128)
    const top = a >> BigInt(window)
    if (top < 1n << 64n) {
      length = bitLength(a)
      if (top === 0n) continue
    } else length = window + bitLength(top)
    const shift = BigInt(length - 52)
    let p = Number(a >> shift)
    let q = Number(b >> shift)
    let A = 1
    let B = 0
    let C = 0
    let D = 1
    while (q + C !== 0 && q + D !== 0) {
      const quotient = Math.floor((p + A) / (q + C))
      if (quotient !== Math.floor((p + B) / (q + D))) break
      ;[A, C] = [C, A - quotient * C]
      ;[B, D] = [D, B - quotient * D]
      ;[p, q] = [q, p - quotient * q]
    }
    if (B === 0) [a, b] = [b, a % b]
    else {
      const first = BigInt(A) * a + BigInt(B) * b
      b = BigInt(C) * a + BigInt(D) * b
      a = first
    }
    if (a < b) [a, b] = [b, a]
  }
  return [a, b]
}

/**
 * Floor of the square root of x >= 0: Newton's method from a double for up to 1000 bits, else each step doubles
 * the digits (Zimmermann, Karatsuba Square Root, 1999).
 */
export function squareRoot(x: bigint): bigint {
  const double = Number(x)
  if (double < 2 ** 1000) {
    const start = Math.sqrt(double)
    if (start < 2 ** 26) return BigInt(Math.floor(start))
    // A little above the root, from where the steps only go down.
    let root = BigInt(Math.ceil(start * (1 + 2 ** -51)))
    for (;;) {
      const next = (root + x / root) >> 1n
      if (next >= root) return root
      root = next
    }
  }
  const quarter = BigInt((bitLength(x) - 1) >> 2)
  let root = squareRoot(x >> (2n * quarter)) << quarter
  // From a start with half of the digits right, one step is enough but for the last unit.
  root = (root + x / root) >> 1n
  while (root * root > x) root--
  while ((root + 1n) * (root + 1n) <= x) root++
  return root
}

/** Floor of the k-th root of x >= 0, by Newton's method from a floating start above the root. */
export function rootFloor(x: bigint, k: number, checkpoint?: Checkpoint): bigint {
  if (k === 1 || x < 2n) return x
  if (k === 2) return squareRoot(x)
  const bits = bitLength(x)
  if (bits <= k) return 1n
  const drop = Math.max(0, bits - 60)
  const logarithm = (Math.log2(Number(x >> BigInt(drop))) + drop) / k
  const shift = Math.max(0, Math.floor(logarithm) - 50)
  let root = (BigInt(Math.ceil(2 ** (logarithm - shift) * (1 + 1e-9))) + 1n) << BigInt(shift)
  const order = BigInt(k)
  const less = order - 1n
  for (;;) {
    if (bits > 20_000) checkpoint?.()
    const next = (less * root + x / root ** less) / order
    if (next >= root) return root
    root = next
  }
}

/** The whole k-th root of x >= 0, if it has one. */
export function exactRoot(x: bigint, k: number, checkpoint?: Checkpoint): bigint | undefined {
  const root = rootFloor(x, k, checkpoint)
  return root ** BigInt(k) === x ? root : undefined
}

/** Product of low, low + step, … up to high, by halves, so that the factors stay of equal size. */
export function product(low: number, high: number, step: number, checkpoint?: Checkpoint): bigint {
  const count = Math.floor((high - low) / step) + 1
  if (count < 1) return 1n
  if (count <= 16) {
    let result = BigInt(low)
    for (let i = low + step; i <= high; i += step) result *= BigInt(i)
    return result
  }
  if (count > 4096) checkpoint?.()
  const middle = low + Math.floor(count / 2) * step
  return product(low, middle - step, step, checkpoint) * product(middle, high, step, checkpoint)
}

/** Takes a factor out as often as it divides: the number of times, and what is left. */
export function takeOut(x: bigint, factor: bigint): { times: number; rest: bigint } {
  if (x % factor !== 0n) return { times: 0, rest: x }
  // Dividing by the square first keeps the number of divisions logarithmic.
  const { times, rest } = takeOut(x / factor, factor * factor)
  return rest % factor === 0n ? { times: times * 2 + 2, rest: rest / factor } : { times: times * 2 + 1, rest }
}
