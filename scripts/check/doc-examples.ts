import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Check, Problem } from './check.ts'
import { fencedBlocks, markdownPages, type FencedBlock } from './markdown.ts'

const code = new Set(['ts', 'js', 'mjs', 'typescript', 'javascript'])

/** The text of an example: the file, or what stands between `// #region NAME` and `// #endregion` in it. */
function exampleText(file: string, region: string | undefined): string | undefined {
  const text = readFileSync(file, 'utf8')
  if (region === undefined) return text.trim()
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.trim() === `// #region ${region}`)
  const end = lines.findIndex((line, index) => index > start && line.trim() === '// #endregion')
  if (start < 0 || end < 0) return undefined
  const inside = lines.slice(start + 1, end)
  const indent = Math.min(...inside.filter((line) => line.trim()).map((line) => line.search(/\S/)))
  return inside
    .map((line) => line.slice(indent))
    .join('\n')
    .trim()
}

function blockProblem(root: string, { info, text }: FencedBlock): string | undefined {
  const [path = '', region] = info.split('#')
  if (!path.startsWith('docs/examples/')) {
    return 'shows code that nothing runs; put it into docs/examples/ and name the file after the fence'
  }
  if (!existsSync(join(root, path))) return `names ${path}, which is not there`
  const example = exampleText(join(root, path), region)
  if (example === undefined) return `names the region ${region} of ${path}, which is not there`
  return example === text.trim() ? undefined : `differs from ${info}; copy the example as it is there`
}

/**
 * Code in the documentation stands in docs/examples/ as well, where it is compiled with the project and run by
 * `test/docs`: a block ```` ```ts docs/examples/read.ts ```` shows the whole file, `…/read.ts#call` a region.
 */
export const docExamples: Check = {
  name: 'doc-examples',
  rule: 'Every example in the documentation is a file of docs/examples, which is compiled and run.',
  run(root) {
    return markdownPages(root)
      .flatMap((file) => fencedBlocks(root, file))
      .filter(({ language }) => code.has(language))
      .flatMap((block): Problem[] => {
        const message = blockProblem(root, block)
        return message === undefined ? [] : [{ file: block.file, line: block.line, message }]
      })
  },
}
