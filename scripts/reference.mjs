// `npm run reference`: writes the pages of the documentation that come from code.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './build.mjs'
import { ensure } from './ensure.mjs'

try {
  await ensure()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const { generatedPages } = await import('../dist/scripts/check/generated-pages.js')
rmSync(join(root, 'docs/reference'), { recursive: true, force: true })
for (const [file, text] of generatedPages()) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}
