import { deflateSync } from 'node:zlib'
import { pdfStream, type NewObjects } from './new-objects.ts'

/** Width of every character, in thousandths of the size of the letters. */
export const glyphWidth = 500

/** Characters that one font has codes for: two bytes, 0 left out. */
const MAX_CODES = 65_535

/**
 * Gives each character of a text layer a code of its own, and writes the font that maps the codes back. The font has one
 * empty glyph for all of them, so it can hold any script at a few hundred bytes; what the characters are stands in its
 * ToUnicode map (ISO 32000-1, 9.10.3), which is what search and copying go by.
 */
export class GlyphlessFont {
  readonly #codes = new Map<string, number>()

  /** The text as a string of the content stream; characters beyond those that fit are left out. */
  encode(text: string): string {
    let hex = ''
    for (const character of text) {
      let code = this.#codes.get(character)
      if (code === undefined) {
        if (this.#codes.size >= MAX_CODES) continue
        code = this.#codes.size + 1
        this.#codes.set(character, code)
      }
      hex += hex4(code)
    }
    return `<${hex}>`
  }

  /** Writes the font as the object of a number. */
  writeAs(number: number, objects: NewObjects): void {
    const file = trueType()
    const fontFile = objects.add(pdfStream(deflateSync(file), `/Filter/FlateDecode/Length1 ${file.length}`))
    const descriptor = objects.add(
      '<</Type/FontDescriptor/FontName/GlyphLessFont/Flags 5/FontBBox[0 0 500 1000]/ItalicAngle 0/Ascent 1000' +
        `/Descent -1/CapHeight 1000/StemV 80/FontFile2 ${fontFile} 0 R>>`,
    )
    // All codes lead to the one glyph there is.
    const toGlyph = deflateSync(Buffer.alloc(2 * (this.#codes.size + 1)))
    const glyphMap = objects.add(pdfStream(toGlyph, '/Filter/FlateDecode'))
    const descendant = objects.add(
      '<</Type/Font/Subtype/CIDFontType2/BaseFont/GlyphLessFont/CIDToGIDMap ' +
        `${glyphMap} 0 R/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW ${glyphWidth}` +
        `/FontDescriptor ${descriptor} 0 R>>`,
    )
    const unicode = objects.add(pdfStream(deflateSync(Buffer.from(this.#toUnicode())), '/Filter/FlateDecode'))
    objects.set(
      number,
      '<</Type/Font/Subtype/Type0/BaseFont/GlyphLessFont/Encoding/Identity-H' +
        `/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
    )
  }

  #toUnicode(): string {
    const lines = Array.from(this.#codes, ([character, code]) => `<${hex4(code)}> <${utf16(character)}>`)
    const blocks: string[] = []
    for (let at = 0; at < lines.length; at += 100) {
      const block = lines.slice(at, at + 100)
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
    }
    return (
      '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n' +
      '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n' +
      '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n' +
      `${blocks.join('\n')}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n`
    )
  }
}

const hex4 = (code: number): string => code.toString(16).padStart(4, '0')

function utf16(character: string): string {
  return Array.from({ length: character.length }, (_, i) => hex4(character.charCodeAt(i))).join('')
}

/** A TrueType font of one empty glyph: the tables that a font in a PDF must have (ISO 32000-1, 9.9). */
function trueType(): Buffer {
  const tables: [string, Buffer][] = [
    ['glyf', Buffer.alloc(4)],
    // Version, revision, checksum, magic, flags, 1000 units an em, dates, box, style, smallest size, direction, short loca.
    [
      'head',
      bytes(
        u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
        u16(0, 1000),
        Buffer.alloc(16),
        u16(0, 0, 500, 1000, 0, 8, 2, 0, 0),
      ),
    ],
    ['hhea', bytes(u32(0x10000), u16(1000, 0xffff, 0, 500), Buffer.alloc(22), u16(0, 1))],
    ['hmtx', u16(500, 0)],
    ['loca', u16(0, 0)],
    ['maxp', bytes(u32(0x10000), u16(1), Buffer.alloc(26))],
  ]
  let offset = 12 + 16 * tables.length
  const directory: Buffer[] = []
  const bodies: Buffer[] = []
  for (const [tag, body] of tables) {
    const padded = bytes(body, Buffer.alloc((4 - (body.length % 4)) % 4))
    let sum = 0
    for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0
    directory.push(Buffer.from(tag), u32(sum, offset, body.length))
    bodies.push(padded)
    offset += padded.length
  }
  return bytes(u32(0x10000), u16(tables.length, 64, 2, 16 * tables.length - 64), ...directory, ...bodies)
}

const bytes = (...parts: Buffer[]): Buffer => Buffer.concat(parts)

function u16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(2 * values.length)
  values.forEach((value, i) => buffer.writeUInt16BE(value, 2 * i))
  return buffer
}

function u32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length)
  values.forEach((value, i) => buffer.writeUInt32BE(value, 4 * i))
  return buffer
}
