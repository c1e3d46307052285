/** One axis of a rescaling: every output sample is a weighted sum of `used` samples from its start on. */
export interface AxisPlan {
  /** Output samples. */
  length: number
  /** Weights that count; start + used never passes the end of the source. */
  used: number
  /** Weights as stored for each output sample: `used`, rounded up to whole vectors of 8 with zeros. */
  taps: number
  starts: Uint32Array<ArrayBuffer>
  /** Q14, `taps` for each output sample; they sum to exactly 16384. */
  weights: Int16Array<ArrayBuffer>
}

const ONE = 16_384

/**
 * Plans an axis from `source` to `length` samples: area averaging when it becomes shorter, cubic convolution
 * (Keys, "Cubic convolution interpolation for digital image processing", 1981, a = -0.5: Catmull-Rom) when it
 * becomes longer. Samples are centred in their pixels; beyond the ends the last ones go on.
 */
export function planAxis(source: number, length: number): AxisPlan {
  const step = source / length
  const rows = Array.from({ length }, (_, i) =>
    step > 1 ? areaWeights(i, step, source) : cubicWeights(i, step, source),
  )
  const used = rows.reduce((most, { weights }) => Math.max(most, weights.length), 1)
  const taps = Math.ceil(used / 8) * 8
  const plan: AxisPlan = {
    length,
    used,
    taps,
    starts: new Uint32Array(length),
    weights: new Int16Array(length * taps),
  }
  rows.forEach(({ start, weights }, i) => {
    const first = Math.min(start, source - used)
    plan.starts[i] = first
    plan.weights.set(quantised(weights), i * taps + start - first)
  })
  return plan
}

interface Weights {
  start: number
  weights: number[]
}

function areaWeights(i: number, step: number, source: number): Weights {
  const [from, to] = [i * step, Math.min((i + 1) * step, source)]
  const start = Math.floor(from)
  const weights: number[] = []
  for (let k = start; k < to; k++) weights.push((Math.min(k + 1, to) - Math.max(k, from)) / step)
  return { start, weights }
}

function cubicWeights(i: number, step: number, source: number): Weights {
  const centre = (i + 0.5) * step - 0.5
  const base = Math.floor(centre)
  const start = Math.max(0, Math.min(base - 1, source - 1))
  const weights = new Array<number>(Math.max(1, Math.min(base + 2, source - 1) - start + 1)).fill(0)
  for (let k = base - 1; k <= base + 2; k++) {
    const at = Math.max(0, Math.min(k, source - 1)) - start
    weights[at] = (weights[at] ?? 0) + catmullRom(Math.abs(centre - k))
  }
  return { start, weights }
}

function catmullRom(distance: number): number {
  if (distance < 1) return (1.5 * distance - 2.5) * distance * distance + 1
  return distance < 2 ? ((-0.5 * distance + 2.5) * distance - 4) * distance + 2 : 0
}

/** Weights in Q14; what rounding lost goes to the largest, so that one level stays as it is. */
function quantised(weights: readonly number[]): number[] {
  const whole = weights.map((weight) => Math.round(weight * ONE))
  const largest = whole.indexOf(whole.reduce((most, weight) => Math.max(most, weight)))
  return whole.map((weight, i) => (i === largest ? weight + ONE - whole.reduce((a, b) => a + b) : weight))
}
