import { parentPort } from 'node:worker_threads'
import { ownText } from './own-text.ts'
import type { TextTask } from './raw-text.ts'

/** A thread that has our leaf read one file after another, and says how long each took, in milliseconds. */
parentPort?.on('message', (task: TextTask) => {
  const began = performance.now()
  void ownText(task).then(() => parentPort?.postMessage(performance.now() - began))
})
