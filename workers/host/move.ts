import { move, transferableSymbol, valueSymbol } from 'piscina'

/** A result that Piscina posts with some of its memory moved to the receiver instead of copied. */
export function withMoved(value: object, memory: readonly ArrayBuffer[]): unknown {
  return move({ [transferableSymbol]: memory, [valueSymbol]: value })
}
