import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import { toEnvelope, fromEnvelope, type Fault } from './faults.ts'
import type { JobView } from './job.ts'
import type { McpDoor } from './mcp-door.ts'
import { isRecord } from './mcp-parts.ts'
import { KiB, MiB } from './operation.ts'
import { problemOf } from './problem.ts'
import { BlobResult } from './sources.ts'

/** Largest picture that is put into an answer. */
const MAX_PICTURE_BYTES = 256 * KiB
/** Bytes of all pictures of one answer. */
const MAX_PICTURES_BYTES = MiB
/** Blocks for stored bytes in one answer; all of them are named in its JSON anyway. */
const MAX_BLOCKS = 32

/** An answer with JSON: the same in a text block, for models, and as structured content, for programs. */
export function jsonResult(value: unknown, blocks: readonly ContentBlock[] = []): CallToolResult {
  const structuredContent = isRecord(value) ? value : { value }
  return {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }, ...blocks],
    structuredContent,
  }
}

/** Says that a call goes on as a job. */
export function jobResult({ id, state, progress }: JobView): CallToolResult {
  return jsonResult({ job: { id, state, progress } })
}

/**
 * A fault, all of it in one text block, because hosts show no more of an error: code and detail, what to do, whether to
 * try again, and in the last line the problem details as HTTP has them.
 */
export function faultResult(
  error: unknown,
  { mayAnswer = false }: { mayAnswer?: boolean } = {},
): CallToolResult {
  const failure = fromEnvelope(toEnvelope(error))
  const lines = [`${failure.code}: ${failure.message}`, remedyOf(failure, mayAnswer), retryOf(failure)]
  const text = [...lines.filter(Boolean), JSON.stringify(problemOf(failure))].join('\n')
  return { isError: true, content: [{ type: 'text', text }] }
}

function remedyOf({ code, data }: Fault, mayAnswer: boolean): string | undefined {
  const { approval, remedy } = data
  if (code === 'APPROVAL_NEEDED' && isRecord(approval)) {
    const unable = mayAnswer ? '' : ' This connection cannot ask a person.'
    return (
      `Remedy:${unable} A person says yes in the console (talaria open) or with ` +
      `"talaria approvals answer ${String(approval['id'])}"; then repeat the same call with approval ${String(approval['id'])}.`
    )
  }
  return typeof remedy === 'string' ? `Remedy: ${remedy}` : undefined
}

function retryOf({ retryable, data }: Fault): string {
  if (!retryable) return 'Retry: not unchanged.'
  const { retryAfterMs } = data
  return typeof retryAfterMs === 'number' ? `Retry: after ${retryAfterMs} ms.` : 'Retry: a moment later.'
}

/** Blocks for the stored bytes that an output names: small pictures themselves, links to everything else. */
export async function blobBlocks(
  output: unknown,
  door: McpDoor,
  signal: AbortSignal,
): Promise<ContentBlock[]> {
  const blocks: ContentBlock[] = []
  let left = MAX_PICTURES_BYTES
  for (const result of blobsIn(output).slice(0, MAX_BLOCKS)) {
    const { blob, mediaType, bytes } = result
    const picture = mediaType.startsWith('image/') && bytes <= Math.min(MAX_PICTURE_BYTES, left)
    if (!picture) {
      blocks.push({
        type: 'resource_link',
        uri: door.link(result.url),
        name: blob,
        mimeType: mediaType,
        size: bytes,
      })
      continue
    }
    left -= bytes
    const data = Buffer.from(await door.blob(blob, signal)).toString('base64')
    blocks.push({ type: 'image', data, mimeType: mediaType })
  }
  return blocks
}

function blobsIn(output: unknown): BlobResult[] {
  if (Array.isArray(output)) return output.flatMap(blobsIn)
  if (!isRecord(output)) return []
  const parsed = typeof output['blob'] === 'string' ? BlobResult.safeParse(output) : undefined
  return parsed?.success === true ? [parsed.data] : Object.values(output).flatMap(blobsIn)
}
