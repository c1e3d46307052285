import type { Check } from './check.ts'
import { runTool, tail } from './tool.ts'

/** Layout of the text is prettier's business. */
export const format: Check = {
  name: 'format',
  rule: 'Every file is formatted by prettier (npm run format does it).',
  run(root) {
    const answer = runTool(root, 'prettier/bin/prettier.cjs', ['--list-different', '.'])
    const files = answer.stdout.split('\n').filter(Boolean)
    if (answer.status === 0) return []
    if (files.length === 0) return [{ file: '.prettierrc.json', message: `prettier failed: ${tail(answer)}` }]
    return files.map((file) => ({ file, message: 'is not formatted; run npm run format' }))
  },
}
