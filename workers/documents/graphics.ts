import { drawnPictures, list } from './drawn-pictures.ts'
import { identity, multiply, type Matrix } from './matrix.ts'
import { boundsOf, common, Paint, type Bounds } from './page-paint.ts'
import type { Pdfjs } from './pdfjs.ts'

/** How things are painted (ISO 32000-1, 8.4); a colour is `#rrggbb`, undefined where it is a pattern. */
export interface Look {
  /** Text rendering mode, 0 to 7. */
  mode: number
  fill: string | undefined
  stroke: string | undefined
  /** 0 to 1. */
  fillAlpha: number
  strokeAlpha: number
  /** Whether what lies beneath cannot show through by blending or a mask. */
  plain: boolean
  clip: Bounds | undefined
  /** Whether its layer is shown. */
  layerShown: boolean
}

/** The graphics state that text depends on. */
export interface GraphicsState {
  ctm: Matrix
  look: Look
  lineWidth: number
  font: string
  size: number
  charSpacing: number
  wordSpacing: number
  scale: number
  leading: number
  rise: number
}

const startState: GraphicsState = {
  ctm: identity,
  look: {
    mode: 0,
    fill: '#000000',
    stroke: '#000000',
    fillAlpha: 1,
    strokeAlpha: 1,
    plain: true,
    clip: undefined,
    layerShown: true,
  },
  lineWidth: 1,
  font: '',
  size: 1,
  charSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
}

/** Says whether the layer that marked content names is shown. */
export type LayerCheck = (properties: unknown) => boolean

/** Follows the drawing operators of pdf.js but for those of text: the state they leave and what they paint. */
export class Graphics {
  readonly paint = new Paint()
  state: GraphicsState
  readonly #OPS: Pdfjs['OPS']
  readonly #isShown: LayerCheck
  readonly #saved: GraphicsState[] = []
  /** Whether each open marked content had its layer shown around it. */
  readonly #layers: boolean[] = []
  /** Operators that fill the path before them. */
  readonly #fills: ReadonlySet<number>
  #clips = false
  /** Whether the space was changed and nothing painted since: pdf.js leaves out pictures that it does not decode. */
  #idle = false

  constructor(OPS: Pdfjs['OPS'], toPage: Matrix, isShown: LayerCheck) {
    this.#OPS = OPS
    this.#isShown = isShown
    this.#fills = new Set([
      OPS.fill,
      OPS.eoFill,
      OPS.fillStroke,
      OPS.eoFillStroke,
      OPS.closeFillStroke,
      OPS.closeEOFillStroke,
    ])
    this.state = { ...startState, ctm: toPage }
  }

  /** Hears that text is shown: the space was changed for it. */
  shown(): void {
    this.#idle = false
  }

  /** Hears that the page is over. */
  end(): void {
    this.#noteIdle()
  }

  apply(operator: number, args: readonly unknown[]): void {
    const { state } = this
    const OPS = this.#OPS
    switch (operator) {
      case OPS.save:
        this.#save()
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
      case OPS.endGroup:
        this.#noteIdle()
        this.state = this.#saved.pop() ?? state
        break
      case OPS.transform:
        this.#noteIdle()
        state.ctm = multiply(state.ctm, args)
        this.#idle = true
        break
      case OPS.paintFormXObjectBegin:
        this.#save()
        this.state.ctm = multiply(this.state.ctm, list(args[0]))
        this.#clip(list(args[1]))
        this.#idle = true
        break
      case OPS.beginGroup:
        this.#save()
        this.#enterGroup(args[0])
        break
      case OPS.setFillRGBColor:
        this.#look({ fill: String(args[0]) })
        break
      case OPS.setStrokeRGBColor:
        this.#look({ stroke: String(args[0]) })
        break
      case OPS.setFillColorN:
      case OPS.setFillTransparent:
        this.#look({ fill: undefined })
        break
      case OPS.setStrokeColorN:
      case OPS.setStrokeTransparent:
        this.#look({ stroke: undefined })
        break
      case OPS.setTextRenderingMode:
        this.#look({ mode: number(args[0], 0) })
        break
      case OPS.setLineWidth:
        state.lineWidth = number(args[0], 1)
        break
      case OPS.setGState:
        this.#setState(list(args[0]))
        break
      case OPS.clip:
      case OPS.eoClip:
        this.#clips = true
        break
      case OPS.constructPath:
        this.#path(number(args[0], OPS.endPath), list(args[1])[0], list(args[2]))
        break
      case OPS.shadingFill:
        this.#add(state.look.clip ?? everywhere)
        break
      case OPS.beginMarkedContentProps:
        this.#layers.push(state.look.layerShown)
        if (args[0] === 'OC' && !this.#isShown(args[1])) this.#look({ layerShown: false })
        break
      case OPS.beginMarkedContent:
        this.#layers.push(state.look.layerShown)
        break
      case OPS.endMarkedContent:
        this.#look({ layerShown: this.#layers.pop() ?? true })
        break
      default:
        for (const picture of drawnPictures(OPS, operator, args))
          this.#add(boundsOf(unitSquare, multiply(state.ctm, picture)))
    }
  }

  #save(): void {
    this.#saved.push({ ...this.state })
  }

  #look(changes: Partial<Look>): void {
    this.state.look = { ...this.state.look, ...changes }
  }

  #enterGroup(group: unknown): void {
    const { look } = this.state
    const { fillAlpha, strokeAlpha, plain } = look
    const isVeiled = fillAlpha < 1 || has(group, 'smask')
    // Within a group alpha starts anew; one that is not seen at all stays so.
    const alpha = (own: number): number => (own < leastAlpha ? own : 1)
    this.state.look = {
      ...look,
      plain: plain && !isVeiled,
      fillAlpha: alpha(fillAlpha),
      strokeAlpha: alpha(strokeAlpha),
    }
  }

  #setState(pairs: readonly unknown[]): void {
    for (const pair of pairs) {
      const [key, value] = list(pair)
      if (key === 'Font') {
        this.state.font = String(list(value)[0])
        this.state.size = number(list(value)[1], this.state.size)
      } else if (key === 'LW') this.state.lineWidth = number(value, 1)
      else if (key === 'ca') this.#look({ fillAlpha: number(value, 1) })
      else if (key === 'CA') this.#look({ strokeAlpha: number(value, 1) })
      else if (key === 'BM') this.#look({ plain: value === 'source-over' })
      else if (key === 'SMask' && value !== false) this.#look({ plain: false })
    }
  }

  #path(paints: number, data: unknown, minMax: readonly unknown[]): void {
    const OPS = this.#OPS
    const { ctm, look, lineWidth } = this.state
    const sides = minMax.map((side) => number(side, NaN))
    const [x0 = NaN, y0 = NaN, x1 = NaN, y1 = NaN] = sides
    if (!Number.isNaN(x0 + y0 + x1 + y1)) {
      if (this.#fills.has(paints)) {
        const isSolid = look.plain && look.fillAlpha === 1 && look.fill !== undefined
        const opaque = isSolid && isUpright(ctm) && isRectangular(data, [x0, y0, x1, y1])
        this.#add(boundsOf([x0, y0, x1, y1], ctm), opaque ? look.fill : undefined, opaque)
      } else if (paints !== OPS.endPath) {
        // A thick line may be the ground of a heading.
        const half = lineWidth / 2
        this.#add(boundsOf([x0 - half, y0 - half, x1 + half, y1 + half], ctm))
      }
      if (this.#clips) this.#clip([x0, y0, x1, y1])
    }
    this.#clips = false
  }

  #clip(box: readonly unknown[]): void {
    if (box.length !== 4) return
    const [x0, y0, x1, y1] = box.map((side) => number(side, NaN)) as [number, number, number, number]
    if (Number.isNaN(x0 + y0 + x1 + y1)) return
    this.#look({ clip: common(this.state.look.clip, boundsOf([x0, y0, x1, y1], this.state.ctm)) })
  }

  #add(bounds: Bounds, colour?: string, opaque = false): void {
    this.#idle = false
    const { look } = this.state
    if (!look.layerShown || look.fillAlpha < leastAlpha) return
    this.paint.add({ bounds: common(look.clip, bounds), colour, opaque })
  }

  /** A space that was made for something that is not there held a picture that is too large to be decoded here. */
  #noteIdle(): void {
    if (this.#idle) this.#add(boundsOf(unitSquare, this.state.ctm))
    this.#idle = false
  }
}

/** What is more transparent than this cannot be seen. */
export const leastAlpha = 0.05

const everywhere: Bounds = [-Infinity, -Infinity, Infinity, Infinity]
const unitSquare: Bounds = [0, 0, 1, 1]

const has = (value: unknown, key: string): boolean =>
  typeof value === 'object' && value !== null && Boolean(Reflect.get(value, key))

/** A path (moveTo 0, lineTo 1, closePath 4, as pdf.js codes them) of four corners that are those of its bounds. */
function isRectangular(data: unknown, [x0, y0, x1, y1]: Bounds): boolean {
  if (!(data instanceof Float32Array) || data.length < 12 || data.length > 16) return false
  const path = Array.from(data)
  const corners = new Set<string>()
  for (let at = 0; at < path.length;) {
    if (path[at] === 4) {
      at += 1
      continue
    }
    const [x, y] = [number(path[at + 1], NaN), number(path[at + 2], NaN)]
    if (Number(path[at]) > 1 || !isNear(x, x0, x1) || !isNear(y, y0, y1)) return false
    corners.add(`${Math.abs(x - x0) < Math.abs(x - x1)} ${Math.abs(y - y0) < Math.abs(y - y1)}`)
    at += 3
  }
  return corners.size === 4
}

const isNear = (value: number, one: number, other: number): boolean =>
  Math.min(Math.abs(value - one), Math.abs(value - other)) <= 0.01 * (other - one) + 1e-3

/** Whether upright rectangles stay upright. */
const isUpright = ([a, b, c, d]: Matrix): boolean => {
  const most = 1e-3 * Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d))
  return (Math.abs(b) <= most && Math.abs(c) <= most) || (Math.abs(a) <= most && Math.abs(d) <= most)
}

/** A finite number, or what stands for it. */
export function number(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise
}
