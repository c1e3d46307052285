import type { Grey } from '../recognition.ts'

/**
 * Turns stored rows and columns upright: `orientation` as EXIF and TIFF number it, where row 0 and column 0 stand at
 * 1 top left, 2 top right, 3 bottom right, 4 bottom left, 5 left top, 6 right top, 7 right bottom, 8 left bottom.
 */
export function upright(grey: Grey, orientation: number): Grey {
  if (orientation <= 1 || orientation > 8) return grey
  const { width, height, pixels } = grey
  const sideways = orientation >= 5
  const turned = { width: sideways ? height : width, height: sideways ? width : height }
  const right = [2, 3, 6, 7].includes(orientation)
  const bottom = [3, 4, 7, 8].includes(orientation)
  const out = new Uint8Array(pixels.length)
  for (let row = 0, from = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, from += 1) {
      const [across, down] = sideways ? [row, column] : [column, row]
      const x = right ? turned.width - 1 - across : across
      const y = bottom ? turned.height - 1 - down : down
      out[y * turned.width + x] = pixels[from] ?? 0
    }
  }
  return { ...turned, pixels: out }
}
