/** A TIFF page to be made for a test: fields by number, and its strips or tiles as they are stored. */
export interface TiffPage {
  width: number
  height: number
  /** Further fields, as shorts; two numbers in a nested list are a rational. */
  fields?: Record<number, number[] | [number, number][]>
  /** Bytes of a field of undefined type, such as JPEGTables. */
  bytes?: Record<number, Uint8Array>
  blocks: Uint8Array[]
  tiled?: boolean
}

/** Makes a TIFF file after TIFF 6.0, pages in order, little-endian unless `big`. Knows nothing of our own reader. */
export function makeTiff(pages: readonly TiffPage[], { big = false } = {}): Uint8Array {
  const parts: Buffer[] = [Buffer.alloc(8)]
  let length = 8
  const push = (part: Uint8Array): number => {
    const at = length
    const padded = Buffer.concat([part, Buffer.alloc(part.length % 2)])
    parts.push(padded)
    length += padded.length
    return at
  }
  const number = (value: number, size: 2 | 4): Buffer => {
    const bytes = Buffer.alloc(size)
    if (big) bytes.writeUIntBE(value, 0, size)
    else bytes.writeUIntLE(value, 0, size)
    return bytes
  }
  const links: { at: number; to: number }[] = []
  let linkAt = 4
  for (const page of pages) {
    const offsets = page.blocks.map((block) => push(block))
    const [offsetTag, bytesTag] = page.tiled ? [324, 325] : [273, 279]
    const entries: [tag: number, type: number, count: number, value: Buffer][] = [
      [256, 4, 1, number(page.width, 4)],
      [257, 4, 1, number(page.height, 4)],
      [offsetTag, 4, offsets.length, Buffer.concat(offsets.map((value) => number(value, 4)))],
      [bytesTag, 4, offsets.length, Buffer.concat(page.blocks.map((block) => number(block.length, 4)))],
      ...Object.entries(page.fields ?? {}).map(([tag, values]): [number, number, number, Buffer] => {
        const rational = Array.isArray(values[0])
        const data = values.flatMap((value) =>
          Array.isArray(value) ? value.map((part) => number(part, 4)) : [number(value, 2)],
        )
        return [Number(tag), rational ? 5 : 3, values.length, Buffer.concat(data)]
      }),
      ...Object.entries(page.bytes ?? {}).map(([tag, data]): [number, number, number, Buffer] => [
        Number(tag),
        7,
        data.length,
        Buffer.from(data),
      ]),
    ]
    const rows = entries
      .sort(([a], [b]) => a - b)
      .map(([tag, type, count, value]) =>
        Buffer.concat([
          number(tag, 2),
          number(type, 2),
          number(count, 4),
          value.length > 4 ? number(push(value), 4) : Buffer.concat([value, Buffer.alloc(4 - value.length)]),
        ]),
      )
    const at = push(Buffer.concat([number(rows.length, 2), ...rows, Buffer.alloc(4)]))
    links.push({ at: linkAt, to: at })
    linkAt = at + 2 + rows.length * 12
  }
  const file = Buffer.concat(parts)
  file.write(big ? 'MM\0*' : 'II*\0', 0, 'latin1')
  for (const { at, to } of links) file.set(number(to, 4), at)
  return Uint8Array.from(file)
}

/** Bits as text to bytes, filled up with zeros. Blanks are left out. */
export function bits(text: string): Uint8Array {
  const all = text.replace(/\s/g, '')
  return Uint8Array.from((all.match(/.{1,8}/g) ?? []).map((byte) => parseInt(byte.padEnd(8, '0'), 2)))
}

/** Packs bytes with LZW as TIFF 6.0 section 13 spells it, with a table of strings. */
export function lzwPacked(data: Uint8Array): Uint8Array {
  let out = ''
  let table = new Map<string, number>()
  const size = (): number => 258 + table.size
  const width = (): number => (size() < 512 ? 9 : size() < 1024 ? 10 : size() < 2048 ? 11 : 12)
  const codeOf = (text: string): number => (text.length === 1 ? text.charCodeAt(0) : (table.get(text) ?? -1))
  const write = (code: number): void => {
    out += code.toString(2).padStart(width(), '0')
  }
  write(256)
  let held = ''
  for (const byte of data) {
    const next = String.fromCharCode(byte)
    if (held === '' || table.has(held + next)) {
      held += next
      continue
    }
    write(codeOf(held))
    table.set(held + next, size())
    held = next
    if (size() === 4094) {
      write(256)
      table = new Map()
    }
  }
  if (held !== '') write(codeOf(held))
  table.set('the last code', size())
  write(257)
  return bits(out)
}
