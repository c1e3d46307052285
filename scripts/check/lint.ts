import { z } from 'zod'
import type { Check } from './check.ts'
import { runTool, tail } from './tool.ts'

const Report = z.object({
  diagnostics: z.array(
    z.object({
      message: z.string(),
      code: z.string().optional(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
})

/** Mistakes that types do not show are oxlint's business; `.oxlintrc.json` lists the rules. */
export const lint: Check = {
  name: 'lint',
  rule: 'oxlint finds nothing.',
  run(root) {
    const answer = runTool(root, 'oxlint/bin/oxlint', ['--deny-warnings', '--format=json', '.'])
    if (!answer.stdout.startsWith('{')) {
      return [{ file: '.oxlintrc.json', message: `oxlint failed: ${tail(answer)}` }]
    }
    const { diagnostics } = Report.parse(JSON.parse(answer.stdout))
    if (diagnostics.length === 0 && answer.status !== 0) {
      return [{ file: '.oxlintrc.json', message: `oxlint failed: ${tail(answer)}` }]
    }
    return diagnostics.map(({ filename, labels, message, code }) => {
      const line = labels[0]?.span.line
      return {
        file: filename,
        ...(line !== undefined && { line }),
        message: `${message} (${code ?? 'oxlint'})`,
      }
    })
  },
}
