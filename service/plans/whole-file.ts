import type { Document, Page, ReadInput } from '../../bridge/operations/documents.ts'
import { cutText } from '../../workers/cut-text.ts'
import { blocksOfCut } from '../../workers/page-blocks.ts'
import type { FilePage, FileText, ReadFileInput } from '../../workers/formats/read-file.ts'
import type { OpenedSource, PlanContext } from '../plan.ts'
import { mislabelled } from './count-pages.ts'
import { pageChars } from './page-chars.ts'
import { blocksAndTables } from './page-blocks.ts'

/**
 * Reads a file that is no picture and not called a PDF; its pages come all at once. Faults: those of the leaf;
 * TYPE_MISMATCH for what is only called a PDF.
 */
export async function readWhole(
  opened: OpenedSource,
  pages: string,
  input: ReadInput,
  limits: { timeoutMs?: number },
  ctx: PlanContext,
): Promise<FileText> {
  const { digest, name, declared } = opened
  const { maxPageChars, maxUnfoldedBytes, maxEntries, maxDepth, maxFileChars } = ctx.settings.documents
  const question: ReadFileInput = {
    digest,
    name,
    declared,
    password: input.password,
    pages,
    // Hints are taken from the whole page, however little of it is asked for.
    maxPageChars: input.hints ? maxPageChars : pageChars(input, ctx),
    maxChars: maxFileChars,
    maxUnfoldedBytes,
    maxEntries,
    maxDepth,
    ...(input.format === 'markdown' && { markdown: true }),
    ...(input.detail === 'blocks' && { blocks: true }),
  }
  try {
    return await ctx.leaf<FileText>('documents.file', question, { lane: 'heavy', files: [digest], ...limits })
  } catch (error) {
    throw mislabelled(error, opened)
  }
}

/** A page of such a file as it is answered. */
export function pageOfFile(page: FilePage, maxChars: number): Page {
  const { number, title, hidden, markdown, truncated, blocks } = page
  const text = cutText(page.text, maxChars)
  return {
    number,
    ...(title !== undefined && { title }),
    ...(hidden === true && { hidden }),
    text: markdown === undefined ? text : cutText(markdown, maxChars),
    from: text === '' ? 'none' : 'text',
    ...(blocks && blocksAndTables(blocksOfCut(blocks, text.length))),
    ...((truncated || text.length < page.text.length) && { truncated: true }),
  }
}

/** What stands in the file beside its pages. */
export function besidePages(
  { mail, attachments, pages }: FileText,
  maxChars: number,
  ctx: PlanContext,
): Pick<Document, 'mail' | 'attachments' | 'links'> {
  const links = pages.flatMap(({ number, text: whole, blocks = [] }) =>
    blocksOfCut(blocks, Math.min(whole.length, maxChars)).flatMap(({ text, links: inBlock = [] }) =>
      inBlock.map(({ start, end, url }) => ({ text: text.slice(start, end), url, page: number })),
    ),
  )
  return {
    ...(mail && { mail }),
    ...(links.length > 0 && { links }),
    ...attached(attachments, ctx),
  }
}

/** Files inside a file, each as bytes of its own; nothing where there are none. */
export function attached(
  attachments: readonly { name?: string; mediaType: string; digest: string }[],
  ctx: PlanContext,
): Pick<Document, 'attachments'> {
  if (attachments.length === 0) return {}
  return {
    attachments: attachments.map(({ name, mediaType, digest }) => ({
      ...(name !== undefined && { name }),
      ...ctx.blob(digest, mediaType),
    })),
  }
}
