import type { Grey, Recognition } from '../../recognition.ts'
import { slice, type TurnedRect } from './geometry.ts'
import type { Models } from './models.ts'
import { cropped } from './raster.ts'
import { readRegions, tensorOf } from './recogniser.ts'

type Rotation = Recognition['rotation']

/** What the angle classifier takes. */
const WIDTH = 192
const HEIGHT = 48

/** Answers of the classifier below this do not count, as in PP-OCR itself (cls_thresh). */
const SURE = 0.9

/** Share of the sure answers that must say "upside down" before the page is read both ways. */
const DOUBT = 0.25

/** A region is wide or tall when one side is this many times the other. */
const LONG = 1.5

/** How many of the longest regions are read in each direction, and how much better a turned page must read. */
const SAMPLE = 6
const MARGIN = 1.1

/** How many times wider than high the part of a region is that is read for that. */
const MAX_ASPECT = 10

const BATCH = 32

/** A region of a picture as it reads when the picture is turned clockwise. */
function readAs(rect: TurnedRect, rotation: Rotation): TurnedRect {
  const angle = rect.angle - (rotation * Math.PI) / 180
  if (rotation === 0 || rotation === 180) return { ...rect, angle }
  return { ...rect, angle, width: rect.height, height: rect.width }
}

/** At most the middle of a region, so that reading it in several directions stays cheap. */
function middle(rect: TurnedRect): TurnedRect {
  const share = Math.min((MAX_ASPECT * rect.height) / rect.width, 1)
  return slice(rect, 0.5 - share / 2, 0.5 + share / 2)
}

/** Sum of the sure answers for "upside down" and of all sure answers, weighted by how sure they are. */
async function vote(
  { classifier }: Models,
  picture: Grey,
  rects: readonly TurnedRect[],
  checkpoint: () => void,
): Promise<{ turned: number; all: number }> {
  const votes = { turned: 0, all: 0 }
  for (let at = 0; at < rects.length; at += BATCH) {
    checkpoint()
    const strips = rects.slice(at, at + BATCH).map((rect) => {
      const width = Math.min(Math.max(Math.round((HEIGHT * rect.width) / rect.height), 1), WIDTH)
      return cropped(picture, rect, width, HEIGHT)
    })
    const { data } = await classifier.run({
      data: tensorOf(strips, WIDTH, HEIGHT),
      shape: [strips.length, 3, HEIGHT, WIDTH],
    })
    for (let i = 0; i < strips.length; i++) {
      const [upright = 0, turned = 0] = data.subarray(i * 2, i * 2 + 2)
      if (Math.max(upright, turned) < SURE) continue
      votes.all += Math.max(upright, turned)
      if (turned > upright) votes.turned += turned
    }
  }
  return votes
}

/**
 * Finds by how many degrees clockwise a page must be turned to stand upright. Tall regions make a page lie on
 * its side, the classifier makes it stand upside down; either is only believed when the longest regions read
 * clearly better that way: many characters, and sure ones.
 */
export async function findRotation(
  models: Models,
  picture: Grey,
  rects: readonly TurnedRect[],
  checkpoint: () => void,
): Promise<Rotation> {
  const total = (sides: number[]): number => sides.reduce((sum, side) => sum + side, 0)
  const wide = rects.filter(({ width, height }) => width >= LONG * height)
  const tall = rects.filter(({ width, height }) => height >= LONG * width)
  const lies = total(tall.map(({ height }) => height)) > total(wide.map(({ width }) => width))
  const lines = lies ? tall : wide
  if (lines.length === 0) return 0
  if (!lies) {
    const votes = await vote(models, picture, lines, checkpoint)
    if (votes.turned <= DOUBT * votes.all) return 0
  }
  const sample = lines
    .toSorted((a, b) => Math.max(b.width, b.height) - Math.max(a.width, a.height))
    .slice(0, SAMPLE)
  let best: { rotation: Rotation; score: number } = { rotation: 0, score: -1 }
  for (const rotation of lies ? ([0, 90, 270] as const) : ([0, 180] as const)) {
    const turned = sample.map((rect) => middle(readAs(rect, rotation)))
    const glyphs = (await readRegions(models, picture, turned, checkpoint)).flatMap(
      (reading) => reading.glyphs,
    )
    const score = total(glyphs.map(({ confidence }) => confidence ** 2))
    if (score > best.score * (best.rotation === 0 ? MARGIN : 1)) best = { rotation, score }
  }
  return best.rotation
}
