/** What a character may be instead, and the probability of that at the surest step. */
export interface Form {
  text: string
  probability: number
}

/** A character that was read, and where. */
export interface Glyph {
  text: string
  /** 0..1. */
  confidence: number
  /** Middle of its time steps; whole numbers are the middles of steps. */
  step: number
  /** What it may be, itself among them, where other characters look alike; else none. */
  forms: Form[]
}

/**
 * Greedy decoding of connectionist temporal classification (Graves et al. 2006, section 3.2): the best class of
 * each step, repeats taken once, class 0 left out. `probabilities` has a row of `keys.length` a step; a glyph's
 * confidence is the largest of its steps. `alike` names the classes whose probabilities are wanted as well.
 */
export function decode(
  probabilities: Float32Array,
  keys: readonly string[],
  alike: ReadonlyMap<number, readonly number[]> = new Map(),
): Glyph[] {
  const formsAt = (step: number, best: number): Form[] =>
    (alike.get(best) ?? []).map((k) => ({
      text: keys[k] ?? '',
      probability: probabilities[step * keys.length + k] ?? 0,
    }))
  const classes = keys.length
  const glyphs: Glyph[] = []
  let [before, since] = [0, 0]
  for (let step = 0; step * classes < probabilities.length; step++) {
    let [best, highest] = [0, -Infinity]
    for (let k = 0; k < classes; k++) {
      const probability = probabilities[step * classes + k] ?? 0
      if (probability > highest) [best, highest] = [k, probability]
    }
    const last = glyphs.at(-1)
    if (best !== before) since = step
    if (best !== 0 && best === before && last !== undefined) {
      last.step = (since + step) / 2
      if (highest > last.confidence) last.forms = formsAt(step, best)
      last.confidence = Math.max(last.confidence, highest)
    } else if (best !== 0) {
      glyphs.push({ text: keys[best] ?? '', confidence: highest, step, forms: formsAt(step, best) })
    }
    before = best
  }
  return glyphs
}
