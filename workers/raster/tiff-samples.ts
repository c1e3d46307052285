import type { Layout } from './tiff-layout.ts'

/** Undoes horizontal differencing (TIFF 6.0, section 14) in rows of `rowBytes`. */
export function undoPredictor(rows: Uint8Array, rowBytes: number, layout: Layout, little: boolean): void {
  const { samples, bits } = layout
  const step = samples * (bits / 8)
  const [low, high] = little ? [0, 1] : [1, 0]
  for (let start = 0; start + rowBytes <= rows.length; start += rowBytes) {
    for (let at = start + step; at < start + rowBytes; at += bits / 8) {
      const [l, h] = [at + low, at + high]
      if (bits === 8) {
        rows[at] = (rows[at] ?? 0) + (rows[at - step] ?? 0)
      } else {
        const sum = (rows[l] ?? 0) + (rows[l - step] ?? 0) + 256 * ((rows[h] ?? 0) + (rows[h - step] ?? 0))
        rows[l] = sum
        rows[h] = sum >> 8
      }
    }
  }
}

/** Writes one row of stored samples as straight RGBA8. `palette`: 16-bit reds, then greens, then blues. */
export function toRgba(
  row: Uint8Array,
  width: number,
  layout: Layout,
  palette: readonly number[],
  little: boolean,
): Uint8Array {
  const { bits, samples, photometric, alpha } = layout
  const sample = sampler(row, bits, little)
  const top = 2 ** bits - 1
  const colours = palette.length / 3
  const rgba = new Uint8Array(width * 4)
  for (let x = 0, to = 0; x < width; x += 1, to += 4) {
    const value = (index: number): number => Math.round((sample(x * samples + index) * 255) / top)
    const a = alpha ? value(alpha.sample) : 255
    // Colours that were multiplied with alpha are divided by it again.
    const straight = (colour: number): number =>
      alpha?.multiplied && a > 0 ? Math.min(255, Math.round((colour * 255) / a)) : colour
    if (photometric === 3) {
      const entry = sample(x * samples)
      for (let i = 0; i < 3; i += 1) rgba[to + i] = Math.round((palette[entry + i * colours] ?? 0) / 257)
    } else if (photometric === 5) {
      const white = 255 - value(3)
      for (let i = 0; i < 3; i += 1) rgba[to + i] = Math.round(((255 - value(i)) * white) / 255)
    } else if (photometric === 2) {
      for (let i = 0; i < 3; i += 1) rgba[to + i] = straight(value(i))
    } else {
      rgba.fill(straight(photometric === 0 ? 255 - value(0) : value(0)), to, to + 3)
    }
    rgba[to + 3] = a
  }
  return rgba
}

function sampler(row: Uint8Array, bits: number, little: boolean): (index: number) => number {
  if (bits === 8) return (index) => row[index] ?? 0
  if (bits === 16) {
    const [low, high] = little ? [0, 1] : [1, 0]
    return (index) => (row[index * 2 + low] ?? 0) | ((row[index * 2 + high] ?? 0) << 8)
  }
  const mask = 2 ** bits - 1
  return (index) => {
    const at = index * bits
    return ((row[at >> 3] ?? 0) >> (8 - bits - (at & 7))) & mask
  }
}
