import type { Point } from './geometry.ts'

/** Numbers in rows from the top. */
export interface Plane {
  width: number
  height: number
  values: Float32Array
}

/** Pixels that touch each other: the outline's corners (enough for a hull), how many, and their mean value. */
export interface Component {
  outline: Point[]
  area: number
  mean: number
}

/** Finds the groups of touching pixels (eight neighbours) above a threshold, in the order of their first pixel. */
export function components({ width, height, values }: Plane, threshold: number): Component[] {
  const seen = new Uint8Array(width * height)
  const found: Component[] = []
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] === 1 || (values[start] ?? 0) <= threshold) continue
    const rows = new Map<number, { from: number; to: number }>()
    let [area, sum] = [0, 0]
    const open = [start]
    seen[start] = 1
    for (let i = open.pop(); i !== undefined; i = open.pop()) {
      const [x, y] = [i % width, Math.floor(i / width)]
      area++
      sum += values[i] ?? 0
      const row = rows.get(y)
      if (row === undefined) rows.set(y, { from: x, to: x + 1 })
      else {
        row.from = Math.min(row.from, x)
        row.to = Math.max(row.to, x + 1)
      }
      for (let v = Math.max(y - 1, 0); v <= Math.min(y + 1, height - 1); v++) {
        for (let u = Math.max(x - 1, 0); u <= Math.min(x + 1, width - 1); u++) {
          const next = v * width + u
          if (seen[next] === 1 || (values[next] ?? 0) <= threshold) continue
          seen[next] = 1
          open.push(next)
        }
      }
    }
    const outline = [...rows].flatMap(([y, { from, to }]) => [
      { x: from, y },
      { x: to, y },
      { x: from, y: y + 1 },
      { x: to, y: y + 1 },
    ])
    found.push({ outline, area, mean: sum / area })
  }
  return found
}
