import type { Leaf } from '../../workers/leaf.ts'

/** Ends the process it runs in by a signal, as a fault in native code would. Refuses anywhere but in a child process. */
export const crash: Leaf<{ signal: 'SIGSEGV' | 'SIGKILL' | 'SIGABRT' }, never> = ({ signal }) => {
  if (!process.connected)
    throw new Error('crash is for child processes: this one has no parent to outlive it')
  process.kill(process.pid, signal)
  for (;;);
}
