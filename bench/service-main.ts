import { run } from '../service/run.ts'
import { benchExtension } from './operations.ts'

// The shipped service with its default settings, and the benchmarks' few operations beside the shipped ones.
await run(process.argv.slice(2), benchExtension)
