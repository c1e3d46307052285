// Rows on their way through the kernel: a ring of source rows, so that a level can be written over while it is
// read, and two work rows with room on either side.
import { narrow, WIDE, widen } from './pixels'

/** Pixels of room on either side of a work row: the largest radius, and what whole vectors overrun. */
export const PAD: i32 = 36

let ring: usize = 0
let slots: i32 = 0
let stride: usize = 0
let brought: i32 = 0

/** A row convolved, halved or doubled along the columns only. */
export let workRow: usize = 0
/** A finished row. */
export let outRow: usize = 0

/** Lays out ring and work rows for a picture of this width. Answers the first address after them. */
export function layOut(at: usize, width: i32, radius: i32): usize {
  stride = rowBytes(width)
  slots = 2 * radius + 1
  ring = (at + 15) & ~15
  workRow = ring + <usize>slots * stride + <usize>PAD * WIDE
  outRow = workRow + stride + <usize>(2 * PAD) * WIDE
  return outRow + stride + <usize>PAD * WIDE
}

/** Bytes that `layOut` takes at most. */
export function layoutBytes(width: i32, radius: i32): f64 {
  return <f64>(2 * radius + 3) * <f64>rowBytes(width) + <f64>(4 * PAD) * <f64>WIDE + 16.0
}

/** Forgets the rows in the ring: another level begins. */
export function startRows(): void {
  brought = 0
}

/** Bytes of a row with i16 channels, with room for whole vectors. */
export function rowBytes(width: i32): usize {
  return ((<usize>width + 5) * WIDE) & ~15
}

/** The nearest index within a length. */
export function clamped(index: i32, length: i32): i32 {
  return max(0, min(index, length - 1))
}

/** Where a row that is in the ring is. */
export function slot(y: i32): usize {
  return ring + <usize>(y % slots) * stride
}

/** Brings rows up to and including `last` into the ring, in order. */
export function bring(at: usize, width: i32, height: i32, bytes: bool, last: i32): void {
  const end = min(last, height - 1)
  while (brought <= end) {
    if (bytes) widen(at + <usize>brought * <usize>width * 4, slot(brought), width)
    else memory.copy(slot(brought), at + <usize>brought * rowBytes(width), <usize>width * WIDE)
    brought++
  }
}

/** Puts a finished row in its place. */
export function put(row: usize, at: usize, y: i32, width: i32, bytes: bool): void {
  if (bytes) narrow(row, at + <usize>y * <usize>width * 4, width)
  else memory.copy(at + <usize>y * rowBytes(width), row, <usize>width * WIDE)
}

/** Repeats the ends of a work row into its room. */
export function pad(row: usize, width: i32): void {
  const first = load<u64>(row)
  const last = load<u64>(row + <usize>(width - 1) * WIDE)
  const end = row + <usize>width * WIDE
  for (let i: usize = 0; i < <usize>PAD * WIDE; i += WIDE) {
    store<u64>(row - WIDE - i, first)
    store<u64>(end + i, last)
  }
}
