import type { GreyPicture } from '../wasm/grey.ts'
import { seeded } from './random.ts'

export interface DrawnPage {
  width: number
  height: number
  /** Degrees clockwise that bring the lines back to level: they are drawn leaning the other way. */
  skewDegrees?: number
  /** Columns of text. */
  columns?: number
  lines?: number
  /** Height of small letters in pixels; capitals are half as high again. */
  letterHeight?: number
  ink?: number
  ground?: number
}

/**
 * A page of words of upright and round strokes on level baselines, leaning as a whole, antialiased by four samples a
 * pixel: what a printed page is to a program that measures. The same for the same arguments.
 */
export function drawnPage(options: DrawnPage): GreyPicture {
  const {
    width,
    height,
    skewDegrees = 0,
    columns = 1,
    lines = 12,
    letterHeight = 16,
    ink = 30,
    ground = 240,
  } = options
  const rows = textRows(width, columns, lines, letterHeight)
  const [cos, sin] = [Math.cos((skewDegrees * Math.PI) / 180), Math.sin((skewDegrees * Math.PI) / 180)]
  const pitch = 2.4 * letterHeight
  const top = (height - lines * pitch) / 2 + pitch
  const isInk = (x: number, y: number): boolean => {
    const [dx, dy] = [x - width / 2, y - height / 2]
    const [u, v] = [dx * cos - dy * sin + width / 2, dx * sin + dy * cos + height / 2]
    const line = Math.ceil((v - top) / pitch)
    const above = top + line * pitch - v
    return (
      rows[line]?.some(
        (letter) => u >= letter.left && u < letter.right && letter.ink(u - letter.left, above),
      ) ?? false
    )
  }
  const pixels = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    let share = 0
    for (const [sx, sy] of [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ] as const) {
      if (isInk(x + sx, y + sy)) share += 0.25
    }
    return Math.round(ground + (ink - ground) * share)
  })
  return { width, height, pixels }
}

interface DrawnLetter {
  left: number
  right: number
  /** Whether there is ink so far from its left side and so high above the baseline. */
  ink(across: number, above: number): boolean
}

function textRows(width: number, columns: number, lines: number, size: number): DrawnLetter[][] {
  const random = seeded(11)
  const margin = Math.max(2 * size, width / 12)
  const gutter = 4 * size
  const column = (width - 2 * margin - (columns - 1) * gutter) / columns
  return Array.from({ length: lines }, () => {
    const letters: DrawnLetter[] = []
    for (let i = 0; i < columns; i++) {
      const end = margin + i * (column + gutter) + column
      let left = end - column
      while (left + size <= end) {
        const count = Math.min(2 + Math.floor(random() * 7), Math.floor((end - left) / size))
        for (let k = 0; k < count; k++, left += size) letters.push(letter(left, size, random()))
        left += 0.6 * size
      }
    }
    return letters
  })
}

/** A round letter, one with two stems, or a capital stem with a foot. */
function letter(left: number, size: number, kind: number): DrawnLetter {
  const width = 0.8 * size
  const stroke = 0.18 * size
  const shape = (across: number, above: number): boolean => {
    if (kind < 0.5) {
      const radius = Math.hypot((across - width / 2) / (width / 2), (above - size / 2) / (size / 2))
      return radius <= 1 && radius >= 0.55
    }
    if (kind < 0.8)
      return (
        above >= 0 && above <= size && (across < stroke || across > width - stroke || above > size - stroke)
      )
    return above >= 0 && above <= 1.5 * size && (across < stroke || (above < stroke && across < width))
  }
  return { left, right: left + width, ink: shape }
}
