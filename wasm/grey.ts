/** A grey picture: one byte a pixel, rows from the top without padding, 0 is black. */
export interface GreyPicture {
  width: number
  height: number
  pixels: Uint8Array
}

/** RangeError when a picture has no pixels, or not as many as its sides say. */
export function checkGrey({ width, height, pixels }: GreyPicture): void {
  const whole = Number.isInteger(width) && Number.isInteger(height) && width >= 1 && height >= 1
  if (!whole || pixels.length !== width * height) {
    throw new RangeError(`${pixels.length} bytes are not ${width} x ${height} grey pixels`)
  }
}
