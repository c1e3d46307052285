import { fault, type Fault } from '../../bridge/faults.ts'

/** For what is there but no regular file. */
export function notAFile(what: string): Fault {
  return fault('NOT_A_FILE', `Expected a regular file; the path leads to ${what}.`)
}

/** For a file without bytes. */
export function emptyFile(): Fault {
  return fault('EMPTY_FILE', 'The file has no bytes.')
}

/** For a file above its limit; both in bytes. */
export function tooLarge(bytes: number, maxBytes: number): Fault {
  return fault('TOO_LARGE', `The file has ${bytes} bytes; at most ${maxBytes} are taken.`, { maxBytes })
}

/** The system's code of an error (ENOENT, …), where it has one. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** The fault for what the system said; anything else as it is. */
export function faultOf(error: unknown): unknown {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
      return fault('NOT_FOUND', 'There is no file at this path.', {}, error)
    case 'EACCES':
    case 'EPERM':
      return fault('FORBIDDEN', 'This user may not read the file; check its permissions.', {}, error)
    case 'EISDIR':
      return notAFile('a folder')
    case 'ENAMETOOLONG':
      return fault('INVALID_INPUT', 'A name in the path is longer than this file system takes.', {}, error)
    case 'EMFILE':
    case 'ENFILE':
      return fault('BUSY', 'Too many files are open; try again.', { retryAfterMs: 1000 }, error)
    default:
      return error
  }
}
