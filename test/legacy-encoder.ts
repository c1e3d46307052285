import { decodeAs } from '../workers/formats/text/encoding.ts'

const maps = new Map<string, ReadonlyMap<string, readonly number[]>>()

/** Bytes of a text in a legacy encoding: all sequences of one and two bytes, turned round. Unknown characters throw. */
export function encodeLegacy(text: string, encoding: string): Uint8Array {
  const known = maps.get(encoding) ?? mapOf(encoding)
  maps.set(encoding, known)
  return Uint8Array.from(
    Array.from(text, (char) => {
      const bytes = known.get(char)
      if (bytes === undefined) throw new Error(`${encoding} has no ${char}`)
      return bytes
    }).flat(),
  )
}

function mapOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const map = new Map<string, readonly number[]>()
  const add = (...bytes: number[]): void => {
    const text = decodeAs(Uint8Array.from(bytes), encoding)
    if (Array.from(text).length === 1 && text !== '\ufffd' && !map.has(text)) map.set(text, bytes)
  }
  for (let byte = 0; byte < 256; byte += 1) add(byte)
  for (let lead = 0x80; lead < 256; lead += 1)
    for (let trail = 0x40; trail < 256; trail += 1) add(lead, trail)
  return map
}
