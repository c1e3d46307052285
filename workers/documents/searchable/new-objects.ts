/** A stream as an object's body. `entries` are those of its dictionary beside the length. */
export function pdfStream(data: Uint8Array, entries = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${data.length}>>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream', 'latin1'),
  ])
}

/** Objects to be written behind those that a file has, and those of them that take the place of one. */
export class NewObjects {
  readonly #bodies = new Map<number, { body: string | Buffer; generation: number }>()
  #next: number

  /** `next` is the first number that is free. */
  constructor(next: number) {
    this.#next = next
  }

  /** One more than the largest number in use. */
  get size(): number {
    return this.#next
  }

  /** A number for an object that is written later with `set`. */
  reserve(): number {
    return this.#next++
  }

  add(body: string | Buffer): number {
    const number = this.reserve()
    this.set(number, body)
    return number
  }

  set(number: number, body: string | Buffer, generation = 0): void {
    this.#bodies.set(number, { body, generation })
  }

  /**
   * The objects as bytes that stand in a file from `start` on, and the cross-reference section over them: a table, or a
   * stream where the file before has one (ISO 32000-1, 7.5.4 and 7.5.8). `trailer` are entries beside /Size.
   */
  written(start: number, trailer: string, asStream: boolean): Buffer {
    const parts: Buffer[] = []
    let at = start
    const put = (part: string | Buffer): void => {
      const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
      parts.push(bytes)
      at += bytes.length
    }
    const own = asStream ? this.reserve() : undefined
    const places: Place[] = []
    for (const [number, { body, generation }] of [...this.#bodies].sort(([a], [b]) => a - b)) {
      places.push({ number, generation, at })
      put(`${number} ${generation} obj\n`)
      put(body)
      put('\nendobj\n')
    }
    const section = at
    if (own === undefined) {
      put(`xref\n${table(places)}trailer\n<</Size ${this.#next}${trailer}>>\n`)
    } else {
      places.push({ number: own, generation: 0, at })
      const index = runs(places).map((run) => `${run[0]?.number ?? 0} ${run.length}`)
      const rows = Buffer.concat(places.map(row))
      put(`${own} 0 obj\n`)
      put(pdfStream(rows, `/Type/XRef/Size ${this.#next}/W[1 4 2]/Index[${index.join(' ')}]${trailer}`))
      put('\nendobj\n')
    }
    put(`startxref\n${section}\n%%EOF\n`)
    return Buffer.concat(parts)
  }
}

interface Place {
  number: number
  generation: number
  at: number
}

function row({ at, generation }: Place): Buffer {
  const bytes = Buffer.alloc(7)
  bytes[0] = 1
  bytes.writeUInt32BE(at, 1)
  bytes.writeUInt16BE(generation, 5)
  return bytes
}

const table = (places: readonly Place[]): string =>
  runs(places)
    .map((run) => {
      const lines = run.map(
        ({ at, generation }) => `${String(at).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`,
      )
      return `${run[0]?.number ?? 0} ${run.length}\n${lines.join('')}`
    })
    .join('')

/** Objects whose numbers follow each other. */
function runs(places: readonly Place[]): Place[][] {
  const found: Place[][] = []
  for (const place of places) {
    const last = found.at(-1)
    if (last !== undefined && last.at(-1)?.number === place.number - 1) last.push(place)
    else found.push([place])
  }
  return found
}
