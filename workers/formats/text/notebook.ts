import { z } from 'zod'
import type { Block, FormatReader } from '../content.ts'
import { markdownBlocks } from './markdown.ts'
import { textHead } from './text-head.ts'

/** Text as notebooks store it: whole, or line by line. */
const Lines = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))])

/** What a cell printed: streams, and results of which only the text is read. */
const Output = z.looseObject({
  text: Lines.optional(),
  data: z.looseObject({ 'text/plain': Lines.optional() }).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
})

const Cell = z.looseObject({
  cell_type: z.string(),
  source: Lines.optional(),
  /** Of the third version, where a heading is a cell of its own. */
  input: Lines.optional(),
  level: z.int().optional(),
  outputs: z.array(Output).default([]),
})

const Notebook = z.looseObject({
  cells: z.array(Cell).optional(),
  worksheets: z.array(z.looseObject({ cells: z.array(Cell) })).optional(),
  metadata: z
    .looseObject({
      title: z.string().optional(),
      language_info: z.looseObject({ name: z.string().optional() }).optional(),
      kernelspec: z.looseObject({ language: z.string().optional() }).optional(),
    })
    .optional(),
})

/**
 * Reads a Jupyter notebook (nbformat 3 and 4): text cells as Markdown, code as code, below it what it printed.
 * Nothing where the text is no notebook; the text is then read as plain text.
 */
export function notebookBlocks(
  text: string,
  maxChars: number,
  checkpoint: () => void,
): { title?: string; blocks: Block[] } | undefined {
  const parsed = Notebook.safeParse(json(text))
  if (!parsed.success) return undefined
  const { cells, worksheets, metadata } = parsed.data
  const language = metadata?.language_info?.name ?? metadata?.kernelspec?.language
  const blocks: Block[] = []
  for (const cell of cells ?? worksheets?.flatMap((sheet) => sheet.cells) ?? []) {
    checkpoint()
    const source = (cell.source ?? cell.input ?? '').replaceAll('\r\n', '\n').trimEnd()
    if (cell.cell_type === 'heading') blocks.push({ kind: 'heading', text: source, level: cell.level ?? 1 })
    else if (cell.cell_type === 'markdown')
      for (const block of markdownBlocks(source, maxChars, checkpoint)) blocks.push(block)
    else if (source !== '') {
      const label = cell.cell_type === 'code' ? language : undefined
      blocks.push({ kind: 'code', text: source, ...(label !== undefined && { label }) })
    }
    for (const output of cell.outputs) {
      const printed = printedText(output)
      if (printed !== '') blocks.push({ kind: 'code', text: printed })
    }
  }
  const title = metadata?.title
  return { ...(title !== undefined && { title }), blocks }
}

/** Without the codes that colour it on a terminal (ECMA-48, section 8.3.117). */
function printedText({ text, data, ename, evalue }: z.infer<typeof Output>): string {
  const failed = ename === undefined ? '' : `${ename}: ${evalue ?? ''}`
  // oxlint-disable-next-line no-control-regex
  return (text ?? data?.['text/plain'] ?? failed).replace(/\u001b\[[\d;]*m/g, '').trimEnd()
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a notebook; one that is cut short or malformed is read as the plain text it is. Fault: DAMAGED where it is no text. */
export const readNotebook: FormatReader = (bytes, { maxChars }, { checkpoint }) => {
  const { text, truncated } = textHead(bytes, maxChars)
  const found = notebookBlocks(text, maxChars, checkpoint)
  const section = found ?? { blocks: [{ kind: 'code' as const, text: text.trimEnd() }] }
  return { sections: [section], ...(truncated ? { truncated } : {}) }
}
