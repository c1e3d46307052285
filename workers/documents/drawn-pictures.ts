import { identity } from './matrix.ts'
import type { Pdfjs } from './pdfjs.ts'

/** For each picture or stencil mask that an operator of pdf.js draws, its matrix: from the unit square to the space in use. */
export function drawnPictures(
  OPS: Pdfjs['OPS'],
  operator: number,
  args: readonly unknown[],
): ArrayLike<unknown>[] {
  switch (operator) {
    case OPS.paintImageXObject:
    case OPS.paintInlineImageXObject:
    case OPS.paintImageMaskXObject:
    case OPS.paintSolidColorImageMask:
      return [identity]
    case OPS.paintInlineImageXObjectGroup:
      return list(args[1]).map(transformOf)
    case OPS.paintImageMaskXObjectGroup:
      return list(args[0]).map(transformOf)
    case OPS.paintImageXObjectRepeat:
      return pairs(args[3]).map(([x, y]) => [args[1], 0, 0, args[2], x, y])
    case OPS.paintImageMaskXObjectRepeat:
      return pairs(args[5]).map(([x, y]) => [args[1], args[2], args[3], args[4], x, y])
    default:
      return []
  }
}

/** The entries of an array, plain or of numbers; none of anything else. */
export function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value as Float32Array) : []
}

function transformOf(image: unknown): readonly unknown[] {
  return typeof image === 'object' && image !== null && 'transform' in image ? list(image.transform) : []
}

function pairs(value: unknown): [unknown, unknown][] {
  const numbers = list(value)
  return Array.from({ length: numbers.length >> 1 }, (_, index) => [
    numbers[2 * index],
    numbers[2 * index + 1],
  ])
}
