import { z } from 'zod'
import type { Check, Problem } from './check.ts'
import { runTool, tail } from './tool.ts'

const Name = z.object({ name: z.string(), line: z.number().optional() })
const kinds = {
  files: 'nothing imports this file',
  dependencies: 'a dependency that nothing imports',
  devDependencies: 'a development dependency that nothing uses',
  unlisted: 'imported, but not in package.json',
  unresolved: 'imported, but not found',
  binaries: 'run, but not in package.json',
  exports: 'exported, but nothing imports it',
  types: 'exported type, but nothing imports it',
}
const Report = z.object({
  issues: z.array(
    z.object({
      file: z.string(),
      ...(Object.fromEntries(Object.keys(kinds).map((kind) => [kind, z.array(Name).default([])])) as Record<
        keyof typeof kinds,
        z.ZodDefault<z.ZodArray<typeof Name>>
      >),
    }),
  ),
})

/** Files, exports and dependencies that nothing uses are knip's business; `knip.json` names the entries. */
export const deadCode: Check = {
  name: 'dead-code',
  rule: 'knip finds no file, export or dependency that nothing uses.',
  run(root) {
    const answer = runTool(root, 'knip/bin/knip.js', ['--reporter', 'json', '--no-progress'])
    if (!answer.stdout.startsWith('{'))
      return [{ file: 'knip.json', message: `knip failed: ${tail(answer)}` }]
    const { issues } = Report.parse(JSON.parse(answer.stdout))
    const problems = issues.flatMap(({ file, ...found }) =>
      Object.entries(kinds).flatMap(([kind, meaning]) =>
        found[kind as keyof typeof kinds].map(({ name, line }): Problem => ({
          file,
          ...(line !== undefined && { line }),
          message: `${name}: ${meaning}`,
        })),
      ),
    )
    if (problems.length === 0 && answer.status !== 0) {
      return [{ file: 'knip.json', message: `knip failed: ${tail(answer)}` }]
    }
    return problems
  },
}
