// `npm run check [-- name …]`: builds (which checks the types), then holds the project against its own rules.
import { root } from './build.mjs'
import { ensure, installTools } from './ensure.mjs'

try {
  await ensure()
  installTools()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const { main } = await import('../dist/scripts/check/main.js')
process.exitCode = await main(root, process.argv.slice(2))
