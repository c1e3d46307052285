import type { Leaf } from '../leaf.ts'

/**
 * Draws on a canvas and reads back four pixels as RGBA: red, green, blue, nothing. Shows that the native canvas
 * loads, draws and remembers; there is nothing to be rounded, so the answer is the same everywhere.
 */
export const draw: Leaf<Record<string, never>, { pixels: number[] }> = async () => {
  const { createCanvas } = await import('@napi-rs/canvas')
  const context = createCanvas(4, 1).getContext('2d')
  for (const [x, colour] of ['#ff0000', '#00ff00', '#0000ff'].entries()) {
    context.fillStyle = colour
    context.fillRect(x, 0, 1, 1)
  }
  return { pixels: Array.from(context.getImageData(0, 0, 4, 1).data) }
}
