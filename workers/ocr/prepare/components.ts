import type { Grey } from '../../recognition.ts'

/** What hangs together in a picture of ink. */
export interface Components {
  /** Boxes and areas, five numbers each: left, top, width, height, pixels of ink. In order of their first rows. */
  boxes: Int32Array
  /** Stretches of ink along a row, four numbers each: component, row, first column, column after the last. */
  runs: Int32Array
  /** Whether all were counted: false when there were more labels than allowed, and the rows below were left out. */
  complete: boolean
}

export interface ComponentOptions {
  /** Levels up to this one are ink. */
  threshold: number
  /** Which pixels touch: the 4 beside, above and below, or the corners too. */
  neighbours: 4 | 8
  /** Labels given at most, which bounds memory; one shape can take several while it grows together. */
  maxLabels: number
}

/**
 * Connected components in two passes over runs of ink: the first gives labels and joins those that touch
 * (union-find, the smaller label is the root), the second sums up (Rosenfeld and Pfaltz, "Sequential operations in
 * digital picture processing", 1966).
 *
 * @param between called after every 64 rows; may throw.
 */
export function components(
  { width, height, pixels }: Grey,
  { threshold, neighbours, maxLabels }: ComponentOptions,
  between?: () => void,
): Components {
  const reach = neighbours === 8 ? 1 : 0
  const parents: number[] = []
  const runs = new RunList()
  let above = 0
  let complete = true
  for (let y = 0; y < height && complete; y++) {
    const own = runs.length
    let previous = above
    for (let x = 0; x < width && complete;) {
      if ((pixels[y * width + x] ?? 255) > threshold) {
        x++
        continue
      }
      const first = x
      while (x < width && (pixels[y * width + x] ?? 255) <= threshold) x++
      while (previous < own && runs.end(previous) + reach <= first) previous++
      let label = -1
      for (let run = previous; run < own && runs.start(run) < x + reach; run++) {
        const touching = rootOf(parents, runs.label(run))
        label = label < 0 ? touching : join(parents, label, touching)
      }
      if (label < 0) label = parents.push(parents.length) - 1
      runs.push(label, y, first, x)
      complete = parents.length < maxLabels
    }
    above = own
    if (y % 64 === 63) between?.()
  }
  return { ...summed(parents, runs.all()), complete }
}

/** The root of a label; halves the path on the way. */
function rootOf(parents: number[], label: number): number {
  let at = label
  for (let up = parents[at] ?? at; up !== at; up = parents[at] ?? at) {
    const next = parents[up] ?? up
    parents[at] = next
    at = next
  }
  return at
}

function join(parents: number[], one: number, other: number): number {
  const [root, child] = one < other ? [one, other] : [other, one]
  parents[child] = root
  return root
}

/** The second pass: labels become numbers of components from 0 on, without gaps. */
function summed(parents: number[], runs: Int32Array): { boxes: Int32Array; runs: Int32Array } {
  const numbers = new Int32Array(parents.length)
  let count = 0
  for (let label = 0; label < parents.length; label++) {
    const root = rootOf(parents, label)
    numbers[label] = root === label ? count++ : (numbers[root] ?? 0)
  }
  const boxes = new Int32Array(5 * count)
  for (let i = 0; i < runs.length; i += 4) {
    const number = numbers[runs[i] ?? 0] ?? 0
    runs[i] = number
    extend(boxes, 5 * number, runs[i + 1] ?? 0, runs[i + 2] ?? 0, runs[i + 3] ?? 0)
  }
  return { boxes, runs }
}

/** Takes a run into a box; runs come in order of their rows. */
function extend(boxes: Int32Array, at: number, y: number, first: number, end: number): void {
  const [left = 0, top = 0, width = 0, , area = 0] = boxes.subarray(at, at + 5)
  if (area === 0) {
    boxes.set([first, y, end - first, 1, end - first], at)
    return
  }
  const from = Math.min(left, first)
  boxes.set([from, top, Math.max(left + width, end) - from, y - top + 1, area + end - first], at)
}

/** Runs of ink as they are found, four numbers each, in memory that doubles when it is full. */
class RunList {
  length = 0
  #numbers = new Int32Array(4096)

  label(run: number): number {
    return this.#numbers[4 * run] ?? 0
  }

  start(run: number): number {
    return this.#numbers[4 * run + 2] ?? 0
  }

  end(run: number): number {
    return this.#numbers[4 * run + 3] ?? 0
  }

  push(label: number, y: number, first: number, end: number): void {
    const at = 4 * this.length++
    if (at === this.#numbers.length) {
      const larger = new Int32Array(2 * at)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[at] = label
    this.#numbers[at + 1] = y
    this.#numbers[at + 2] = first
    this.#numbers[at + 3] = end
  }

  all(): Int32Array {
    return this.#numbers.subarray(0, 4 * this.length)
  }
}
