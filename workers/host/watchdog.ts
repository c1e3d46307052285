import { workerData } from 'node:worker_threads'

/**
 * A small thread inside every child process that ends the process when its parent is gone, even while the main
 * thread of the child sits in a native call or a loop and hears nothing. Where the parent cannot read another
 * process's memory use (anywhere but Linux), it also ends the process when it outgrows its limit.
 */
export interface WatchdogData {
  parentPid: number
  /** Resident memory allowed, in bytes; 0 leaves watching it to the parent. */
  maxBytes: number
}

const CHECK_EVERY_MS = 250
const data: WatchdogData = workerData

setInterval(() => {
  const orphaned = process.ppid !== data.parentPid
  const grown = data.maxBytes > 0 && process.memoryUsage.rss() > data.maxBytes
  if (orphaned || grown) process.kill(process.pid, 'SIGKILL')
}, CHECK_EVERY_MS)
