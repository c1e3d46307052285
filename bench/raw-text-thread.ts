import { parentPort } from 'node:worker_threads'
import { rawText, type TextTask } from './raw-text.ts'

/** A thread that has pdf.js alone read one file after another. */
parentPort?.on('message', (task: TextTask) => {
  void rawText(task).then((chars) => parentPort?.postMessage(chars))
})
