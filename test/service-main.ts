import { run } from '../service/run.ts'
import { testLeaves } from './leaves/table.ts'
import { testOperations, testPlans } from './operations.ts'

// The service as a process of its own, with the tests' operations besides the shipped ones.
await run(process.argv.slice(2), { operations: testOperations, plans: testPlans, leaves: testLeaves })
