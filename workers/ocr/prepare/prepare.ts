import { fault } from '../../../bridge/faults.ts'
import { quantile } from '../../../wasm/light-plan.ts'
import { flattenLight, groundOf, lightKernel } from '../../../wasm/light.ts'
import { resample, resampleKernel } from '../../../wasm/resample.ts'
import { planTurn } from '../../../wasm/turn-plan.ts'
import { turn, turnKernel } from '../../../wasm/turn.ts'
import { multiply, type Matrix } from '../../documents/matrix.ts'
import type { Leaf, LeafContext } from '../../leaf.ts'
import type { Grey, PageRaster } from '../../recognition.ts'
import { readPage, refuseLarge } from './page.ts'
import { quarterToSource, quarterTurn, type QuarterTurn } from './quarter-turn.ts'

/** What to do to a page, in this order; a step that would change nothing is left out. */
export interface PrepareTask {
  page: PageRaster
  /** Degrees clockwise, exactly. */
  turn: QuarterTurn
  /** White on black becomes black on white. */
  invert: boolean
  /** Divides by the ground, so that it becomes white. */
  flatten: boolean
  /** Degrees clockwise, -45..45, by bilinear sampling on a canvas that holds all of the page. */
  deskewDegrees: number
  /** 0.05..8: area averaging below 1, cubic convolution above. */
  scale: number
}

/** The page as it is to be read. */
export interface PreparedPage {
  page: PageRaster
  /** From its pixels to those of the given page: x' = a x + c y + e, y' = b x + d y + f. */
  toSource: Matrix
}

/**
 * Makes a page fit to be read; when no step changes anything it is the page that was given, by the same digest.
 * Faults: INVALID_INPUT; TOO_MANY_PIXELS when the page or what would become of it is too large.
 */
export const prepare: Leaf<PrepareTask, PreparedPage> = (task, ctx) => {
  refuseOutOfRange(task)
  const page = readPage(task.page, ctx)
  const { width, height } = sidesOf(task)
  refuseLarge(width, height)
  const straight = lit(
    quarterTurn(page, task.turn, () => ctx.checkpoint()),
    task,
    ctx,
  )
  ctx.progress(0.4)
  const level = deskewed(straight, task, ctx)
  ctx.progress(0.7)
  const scaled = rescaled(level, width, height, ctx)
  const unscale = [level.width / width, 0, 0, level.height / height, 0, 0]
  const unturn = planTurn(straight.width, straight.height, task.deskewDegrees).toSource
  const toSource = multiply(quarterToSource(page.width, page.height, task.turn), multiply(unturn, unscale))
  if (scaled === page) return { page: task.page, toSource }
  return { page: { digest: ctx.files.write(scaled.pixels), width, height }, toSource }
}

function refuseOutOfRange({ deskewDegrees, scale }: PrepareTask): void {
  if (!(Math.abs(deskewDegrees) <= 45)) {
    throw fault(
      'INVALID_INPUT',
      `deskewDegrees is ${deskewDegrees}; -45 to 45 are taken. Use turn for whole quarters.`,
    )
  }
  if (!(scale >= 0.05 && scale <= 8))
    throw fault('INVALID_INPUT', `scale is ${scale}; 0.05 to 8 are taken. Use a scale within.`)
}

/** The sides of the outcome, known before any work. Fault TOO_MANY_PIXELS when the turned page is too large. */
function sidesOf({ page, turn, deskewDegrees, scale }: PrepareTask): { width: number; height: number } {
  const [width, height] = turn % 180 === 0 ? [page.width, page.height] : [page.height, page.width]
  const turned = planTurn(width, height, deskewDegrees)
  if (deskewDegrees !== 0) refuseLarge(turned.width, turned.height)
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale))
  return { width: scaled(turned.width), height: scaled(turned.height) }
}

/** Inverts and flattens. */
function lit(page: Grey, { invert, flatten }: PrepareTask, ctx: LeafContext): Grey {
  const between = (): void => ctx.checkpoint()
  const positive = invert ? { ...page, pixels: page.pixels.map((level) => 255 - level) } : page
  if (!flatten) return positive
  const kernel = lightKernel(ctx.assets.wasm('light'))
  const ground = groundOf(kernel, positive, between)
  return { ...positive, pixels: flattenLight(kernel, positive, ground, between) }
}

/** Turns on white when the light was flattened, else on the page's own ground. */
function deskewed(page: Grey, { deskewDegrees, flatten }: PrepareTask, ctx: LeafContext): Grey {
  if (deskewDegrees === 0) return page
  const between = (): void => ctx.checkpoint()
  const own = (): number =>
    quantile(groundOf(lightKernel(ctx.assets.wasm('light')), page, between).levels, 0.5)
  return turn(turnKernel(ctx.assets.wasm('turn')), page, deskewDegrees, flatten ? 255 : own(), between)
}

function rescaled(page: Grey, width: number, height: number, ctx: LeafContext): Grey {
  if (width === page.width && height === page.height) return page
  return resample(resampleKernel(ctx.assets.wasm('resample')), page, width, height, () => ctx.checkpoint())
}
