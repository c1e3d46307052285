import { tokens } from './content-tokens.ts'
import { leastAlpha } from './graphics.ts'
import { identity, multiply, type Matrix } from './matrix.ts'
import { pageContent } from './page-content.ts'
import { isSame, paper } from './page-paint.ts'
import type { RawObject, RawObjects } from './raw-objects.ts'

/** Forms of a file, and what they unfold to, beyond which all is read closely. */
const maxFormBytes = 8 * 1024 * 1024
const maxForms = 200

/**
 * Tells the pages on which text may be hidden: their content has invisible, light or tiny text, text in a colour of
 * which there is a surface, text that does not begin within the page or its clip, or a surface over text. A look at the
 * content stream, which costs a few percent of reading it; whether text is hidden, only its glyphs tell.
 */
export class HidingPlaces {
  readonly #objects: RawObjects
  #file: FileSigns | undefined

  constructor(objects: RawObjects) {
    this.#objects = objects
  }

  /**
   * Said also of pages whose content cannot be got at, as that of an encrypted file. `view` is the page's box in its own
   * space: left, bottom, right, top.
   */
  mayHide(pageNumber: number, view: readonly number[]): boolean {
    const content = pageContent(this.#objects, pageNumber)
    if (content === undefined) return true
    const { hides, draws, layered, stated } = new ContentLook(view).through(content)
    if (hides) return true
    if (!draws && !layered && !stated) return false
    const file = (this.#file ??= signsOf(this.#objects))
    return (
      (draws && file.formsMayHide) ||
      ((draws || layered) && file.hidesLayers) ||
      (stated && file.isTransparent)
    )
  }
}

/** What is said of a whole file: which page draws what of it is not followed. */
interface FileSigns {
  formsMayHide: boolean
  hidesLayers: boolean
  isTransparent: boolean
}

function signsOf(objects: RawObjects): FileSigns {
  const forms: RawObject[] = []
  const signs: FileSigns = { formsMayHide: false, hidesLayers: false, isTransparent: false }
  for (const [, object] of objects.entries()) {
    const { head, isStream } = object
    for (const [, alpha] of head.matchAll(/\/ca\s+([\d.]+)/gi))
      signs.isTransparent ||= Number(alpha) < leastAlpha
    signs.hidesLayers ||= /\/OFF(?!\s*\[\s*\])/.test(head)
    if (isStream && /\/Subtype\s*\/Form\b/.test(head)) forms.push(object)
  }
  let bytes = 0
  signs.formsMayHide =
    forms.length > maxForms ||
    forms.some((form) => {
      const content = objects.stream(form)
      bytes += content?.length ?? 0
      if (content === undefined || bytes > maxFormBytes) return true
      return new ContentLook().through(content.toString('latin1')).hides
    })
  return signs
}

interface State {
  ctm: Matrix
  /** `#rrggbb`; of another space, its operands and operator. */
  colour: string
  mode: number
  size: number
  clip: Box | undefined
}

/** Least and greatest x, then y. */
type Box = readonly [x0: number, x1: number, y0: number, y1: number]

/** Smaller surfaces are lines. */
const leastSide = 3
/** Text this small on the page may be too small to be read. */
const smallText = 1.5
/** Surfaces and texts looked at; content with more is read closely. */
const most = 3000

const endsPath = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 's', 'S', 'n'])
const fills = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*'])

/** One pass through a content stream, of a page with its box or of a form. */
class ContentLook {
  hides = false
  /** Whether it draws pictures or forms. */
  draws = false
  /** Whether it has parts of layers. */
  layered = false
  /** Whether it takes graphics states from outside. */
  stated = false
  readonly #view: Box | undefined
  readonly #saved: State[] = []
  #state: State = { ctm: identity, colour: '#000000', mode: 0, size: 1, clip: undefined }
  #text = identity
  #line = identity
  #leading = 0
  #path: Box[] = []
  #clips = false
  readonly #texts: { x: number; y: number; colour: string }[] = []
  readonly #surfaces: string[] = []

  constructor([left, bottom, right, top]: readonly number[] = []) {
    if (left !== undefined && bottom !== undefined && right !== undefined && top !== undefined)
      this.#view = [left, right, bottom, top]
  }

  through(content: string): this {
    let operands: string[] = []
    for (const token of tokens(content)) {
      if (!/^[A-Za-z'"]/.test(token)) {
        operands.push(token)
        continue
      }
      this.#apply(token, operands)
      operands = []
      this.hides ||= this.#texts.length + this.#surfaces.length > most
      if (this.hides) return this
    }
    const colours = [...new Set(this.#texts.map(({ colour }) => colour))]
    const surfaces = [...new Set(this.#surfaces)]
    this.hides = colours.some((colour) => surfaces.some((surface) => mayBeSame(colour, surface)))
    return this
  }

  #apply(operator: string, operands: readonly string[]): void {
    const state = this.#state
    const at = (index: number): number => Number(operands[index] ?? 0)
    switch (operator) {
      case 'q':
        this.#saved.push({ ...state })
        break
      case 'Q':
        this.#state = this.#saved.pop() ?? state
        break
      case 'cm':
        state.ctm = multiply(state.ctm, operands.map(Number))
        break
      case 'g':
      case 'rg':
      case 'k':
      case 'sc':
      case 'scn':
        state.colour = colourOf(operands.map(Number), operator)
        break
      case 'Tr':
        state.mode = at(0)
        break
      case 'Tf':
        state.size = at(1)
        break
      case 'TL':
        this.#leading = at(0)
        break
      case 'BT':
        this.#text = this.#line = identity
        break
      case 'Tm':
        this.#text = this.#line = multiply(operands.map(Number), identity)
        break
      case 'TD':
        this.#leading = -at(1)
        this.#move(at(0), at(1))
        break
      case 'Td':
        this.#move(at(0), at(1))
        break
      case 'T*':
        this.#move(0, -this.#leading)
        break
      case "'":
      case '"':
        this.#move(0, -this.#leading)
        this.#show()
        break
      case 'Tj':
      case 'TJ':
        this.#show()
        break
      case 're':
        this.#path.push(this.#box(at(0), at(1), at(2), at(3)))
        break
      case 'm':
        this.#path.push(this.#box(at(0), at(1), 0, 0))
        break
      case 'l':
      case 'c':
      case 'v':
      case 'y':
        this.#extend(at(operands.length - 2), at(operands.length - 1))
        break
      case 'W':
      case 'W*':
        this.#clips = true
        break
      case 'Do':
        this.draws = true
        break
      case 'gs':
        this.stated = true
        break
      case 'BDC':
        this.layered ||= operands[0] === '/OC'
        break
    }
    if (endsPath.has(operator)) this.#endPath(fills.has(operator))
  }

  #move(x: number, y: number): void {
    this.#text = this.#line = multiply(this.#line, [1, 0, 0, 1, x, y])
  }

  #show(): void {
    const { ctm, colour, mode, size, clip } = this.#state
    const [a, b, c, d, x, y] = multiply(ctm, this.#text)
    this.hides ||=
      mode !== 0 ||
      mayBeSame(colour, paper) ||
      size * Math.min(Math.hypot(a, b), Math.hypot(c, d)) < smallText ||
      (this.#view !== undefined && !isWithin(this.#view, x, y)) ||
      (clip !== undefined && !isWithin(clip, x, y))
    this.#texts.push({ x, y, colour })
  }

  #box(x: number, y: number, width: number, height: number): Box {
    const [x0, y0] = this.#onPage(x, y)
    const [x1, y1] = this.#onPage(x + width, y + height)
    return [Math.min(x0, x1), Math.max(x0, x1), Math.min(y0, y1), Math.max(y0, y1)]
  }

  #extend(x: number, y: number): void {
    const last = this.#path.pop()
    const point = this.#box(x, y, 0, 0)
    this.#path.push(last === undefined ? point : around([last, point]))
  }

  #onPage(x: number, y: number): [number, number] {
    const [a, b, c, d, e, f] = this.#state.ctm
    return [a * x + c * y + e, b * x + d * y + f]
  }

  #endPath(filled: boolean): void {
    const path = this.#path
    this.#path = []
    if (filled) for (const box of path) this.#paint(box)
    if (this.#clips && path.length > 0) {
      const { clip } = this.#state
      this.#state.clip = clip === undefined ? around(path) : shared(clip, around(path))
    }
    this.#clips = false
  }

  #paint(box: Box): void {
    if (box[1] - box[0] < leastSide || box[3] - box[2] < leastSide) return
    this.hides ||= this.#texts.some(({ x, y }) => isWithin(box, x, y))
    this.#surfaces.push(this.#state.colour)
  }
}

/** A colour as `#rrggbb`, ink as the complement of light; what the parts of other spaces mean is not known here. */
function colourOf(parts: readonly number[], operator: string): string {
  const [c = 0, m = 0, y = 0, k = 0] = parts
  if (operator === 'k') return hex([1 - c - k, 1 - m - k, 1 - y - k])
  if (operator === 'g') return hex([c, c, c])
  if (operator === 'rg') return hex([c, m, y])
  return `${parts.join(' ')} ${operator}`
}

const hex = (parts: readonly number[]): string =>
  `#${parts
    .map((part) =>
      Math.round(255 * Math.min(1, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Whether two colours look the same, or one is not known and not plainly dark on paper. */
function mayBeSame(colour: string, ground: string): boolean {
  const known = [colour, ground].every((one) => one.startsWith('#'))
  if (known) return isSame(colour, ground)
  if (ground !== paper) return colour === ground
  // In most spaces parts that are all high, or all low, may be light.
  const parts = colour.split(' ').slice(0, -1).map(Number)
  return parts.every((part) => part >= 0.9) || (parts.length !== 3 && parts.every((part) => part <= 0.1))
}

const isWithin = ([x0, x1, y0, y1]: Box, x: number, y: number): boolean =>
  x >= x0 && x <= x1 && y >= y0 && y <= y1

const around = (boxes: readonly Box[]): Box => [
  Math.min(...boxes.map(([x0]) => x0)),
  Math.max(...boxes.map(([, x1]) => x1)),
  Math.min(...boxes.map(([, , y0]) => y0)),
  Math.max(...boxes.map(([, , , y1]) => y1)),
]

const shared = (one: Box, other: Box): Box => [
  Math.max(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.min(one[3], other[3]),
]
