import { parentPort } from 'node:worker_threads'
import { Fault } from '../../bridge/faults.ts'
import { ReadInput } from '../../bridge/operations/documents.ts'
import { readPlan } from '../../service/plans/documents.ts'
import { planContext } from '../plan-context.ts'
import type { Question } from './reader.ts'

/** Pages read of each file, by their own text: the snippets of the corpora stand on the first pages. */
const maxPages = 20

parentPort?.on('message', (question: Question) => {
  void answer(question).then((reply) => parentPort?.postMessage(reply))
})

async function answer(question: Question) {
  try {
    const output = await readPlan(ReadInput.parse({ maxPages, ocr: 'never', ...question }), planContext())
    return { document: output.documents[0] }
  } catch (error) {
    return { fault: error instanceof Fault ? error.code : `UNTYPED ${String(error)}` }
  }
}
