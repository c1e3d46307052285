import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { root } from '../test/root.ts'

/** Prints rows in columns: the first column to the left, figures to the right. */
export function printTable(rows: readonly string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows) {
    console.log(
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
    )
  }
}

/** Keeps the figures of a benchmark in bench/results/<name>.json, with the machine they were taken on. */
export function keepResults(name: string, figures: Record<string, unknown>): void {
  const folder = join(root, 'bench/results')
  mkdirSync(folder, { recursive: true })
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: availableParallelism() }
  const file = join(folder, `${name}.json`)
  writeFileSync(
    file,
    `${JSON.stringify({ name, at: new Date().toISOString(), machine, ...figures }, null, 2)}\n`,
  )
  console.log(`Kept in bench/results/${name}.json`)
}
