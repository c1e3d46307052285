import { fileURLToPath } from 'node:url'
import { catalogue } from '../../bridge/catalogue.ts'
import { main } from '../../clients/cli/main.ts'
import { holdOperations } from '../cli/hold.ts'
import { testOperations } from '../operations.ts'

/** A program: the command line with the operations of the tests besides those of the catalogue. */
export const commandWithTestOperations = fileURLToPath(import.meta.url)

if (process.argv[1] === commandWithTestOperations) {
  const operations = [...catalogue, ...testOperations, ...holdOperations]
  process.exitCode = await main(process.argv.slice(2), { operations })
}
