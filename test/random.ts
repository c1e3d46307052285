/** A small seeded generator (mulberry32), so that "random moments" are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** How often a random test repeats: a sample by default, the full count with TALARIA_SOAK=1 (`npm run soak`). */
export function repeats(sample: number, full: number): number {
  return process.env['TALARIA_SOAK'] === '1' ? full : sample
}
