// The command line with operations of the tests besides those of the catalogue.
import { catalogue } from '../../bridge/catalogue.ts'
import { main } from '../../clients/cli/main.ts'
import { holdOperations } from './hold.ts'

process.exitCode = await main(process.argv.slice(2), { operations: [...catalogue, ...holdOperations] })
