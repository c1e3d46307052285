import type { Word } from '../../bridge/operations/ocr.ts'
import type { Engine } from '../../workers/recognition.ts'
import type { PageReading } from './page-reading.ts'

/**
 * How likely a word is right, by the confidence of the program that read it: measured on pages that were blurred,
 * dimmed, bleached, reduced and sprinkled. The two count differently, above all where they are not sure.
 */
const RIGHT: Record<Engine, readonly (readonly [confidence: number, right: number])[]> = {
  tesseract: [
    [0, 0.1],
    [0.5, 0.45],
    [0.7, 0.6],
    [0.8, 0.78],
    [0.9, 0.9],
    [0.96, 0.99],
  ],
  ppocr: [
    [0, 0],
    [0.5, 0.12],
    [0.65, 0.2],
    [0.75, 0.45],
    [0.85, 0.7],
    [0.92, 0.83],
    [0.98, 0.97],
  ],
}

/** Two words stand in one place when they share this part of the smaller one. */
const SHARED = 0.5

/** A word that only one program read belongs to the line of its neighbour, within so many times its height. */
const NEAR = 3

interface Line {
  words: Word[]
  engine: Engine
}

/**
 * Two readings of one page as one: of lines that both read the one that is likelier right is taken, and lines that only
 * one of them read are kept where they are likelier right than wrong. Order and lines are those of the reading that is
 * surer as a whole; words of the other are sorted into them by their place.
 */
export function fused(a: PageReading, b: PageReading): PageReading {
  if (!hasText(a)) return b
  if (!hasText(b)) return a
  const [first, second] = gain(a) < gain(b) ? [b, a] : [a, b]
  if (first.rotation !== second.rotation) return first
  const lines = matched(linesOf(first), second).flatMap(([own, other]) => {
    const better = gainOf(other) > gainOf(own) ? other : own
    return better.words.length > 0 ? [better] : []
  })
  const letters = (engine?: Engine): number =>
    lines.reduce((sum, line) => sum + (line.engine === (engine ?? line.engine) ? lettersOf(line) : 0), 0)
  const sum = lines.reduce(
    (total, { words }) =>
      total + words.reduce((of, { text, confidence }) => of + text.length * confidence, 0),
    0,
  )
  return {
    ...first,
    engine: letters('tesseract') > letters('ppocr') ? 'tesseract' : 'ppocr',
    languages: [...new Set([...first.languages, ...second.languages])],
    confidence: Math.round((sum / letters()) * 10_000) / 10_000,
    text: lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n'),
    lines: lines.map(({ words }) => words),
  }
}

const lettersOf = ({ words }: Line): number => words.reduce((sum, { text }) => sum + text.length, 0)

/** A reading of one of the programs. */
type Read = PageReading & { engine: Engine }

const hasText = (reading: PageReading): reading is Read => reading.engine !== 'none'

const linesOf = ({ lines, engine }: Read): Line[] => lines.map((words) => ({ words, engine }))

/** Letters of a reading that are likely right less those that are likely wrong. */
const gain = (reading: Read): number => linesOf(reading).reduce((sum, line) => sum + gainOf(line), 0)

const gainOf = ({ words, engine }: Line): number =>
  words.reduce((sum, { text, confidence }) => sum + text.length * (2 * right(confidence, engine) - 1), 0)

function right(confidence: number, engine: Engine): number {
  const points = RIGHT[engine]
  const next = points.findIndex(([at]) => at >= confidence)
  const [below, above] = [points[next - 1] ?? points[0], next === -1 ? points.at(-1) : points[next]]
  if (below === undefined || above === undefined) return 0
  const part = above[0] === below[0] ? 0 : (confidence - below[0]) / (above[0] - below[0])
  return below[1] + (above[1] - below[1]) * Math.min(1, Math.max(0, part))
}

/** Each line of a reading with what another has in its place, and those that only the other has among them. */
function matched(first: readonly Line[], { lines: second, engine }: Read): [own: Line, other: Line][] {
  const places = new Places(first)
  const others = new Map(first.map((line) => [line, [] as Word[]]))
  const onlyThere = new Map<Line | undefined, Line[]>()
  let before: Line | undefined
  for (const words of second) {
    const lines = withNeighbours(
      words,
      words.map((word) => places.lineOf(word)),
    )
    for (const [index, word] of words.entries()) others.get(lines[index] as Line)?.push(word)
    const met = lines.findLast((line) => line !== undefined)
    if (met !== undefined) before = met
    else onlyThere.set(before, [...(onlyThere.get(before) ?? []), { words, engine }])
  }
  const none = { words: [], engine }
  const added = (after: Line | undefined): [Line, Line][] =>
    (onlyThere.get(after) ?? []).map((line) => [none, line])
  return [
    ...added(undefined),
    ...first.flatMap((line): [Line, Line][] => [
      [line, { words: others.get(line) ?? [], engine }],
      ...added(line),
    ]),
  ]
}

/** Lines of words, those without one with that of the word before or behind. */
function withNeighbours(words: readonly Word[], lines: readonly (Line | undefined)[]): (Line | undefined)[] {
  const found = [...lines]
  const take = (index: number, from: number): void => {
    const [word, neighbour] = [words[index], words[from]]
    if (word === undefined || neighbour === undefined || found[index] !== undefined) return
    const [left, other] = [word.box, neighbour.box].sort((one, two) => one[0] - two[0]) as [
      Word['box'],
      Word['box'],
    ]
    if (other[0] - (left[0] + left[2]) <= NEAR * word.box[3]) found[index] = found[from]
  }
  for (let index = 1; index < words.length; index += 1) take(index, index - 1)
  for (let index = words.length - 2; index >= 0; index -= 1) take(index, index + 1)
  return found
}

/** Height of a stripe of the page, in pixels. */
const STRIPE = 64

/** Words of lines by the stripes of the page they reach into. */
class Places {
  readonly #stripes = new Map<number, { word: Word; line: Line }[]>()

  constructor(lines: readonly Line[]) {
    for (const line of lines) {
      for (const word of line.words) {
        for (const stripe of stripesOf(word)) {
          const words = this.#stripes.get(stripe) ?? []
          words.push({ word, line })
          this.#stripes.set(stripe, words)
        }
      }
    }
  }

  /** The line with a word in the place of a word. */
  lineOf(own: Word): Line | undefined {
    let best: { line: Line; part: number } | undefined
    for (const stripe of stripesOf(own)) {
      for (const { word, line } of this.#stripes.get(stripe) ?? []) {
        const part = share(own, word)
        if (part >= SHARED && part > (best?.part ?? 0)) best = { line, part }
      }
    }
    return best?.line
  }
}

function* stripesOf({ box: [, top, , height] }: Word): Generator<number> {
  for (let stripe = Math.floor(top / STRIPE); stripe * STRIPE < top + height; stripe += 1) yield stripe
}

/** The part of the smaller of two words that both cover. */
function share({ box: [x, y, width, height] }: Word, { box: [ox, oy, owidth, oheight] }: Word): number {
  const across = Math.min(x + width, ox + owidth) - Math.max(x, ox)
  const down = Math.min(y + height, oy + oheight) - Math.max(y, oy)
  return across <= 0 || down <= 0 ? 0 : (across * down) / Math.min(width * height, owidth * oheight)
}
