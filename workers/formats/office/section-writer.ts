import type { Block } from '../content.ts'
import { within } from '../spans.ts'

/** Counts what is read against `maxChars`. */
export interface Budget {
  left: number
  /** Whether something has been left out. */
  spent: boolean
}

/** Adds blocks that say something, as far as the budget goes; the one that goes beyond is cut. */
export function addBlocks(to: Block[], blocks: readonly Block[], budget: Budget): void {
  for (const block of blocks) {
    if (budget.spent) return
    const admitted = admit(block, budget)
    if (admitted !== undefined) to.push(admitted)
  }
}

function admit(block: Block, budget: Budget): Block | undefined {
  if (block.rows !== undefined) {
    const rows = rowsWithin(block.rows, budget)
    return rows.some((row) => row.some((cell) => cell !== '')) ? { ...block, rows } : undefined
  }
  if (block.text.trim() === '') return undefined
  // A line feed and its label count as well, so that no number of small blocks is free.
  const text = cut(block.text, budget, 1 + (block.label?.length ?? 0))
  if (text === block.text) return block
  if (text === '') return undefined
  const { links, emphasis } = block
  return {
    ...block,
    text,
    ...(links && { links: links.filter(({ end }) => end <= text.length) }),
    ...(emphasis && { emphasis: within(emphasis, 0, text.length) }),
  }
}

function rowsWithin(rows: readonly string[][], budget: Budget): string[][] {
  const kept: string[][] = []
  for (const row of rows) {
    if (budget.spent) break
    const cells: string[] = []
    for (const cell of row) {
      if (budget.spent) break
      cells.push(cut(cell, budget, 1))
    }
    kept.push(cells)
  }
  return kept
}

/** As much of a text as the budget allows, no letter cut in two. */
export function cut(text: string, budget: Budget, extra = 0): string {
  budget.left -= text.length + extra
  if (budget.left >= 0) return text
  budget.spent = true
  const end = Math.max(0, text.length + budget.left)
  budget.left = 0
  return text.slice(0, end).replace(/[\ud800-\udbff]$/, '')
}
