import type { OcrLine } from '../../recognition.ts'
import { meanConfidence } from '../confidence.ts'
import { inColumns } from '../in-columns.ts'
import { bounds, type TurnedRect } from './geometry.ts'
import type { Region } from './words.ts'

/** Regions so many times wider than high show well how the text around them leans. */
const TELLING = 4

/** How far apart two regions of one line may lie, as a share of the lower one's height. */
const SAME_LINE = 0.5

/**
 * How much lines fall a pixel to the right, at each height of the page: the straight line of least squares
 * through the slopes of long regions, since in a photograph the lines of a page are not parallel.
 */
function slopeOf(rects: readonly TurnedRect[]): (y: number) => number {
  const telling = rects.filter(({ width, height }) => width >= TELLING * height)
  const sum = (of: (rect: TurnedRect) => number): number =>
    telling.reduce((total, rect) => total + rect.width * of(rect), 0)
  const weight = sum(() => 1)
  if (weight === 0) return () => 0
  const slope = (rect: TurnedRect): number => Math.tan(rect.angle)
  const [meanY, meanSlope] = [sum(({ y }) => y) / weight, sum(slope) / weight]
  const spread = sum(({ y }) => (y - meanY) ** 2)
  const trend = spread < 1 ? 0 : sum((rect) => (rect.y - meanY) * (slope(rect) - meanSlope)) / spread
  return (y) => meanSlope + trend * (y - meanY)
}

/** Joins regions that stand on one line of text: lines column by column downwards, what is in them to the right. */
export function joinLines(regions: readonly Region[], picture: { width: number; height: number }): OcrLine[] {
  const slope = slopeOf(regions.map(({ rect }) => rect))
  const level = ({ x, y }: TurnedRect): number => y - slope(y) * (x - picture.width / 2)
  const levelled = regions
    .map((region) => ({ ...region, level: level(region.rect) }))
    .sort((a, b) => a.level - b.level || a.rect.x - b.rect.x)
  const lines: (typeof levelled)[] = []
  for (const region of levelled) {
    const line = lines.at(-1)
    const fits = line?.some(
      (other) =>
        Math.abs(other.level - region.level) < SAME_LINE * Math.min(other.rect.height, region.rect.height),
    )
    if (fits === true) line?.push(region)
    else lines.push([region])
  }
  const read = lines.map((line): OcrLine => {
    const words = line.sort((a, b) => a.rect.x - b.rect.x).flatMap((region) => region.words)
    return {
      text: words.map(({ text }) => text).join(' '),
      box: bounds(
        line.map(({ rect }) => rect),
        picture,
      ),
      confidence: meanConfidence(words),
      words: words.map(({ text, confidence, rect }) => ({ text, confidence, box: bounds([rect], picture) })),
    }
  })
  return inColumns(read, { slope, centre: { x: picture.width / 2, y: picture.height / 2 } })
}
