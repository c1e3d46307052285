import { fault } from '../../bridge/faults.ts'
import type { FilterInput, FilterOutput } from '../../bridge/operations/image.ts'
import { Digest } from '../../bridge/sources.ts'
import type { FilterResult, FilterTask } from '../../workers/image/filter.ts'
import type { Plan } from '../plan.ts'

/** `image.filter`: one leaf in a child process, given the stored bytes of the picture. */
export const filterPlan: Plan<FilterInput, FilterOutput> = async (input, ctx) => {
  const source = await ctx.open(input.source)
  const { maxFileBytes, maxPixels } = ctx.settings.image
  if (source.bytes > maxFileBytes) {
    throw fault('TOO_LARGE', `The file has ${source.bytes} bytes; at most ${maxFileBytes} are taken.`, {
      maxFileBytes,
    })
  }
  const task: FilterTask = {
    digest: source.digest,
    mediaType: source.mediaType,
    steps: input.steps,
    format: input.output.format,
    maxPixels,
    ...(source.name === undefined ? {} : { name: source.name }),
  }
  const result = await ctx.leaf<FilterResult>('image.filter', task, {
    lane: 'native',
    files: [source.digest],
    onProgress: (fraction) => ctx.progress(fraction),
  })
  return {
    picture: ctx.blob(Digest.parse(result.digest), result.mediaType),
    width: result.width,
    height: result.height,
  }
}
