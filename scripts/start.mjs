// `npm start`: makes the checkout ready, then runs the service in the foreground until SIGTERM.
import { ensure } from './ensure.mjs'

try {
  await ensure()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const { main } = await import('../dist/clients/cli/main.js')
process.exitCode = await main(['serve', '--demo-once', ...process.argv.slice(2)])
