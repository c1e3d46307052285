// `npm run score -- <family> <folder>`: makes the checkout ready, then scores a folder of cases with right answers.
import { ensure } from './ensure.mjs'

try {
  await ensure()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
await import('../dist/test/score/main.js')
