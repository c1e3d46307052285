import { useMemo } from 'preact/hooks'
import { toneOf } from './marks.ts'
import type { Block, PageStructure } from './stored-document.ts'
import { itemAt, useSteps } from './use-steps.ts'

interface Props {
  /** What the blocks are of. */
  name: string
  structure: PageStructure
  lit: number | undefined
  onPoint(block: number | undefined): void
}

const kindOf = ({ kind, level }: Block) =>
  kind === 'heading' && level !== undefined ? `heading ${level}` : kind

/**
 * The text of a page block by block, each with its kind. The blocks are one stop of the Tab key; arrow keys go from one
 * to the next.
 */
export function PageBlocks({ name, structure: { blocks, tables }, lit, onPoint }: Props) {
  const items = useMemo(() => blocks.map((_, index) => index), [blocks])
  const { box, stop, onKeyDown } = useSteps<HTMLDivElement>('block', items)
  const point = ({ target }: { target: EventTarget | null }) => onPoint(itemAt('block', target))
  if (blocks.length === 0) return <p class="empty">No blocks were found on this page.</p>
  return (
    <div
      class="blocks"
      role="group"
      aria-label={`Blocks of ${name}; arrow keys go from block to block`}
      ref={box}
      onKeyDown={onKeyDown}
      onPointerOver={point}
      onPointerLeave={() => onPoint(undefined)}
      onFocusIn={point}
      onFocusOut={() => onPoint(undefined)}
    >
      {blocks.map((block, index) => (
        <div
          key={index}
          data-block={index}
          class={`block ${toneOf(block)}${lit === index ? ' lit' : ''}`}
          role="group"
          aria-label={kindOf(block)}
          tabIndex={index === stop ? 0 : -1}
        >
          <span class="kind" aria-hidden="true">
            {kindOf(block)}
          </span>
          <BlockText block={block} table={block.table === undefined ? undefined : tables[block.table]} />
        </div>
      ))}
    </div>
  )
}

function BlockText({ block, table }: { block: Block; table: PageStructure['tables'][number] | undefined }) {
  const { kind, label, text } = block
  if (table === undefined) {
    return (
      <p class={kind === 'heading' ? 'heading-text' : ''}>
        {label !== undefined && <span class="label">{label} </span>}
        {text}
      </p>
    )
  }
  const [first = [], ...others] = table.rows
  return (
    <table>
      {table.headed && (
        <thead>
          <tr>
            {first.map((cell, column) => (
              <th key={column}>{cell}</th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {(table.headed ? others : table.rows).map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
