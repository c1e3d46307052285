import { parentPort } from 'node:worker_threads'
import { rawText, type TextTask } from './raw-text.ts'

/** A thread that has pdf.js alone read one file after another, and says how long each took, in milliseconds. */
parentPort?.on('message', (task: TextTask) => {
  const began = performance.now()
  void rawText(task).then(() => parentPort?.postMessage(performance.now() - began))
})
