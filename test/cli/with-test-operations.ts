import { fileURLToPath } from 'node:url'
import { catalogue } from '../../bridge/catalogue.ts'
import { main } from '../../clients/cli/main.ts'
import { holdOperations } from './hold.ts'

/** A program: the command line with operations of the tests besides those of the catalogue. */
export const commandWithTestOperations = fileURLToPath(import.meta.url)

if (process.argv[1] === commandWithTestOperations) {
  process.exitCode = await main(process.argv.slice(2), { operations: [...catalogue, ...holdOperations] })
}
